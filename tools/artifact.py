"""Make and check the research artifact: code, results, guide and metadata in one archive.

`make artifact` and `make artifact-check` run this program; docs/artifact.md describes the archive.
"""

import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import yaml
from jinja2 import Environment, StrictUndefined

from puzzlesat.common.command import Program
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.files import atomic_write, read_text, sha256
from puzzlesat_studies.claims import ClaimVerdict
from puzzlesat_studies.core.study import read_models

TEMPLATE = Path(__file__).with_name("REPRODUCE.md.j2")
GUIDE, CHECKSUMS, METADATA = "REPRODUCE.md", "SHA256SUMS", "ro-crate-metadata.json"
CONFIG, THESIS = "results/config.yaml", "results/thesis"
PROOFS = "results/verified/kept"

PARTS = {
    "code/": "The code as committed",
    "results/": "Tables, raw rows, and records of versions and machines",
    "figures/": "Figures",
    GUIDE: "How to reproduce the results",
    CHECKSUMS: "The SHA-256 of every other file",
    CONFIG: "The configuration of the run",
    "code/LICENSE": "The licence",
    "code/requirements.lock": "The versions of all libraries",
}
"""The parts of an artifact that the metadata lists, with their descriptions."""

BIOSCHEMAS = {"ComputationalWorkflow": "https://bioschemas.org/ComputationalWorkflow"}
"""A term that RO-Crate 1.1 defines differently from the context in `rocrate`."""

TABLES = ("minima", "bounds", "wins")
"""The thesis's tables; the rule ``NAME_table`` makes each of them from raw rows."""


@click.group(cls=Program, name="artifact")
def main() -> None:
    """Make an archive of code and results, or check one."""
    if not hasattr(tarfile, "data_filter"):
        raise InputError("unpacking safely needs Python 3.11.4 or newer")


@main.command("make")
@click.option("--run", default=".", show_default=True, help="The folder in which Snakemake ran.")
@click.option("-o", "--output", default="dist", show_default=True, help="The archive's folder.")
def make_command(run: str, output: str) -> None:
    """Pack the committed code of this folder and the results of a run into one archive."""
    path = make(Path(), Path(run), Path(output))
    click.echo(f"{path}  {path.stat().st_size / 1e6:.1f} MB")


@main.command("check")
@click.argument("archive")
@click.option("--cores", default=os.cpu_count() or 1, show_default=True, help="Snakemake's cores.")
def check_command(archive: str, cores: int) -> None:
    """Unpack ARCHIVE in a temporary folder, check it, and compute some of its results again."""
    with TemporaryDirectory(prefix="artifact-") as folder:
        check(Path(archive), Path(folder), cores)
    click.echo(f"{archive}: all checks passed")


def make(root: Path, run: Path, output: Path) -> Path:
    """Write an artifact with a repository's code and a run's results, and return its path."""
    commit, seconds = head_commit(root)
    check_results(root, run)
    with TemporaryDirectory() as scratch:
        git(root, "archive", "--format=tar", f"--output={scratch}/code.tar", commit)
        folder = unpacked_code(Path(scratch))
        for part in ("results", "figures"):  # hidden files are unfinished
            if (run / part).is_dir():
                shutil.copytree(
                    run / part, folder / part, ignore=shutil.ignore_patterns(".*", "README.md")
                )
        (folder / GUIDE).write_text(guide(folder, commit, seconds), encoding="utf-8")
        write_crate(folder, commit, seconds)
        (folder / CHECKSUMS).write_text(manifest(folder), encoding="utf-8")
        path = output / f"{folder.name}.tar.xz"
        pack(folder, path, seconds)
    return path


def git(root: Path, *arguments: str) -> str:
    """Return the output of a git command."""
    result = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True)
    if result.returncode:
        raise InputError(f"{root}: git {arguments[0]}: {result.stderr.strip()}")
    return result.stdout


def head_commit(root: Path) -> tuple[str, int]:
    """Return the hash and the time of HEAD; raise an InputError for uncommitted changes."""
    changed = git(root, "status", "--porcelain", "--untracked-files=no")
    if changed:
        raise InputError(f"{changed.split()[1]} has uncommitted changes; commit or restore it")
    commit, seconds = git(root, "log", "-1", "--format=%H %ct").split()
    return commit, int(seconds)


def check_results(root: Path, run: Path) -> None:
    """Raise an InputError if any result of a run is missing or out of date."""
    for name in (CONFIG, f"{THESIS}/minima.csv", ".snakemake"):
        if not (run / name).exists():
            raise InputError(f"{run / name} is missing; make reproduce writes it")
    studies = {path.name for path in (run / "results").glob("[!.]*/")} - {"thesis", "boards"}
    targets = ["all", *sorted(studies), *(["proofs"] if (run / PROOFS).is_dir() else [])]
    command = ["snakemake", "--snakefile", f"{root.resolve()}/Snakefile", "--nolock", "--summary"]
    options = ["--directory", str(run), "--configfile", str((run / CONFIG).resolve()), "--"]
    result = subprocess.run([*command, *options, *targets], capture_output=True, text=True)
    if result.returncode:
        raise InputError(f"{run}: snakemake: {(result.stderr or result.stdout).splitlines()[-1]}")
    rows = [line.split("\t") for line in result.stdout.splitlines() if "\t" in line]
    stale_files = {row[0] for row in rows[1:] if row[-2] != "missing" and row[-1] != "no update"}
    if stale_files:
        raise InputError(f"{run}: run snakemake again; out of date: {first_five(stale_files)}")


def unpacked_code(scratch: Path) -> Path:
    """Unpack code.tar; return the folder of the artifact, whose name contains the version."""
    with tarfile.open(scratch / "code.tar") as archive:
        archive.extractall(scratch / "artifact/code", filter="data")
    version = citation(scratch / "artifact")["version"]
    return (scratch / "artifact").rename(scratch / f"puzzlesat-{version}-artifact")


def citation(folder: Path) -> dict[str, Any]:
    """Return the content of CITATION.cff in an artifact."""
    return yaml.safe_load(read_text(folder / "code/CITATION.cff"))


def guide(folder: Path, commit: str, seconds: int) -> str:
    """Return the guide for reviewers, from the template and the results of the artifact."""
    claims, summary = folder / "results/audit/claims.csv", folder / f"{THESIS}/summary.txt"
    studies = [f"results/{path.name}" for path in sorted((folder / "results").glob("*/"))]
    environment_files = sorted((folder / "results").glob("*/environment.json"))
    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    return environment.from_string(read_text(TEMPLATE)).render(
        citation(folder),
        archive=f"{folder.name}.tar.xz",
        commit=commit,
        date=datetime.fromtimestamp(seconds, UTC).date(),
        sizes={name: folder_size(folder / name) for name in ("code", *studies, "figures")},
        items=results_table(read_text(folder / "code/README.md")),
        summary=read_text(summary) if summary.is_file() else "",
        claims=read_models([claims], ClaimVerdict) if claims.is_file() else [],
        proofs=any((folder / PROOFS).glob("*/*/*/manifest.json")),
        environments={path.parent.name: json.loads(read_text(path)) for path in environment_files},
    )


def folder_size(folder: Path) -> tuple[int, float]:
    """Return the number of files in a folder and their total size in megabytes."""
    files = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return len(files), sum(files) / 1e6


def results_table(readme: str) -> str:
    r"""Return the README's table of commands, files and times.

    Examples
    --------
    >>> results_table("| cells |\n|---|\n| 24 |\n\n| thesis |\n|---|\n| Fig. 2.1 |\n\nMore.\n")
    '| thesis |\n|---|\n| Fig. 2.1 |'
    """
    table = readme[readme.index("| thesis |") :]
    return table.partition("\n\n")[0].strip()


def write_crate(folder: Path, commit: str, seconds: int) -> None:
    """Write the metadata of an artifact as a Workflow RO-Crate, ro-crate-metadata.json."""
    from rocrate.model.contextentity import ContextEntity
    from rocrate.rocrate import ROCrate

    crate = ROCrate(version="1.1", gen_preview=False)  # the version that the profile extends
    metadata = citation(folder)
    kind = {"@type": "CreativeWork", "name": metadata["license"]}
    licence = crate.add(
        ContextEntity(
            crate,
            f"https://spdx.org/licenses/{metadata['license']}",
            properties=kind | {"description": "The licence, whose text is code/LICENSE."},
        )
    )
    authors = [
        crate.add(ContextEntity(crate, f"#author-{number}", properties=author(entry)))
        for number, entry in enumerate(metadata["authors"], start=1)
    ]
    for name, description in PARTS.items():
        if (folder / name).exists() or name == CHECKSUMS:
            add_entity = crate.add_dataset if name.endswith("/") else crate.add_file
            add_entity(dest_path=name, properties={"name": description, "description": description})
    workflow = crate.add_workflow(
        dest_path="code/Snakefile",
        main=True,
        lang="snakemake",
        properties={"name": metadata["title"], "version": metadata["version"]},
    )
    workflow["license"] = licence
    workflow["creator"] = authors
    root = crate.root_dataset
    root["name"] = f"{metadata['title']}: code and results"
    root["description"] = (
        f"{metadata['title']}, version {metadata['version']}, commit {commit}: the code, the "
        f"results of a run, and how to reproduce them. Begin with {GUIDE}."
    )
    root["datePublished"] = datetime.fromtimestamp(seconds, UTC).isoformat()
    root["license"] = licence
    root["author"] = root["publisher"] = authors
    root["identifier"] = commit
    root["conformsTo"] = {"@id": "https://w3id.org/workflowhub/workflow-ro-crate/1.0"}
    crate.metadata.write(folder)


def author(entry: dict[str, str]) -> dict[str, str]:
    """Return the metadata of an author in CITATION.cff."""
    if "name" in entry:
        return {"@type": "Organization", "name": entry["name"]}
    return {"@type": "Person", "name": f"{entry['given-names']} {entry['family-names']}"}


def check_crate(folder: Path) -> None:
    """Raise an InputError unless roc-validator, without network access, accepts the metadata.

    The context is that of `rocrate` instead of the one on the web.
    """
    os.environ.setdefault("ROCRATE_VALIDATOR_AUTO_WARM", "0")  # no download
    from rocrate.vocabs import RO_CRATE
    from rocrate_validator.errors import ROCValidatorError
    from rocrate_validator.models import ValidationSettings
    from rocrate_validator.services import validate

    try:
        metadata = json.loads(read_text(folder / METADATA))
        metadata["@context"] = RO_CRATE["@context"] | BIOSCHEMAS
        settings = ValidationSettings(
            rocrate_uri=None,
            metadata_dict=metadata,
            package_root=folder.resolve(),
            profile_identifier="workflow-ro-crate",
            requirement_severity="REQUIRED",
        )
        issues = {str(issue.message) for issue in validate(settings).get_issues()}
    except (ValueError, TypeError, AttributeError, RecursionError, ROCValidatorError) as error:
        raise InputError(f"{METADATA} is not an RO-Crate: {error}") from None
    if issues:
        raise InputError(f"{METADATA} is not a valid RO-Crate: {first_five(issues)}")


def first_five(messages: Iterable[str]) -> str:
    """Return the first five messages, in sorted order, and the number of the others."""
    ordered = sorted(messages)
    others = f"; and {len(ordered) - 5:,} more" if len(ordered) > 5 else ""
    return "; ".join(ordered[:5]) + others


def manifest(folder: Path) -> str:
    """Return the SHA-256 of the files of a folder except `CHECKSUMS`, as ``sha256sum`` does."""
    paths = [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]
    names = sorted(path.relative_to(folder).as_posix() for path in paths)
    return "".join(f"{file_digest(folder / name)}  {name}\n" for name in names if name != CHECKSUMS)


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file, or "" for anything else, such as a link to a folder."""
    return sha256(path) if path.is_file() else ""


def check_manifest(folder: Path) -> None:
    """Raise an InputError if files are missing, changed or not listed."""
    expected, actual = read_text(folder / CHECKSUMS).splitlines(), manifest(folder).splitlines()
    unreadable = {line for line in actual if line.startswith(" ")}
    differing = {
        line.partition("  ")[2] or line for line in unreadable | set(expected) ^ set(actual)
    }
    if differing:
        raise InputError(
            f"files are missing, changed or not in {CHECKSUMS}: {first_five(differing)}"
        )


def pack(folder: Path, path: Path, seconds: int) -> None:
    """Write a folder to a reproducible .tar.xz archive with the given modification time."""

    def without_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
        mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
        no_owner = {"uid": 0, "gid": 0, "uname": "", "gname": ""}
        return member.replace(mtime=seconds, mode=mode, **no_owner, deep=False)

    with (
        atomic_write(path, binary=True) as file,
        tarfile.open(fileobj=file, mode="w|") as archive,
    ):
        archive.add(folder, folder.name, filter=without_owner)


def unpack(path: Path, folder: Path) -> Path:
    """Unpack an archive into a folder and return its single top folder."""
    try:
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")  # refuses to write elsewhere
    except (tarfile.TarError, lzma.LZMAError, EOFError) as error:
        raise InputError(f"{path}: cannot be unpacked: {error}") from None
    entries = list(folder.iterdir())
    if len(entries) != 1 or not entries[0].is_dir():
        raise InputError(f"{path}: expected a single top folder")
    return entries[0]


def check(archive: Path, folder: Path, cores: int) -> None:
    """Unpack an artifact into an empty folder, check it, and compute some of its results again."""
    artifact = unpack(archive, folder)
    check_manifest(artifact)
    check_crate(artifact)
    code = artifact / "code"
    run(code, "make", "setup")
    cells = corner_cells(artifact)
    rerun(artifact, "again", [f"{THESIS}/minima/{cell}" for cell in cells], cores)
    for rows in ("minima", "timings"):
        if (artifact / THESIS / rows).is_dir():
            shutil.copytree(artifact / THESIS / rows, artifact / "tables" / THESIS / rows)
    tables = [name for name in TABLES if (artifact / f"{THESIS}/{name}.csv").is_file()]
    rules = ["--allowed-rules", *(f"{name}_table" for name in tables)]
    rerun(artifact, "tables", [f"{THESIS}/{name}.csv" for name in tables], 1, *rules)
    if (artifact / PROOFS).is_dir() and shutil.which("cake_lpr"):
        for cell in cells:
            proofs = (artifact / PROOFS / cell).with_suffix("").resolve()
            boards = (artifact / "again" / THESIS / "minima" / cell).resolve()
            run(code, ".venv/bin/floodit", "verify", "--quiet", str(proofs), str(boards))
    run(code, "make", "smoke", f"CORES={cores}")


def corner_cells(artifact: Path) -> list[str]:
    """Return the files of minima with the smallest and largest n and k of each seed."""
    minima = artifact / THESIS / "minima"
    names = {path.relative_to(minima).as_posix() for path in minima.glob("seed*/n*_k*.csv")}
    grid = [tuple(map(int, re.findall(r"\d+", name))) for name in names]
    if not grid:
        raise InputError(f"{THESIS}/minima: expected files such as seed2020/n4_k3.csv")
    seeds, *sizes = zip(*grid, strict=True)
    corners = product(sorted({*seeds}), *(sorted({min(values), max(values)}) for values in sizes))
    return [name for s, n, k in corners if (name := f"seed{s}/n{n}_k{k}.csv") in names]


def rerun(artifact: Path, name: str, targets: Sequence[str], cores: int, *options: str) -> None:
    """Make targets again in a new folder and compare them with those of the artifact."""
    command = [".venv/bin/python", "-m", "snakemake", "--cores", str(cores)]
    options_of_folder = ["--directory", f"../{name}", "--configfile", f"../{CONFIG}"]
    run(
        artifact / "code",
        *command,
        *options_of_folder,
        "--show-failed-logs",
        *options,
        "--",
        *targets,
    )
    for target in targets:
        if read_text(artifact / target) != read_text(artifact / name / target):
            raise DisagreementError(f"{target} differs, see {artifact / name}")


def run(code: Path, *command: str) -> None:
    """Run a command in an artifact's code, without environment variables of make and Python."""
    excluded = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "VIRTUAL_ENV", "PYTHONPATH")
    environment = {name: value for name, value in os.environ.items() if name not in excluded}
    path = f"{code.resolve()}/.venv/bin{os.pathsep}{environment['PATH']}"
    result = subprocess.run(command, cwd=code, env=environment | {"PATH": path}, stdout=sys.stderr)
    if result.returncode:
        raise InputError(f"{' '.join(command)} failed, see above")


if __name__ == "__main__":
    main()

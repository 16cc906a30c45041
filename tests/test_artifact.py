"""An artifact is complete and reproducible, and its check finds what is wrong."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.formats.text import parse_board
from puzzlesat.floodit.prove.verified import prove
from tests.programs import commit, load_tool, snakemake

ROOT = Path(__file__).parents[1]

tool = load_tool("artifact")
SUMS = tool.CHECKSUMS

pytestmark = pytest.mark.skipif(
    not hasattr(tarfile, "data_filter"), reason="archives require Python 3.11.4 or newer"
)

PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

HEAD = "seed,n,k,board,fields,minimum\n"
ROWS = "1,2,2,0,00/01,1\n1,2,2,1,01/10,2\n"
CONFIG = "thesis: {bounds: {n_values: [2], k_values: [2]}}\n"
ENVIRONMENT = {
    "python": "3.11",
    "snakemake": "9.5",
    "system": "Linux",
    "processor": "Xeon",
    "cores": 2,
    "memory_gib": 8,
    "host": "here",
    "date": "2020-02-02T00:00:00+00:00",
    "timed_on_hosts": ["here"],
    "config": {},
}

WORKFLOW = """
rule all:
    input: "results/thesis/minima.csv", "results/thesis/environment.json", "results/config.yaml"

rule audit:
    input: "results/audit/x/y.csv"

rule minima:
    output: "results/thesis/minima/seed1/n2_k2.csv", "results/config.yaml", "results/audit/x/y.csv"
    shell: "cp code/rows.csv {output[0]}; cp code/config.yaml {output[1]}; touch {output[2]}"

rule table:
    input: "results/thesis/minima/seed1/n2_k2.csv"
    output: "results/thesis/minima.csv", "figures/bounds.svg", "results/thesis/bounds.csv"
    shell: "cp {input} {output[0]}; echo '<svg/>' > {output[1]}; cp code/bounds.csv {output[2]}"

rule environment:
    input: "results/thesis/minima.csv"
    output: "results/thesis/environment.json"
    shell: "cp code/environment.json {output}"
"""

MAKEFILE = """
setup:
\tmkdir -p .venv/bin
\tcp python .venv/bin; cp floodit .venv/bin || true
\tchmod +x .venv/bin/*
smoke:
\tmkdir -p smoke/results/thesis
\tcp rows.csv smoke/results/thesis/minima.csv
"""

PYTHON = """#!/bin/sh
mkdir -p ../again/results/thesis/minima/seed1 ../tables/results/thesis
cp again.csv ../again/results/thesis/minima/seed1/n2_k2.csv
cp ../tables/results/thesis/minima/seed1/n2_k2.csv ../tables/results/thesis/minima.csv
cp bounds.csv ../tables/results/thesis
"""
"""A replacement for Snakemake in the code of the artifact."""

CODE = {
    "python": PYTHON,
    "bounds.csv": "n,k,q1\n2,2,1\n",
    "Snakefile": WORKFLOW,
    "Makefile": MAKEFILE,
    "rows.csv": HEAD + ROWS,
    "config.yaml": CONFIG,
    "again.csv": HEAD + ROWS,
    "environment.json": json.dumps(ENVIRONMENT),
    "LICENSE": "Yours.\n",
    "requirements.lock": "click==8.2\n",
    "CITATION.cff": "{title: A toy, version: 1.0, license: MIT, authors: [{name: Somebody}]}\n",
    "README.md": "## Reproduce the thesis\n\n| thesis | command |\n|---|---|\n| Fig. 1 | `x` |\n",
}


@pytest.fixture(scope="module", autouse=True)
def without_crate():
    """Neither write nor validate the RO-Crate, whose library `make setup` does not install."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", PATH)
        patch.setattr(tool, "check_crate", lambda folder: None)
        patch.setattr(tool, "write_crate", lambda *_: None)
        yield


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    folder = tmp_path_factory.mktemp("repository")
    for name, text in CODE.items():
        (folder / name).write_text(text)
    (folder / "code").symlink_to(".")  # the rules' inputs, from where the run is
    (folder / ".gitignore").write_text("results\nfigures\n.snakemake\n/code\n")
    commit(folder)
    targets = ("--quiet", "all", "--", "all", "audit")
    status, output = snakemake(
        "--cores", "1", *targets, env=os.environ | {"PATH": PATH}, folder=folder
    )
    assert status == 0, output
    return folder


@pytest.fixture(scope="module")
def archive(root, tmp_path_factory):
    return tool.make(root, root, tmp_path_factory.mktemp("out"))


@pytest.fixture
def copy(root, tmp_path):
    """A copy of the repository that a test may change."""
    return shutil.copytree(root, tmp_path / "copy", symlinks=True)


@pytest.fixture
def artifact(archive, tmp_path):
    (tmp_path / "unpacked").mkdir()
    return tool.unpack(archive, tmp_path / "unpacked")


def repacked(artifact, *, fit):
    """Pack an artifact again, with its old checksums or with new ones."""
    if fit:
        (artifact / SUMS).write_text(tool.manifest(artifact))
    path = artifact.parents[1] / "again.tar.xz"
    tool.pack(artifact, path, 0)
    return path


def checked(path, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    tool.check(path, tmp_path / "elsewhere", 1)


def test_artifact_contains_code_results_figures_and_checksums(artifact):
    assert artifact.name == "puzzlesat-1.0-artifact"
    for name in ("code/Snakefile", "results/thesis/minima.csv", "figures/bounds.svg"):
        assert f"  {name}\n" in (artifact / SUMS).read_text()
    command = ["sha256sum", "--check", "--quiet", SUMS]
    assert subprocess.run(command, cwd=artifact, check=True, capture_output=True).stdout == b""
    listed = {line.split("  ")[1] for line in (artifact / SUMS).read_text().splitlines()}
    there = {str(x.relative_to(artifact)) for x in artifact.rglob("*") if x.is_file()}
    assert listed == there - {SUMS}


def test_artifact_is_reproducible(root, archive, tmp_path):
    os.utime(root / "results/thesis/minima.csv", (1, 1))
    assert tool.make(root, root, tmp_path).read_bytes() == archive.read_bytes()


def test_valid_artifact_passes_the_check(archive, tmp_path):
    checked(archive, tmp_path)
    made = tmp_path / "elsewhere/puzzlesat-1.0-artifact"
    assert (made / "again/results/thesis/minima/seed1/n2_k2.csv").read_text() == HEAD + ROWS
    assert (made / "code/smoke/results/thesis/minima.csv").is_file()


def flip(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("left", [None, 0, 2000, -100])
def test_flipped_bit_or_a_missing_end_of_the_archive_is_detected(archive, tmp_path, left):
    path = tmp_path / "damaged.tar.xz"
    path.write_bytes(archive.read_bytes()[:left])
    if left is None:
        flip(path)
    with pytest.raises(InputError, match=rf"^{re.escape(str(path))}: "):
        checked(path, tmp_path)


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda x: flip(x / "figures/bounds.svg"), "figures/bounds.svg"),
        (lambda x: (x / "code/LICENSE").unlink(), "code/LICENSE"),
        (lambda x: (x / "more").touch(), "more"),
        (lambda x: (x / SUMS).open("a").write("0 a\n"), "0 a"),
    ],
)
def test_changed_missing_or_extra_files_are_reported(artifact, tmp_path, change, name):
    change(artifact)
    with pytest.raises(InputError, match=f"^files are missing, changed or not in {SUMS}: {name}$"):
        checked(repacked(artifact, fit=False), tmp_path)


@pytest.mark.parametrize(
    ("changed", "old", "new"),
    [
        pytest.param(["minima.csv"], "01/10,2", "01/10,3", id="table"),
        pytest.param(["minima/seed1/n2_k2.csv", "minima.csv"], "01/10,2", "01/10,3", id="rows"),
        pytest.param(["bounds.csv"], "2,2,1", "2,2,2", id="another table"),
    ],
)
def test_changed_number_in_the_results_is_detected(artifact, tmp_path, changed, old, new):
    for name in changed:
        path = artifact / "results/thesis" / name
        path.write_text(path.read_text().replace(old, new))
    message = f"^{re.escape(f'results/thesis/{changed[0]}')} differs, see"
    with pytest.raises(DisagreementError, match=message):
        checked(repacked(artifact, fit=True), tmp_path)


@pytest.mark.parametrize(
    ("proven", "rows", "error"),
    [
        (["00/01", "01/10"], ROWS, ""),
        (["01/11", "01/10"], ROWS, "the evidence is for a board other than board 0"),
        (["00/01"], ROWS, "no proof for board 1"),
        (["00/01", "01/10"], ROWS.replace("01/10,2", "01/10,1"), "its file gives 1"),
    ],
)
def test_proofs_must_be_of_the_boards_and_minima_of_the_results(
    artifact, tmp_path, monkeypatch, capfd, proven, rows, error
):
    """A proof of an unrelated board would be accepted as the proof of a minimum in the tables."""
    programs = {"cake_lpr": "echo s VERIFIED UNSAT"}
    programs["floodit"] = f'exec {sys.executable} -m puzzlesat.floodit.cli "$@"'
    for name, line in programs.items():
        (artifact / "code" / name).write_text(f"#!/bin/sh\n{line}\n")
        (artifact / "code" / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{artifact / 'code'}{os.pathsep}{PATH}")
    folder = artifact / "results/verified/kept/seed1/n2_k2"
    for number, text in enumerate(proven):
        prove(parse_board(text, 2), folder / f"board-{number}")
    for path in (artifact / "code/again.csv", *artifact.glob("results/thesis/**/*.csv")):
        if path.name != "bounds.csv":
            path.write_text(HEAD + rows)
    path = repacked(artifact, fit=True)
    if not error:
        checked(path, tmp_path)
        return
    with pytest.raises(InputError, match=r"floodit verify .*/n2_k2 .*/n2_k2\.csv failed"):
        checked(path, tmp_path)
    assert error in capfd.readouterr().err


@pytest.mark.parametrize(
    ("name", "link"), [("../b", ""), ("/b", ""), ("a/b", "/etc/passwd"), ("a/b", "../../b")]
)
def test_archive_cannot_write_outside_the_target_folder(tmp_path, name, link):
    path = tmp_path / "a.tar.xz"
    with tarfile.open(path, "w:xz") as archive:
        member = tarfile.TarInfo(name)
        if link:
            member.type, member.linkname = tarfile.SYMTYPE, link
        archive.addfile(member)
    (tmp_path / "c").mkdir()
    with pytest.raises(InputError, match=r"a\.tar\.xz: "):
        tool.unpack(path, tmp_path / "c")
    assert not (tmp_path / "b").exists()


def test_uncommitted_changes_are_rejected(copy):
    (copy / "README.md").write_text("changed")
    with pytest.raises(InputError, match=r"^README\.md has uncommitted changes"):
        tool.head_commit(copy)


def test_outdated_results_are_rejected(copy):
    (copy / "Snakefile").write_text(WORKFLOW.replace("<svg/>", "<svg></svg>"))
    message = (
        r": run snakemake again; out of date: figures/bounds\.svg; results/thesis/bounds\.csv; "
        r"results/thesis/environment\.json; results/thesis/minima\.csv$"
    )
    with pytest.raises(InputError, match=message):
        tool.check_results(copy, copy)


@pytest.mark.parametrize("name", ["results/config.yaml", "results/thesis/minima.csv", ".snakemake"])
def test_results_without_required_files_are_rejected(copy, tmp_path, name):
    (copy / name).rename(tmp_path / "elsewhere")
    with pytest.raises(InputError, match=f"{name} is missing; make reproduce writes it$"):
        tool.check_results(copy, copy)

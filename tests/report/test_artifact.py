"""An artifact is whole and the same each time, and what is wrong with one is found and named."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.report.artifact import archive as module
from puzzlesat.report.artifact import checking, crate, guide, making
from puzzlesat.report.artifact.archive import SUMS, damages, pack, unpack, write_checksums
from puzzlesat.report.artifact.jobs import job_rows
from puzzlesat.report.artifact.record import Commit, Record

pytestmark = pytest.mark.xdist_group("artifact")  # its run is made once

COMMIT = Commit("0" * 40, 1_600_000_000)
GIT = {
    f"GIT_{who}_{what}": "somebody" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
}
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

HEAD = "seed,n,k,i,minimum\n"
ROWS = "1,2,2,0,1\n1,2,2,1,2\n"
CONFIG = "thesis: {bounds: {n_values: [2], k_values: [2]}}\n"
ENVIRONMENT = {
    **{"python": "3.11", "snakemake": "9.5", "system": "Linux", "processor": "Xeon", "cores": 2},
    **{"memory_gib": 8, "host": "here", "date": "2020-02-02T00:00:00+00:00"},
    **{"timed_on_hosts": ["here"], "config": {}},
}

WORKFLOW = """
rule all:
    input: "results/thesis/minima.csv", "results/thesis/environment.json", "results/config.yaml"

rule minima:
    output: "results/thesis/minima/n2_k2.csv", "results/config.yaml", "results/audit/x/y.csv"
    shell: "cp code/rows.csv {output[0]}; cp code/config.yaml {output[1]}; touch {output[2]}"

rule table:
    input: "results/thesis/minima/n2_k2.csv"
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
\tcp python floodit .venv/bin
\tchmod +x .venv/bin/*
smoke:
\tmkdir -p smoke/results/thesis
\tcp rows.csv smoke/results/thesis/minima.csv
"""

FLOODIT = """#!/bin/sh
for folder; do :; done
grep '^p cnf' $folder/board-0.cnf
"""
"""Stands for `floodit verify`, which says what is wrong with the folder that comes last."""

PYTHON = """#!/bin/sh
mkdir -p ../again/results/thesis/minima ../tables/results/thesis
cp again.csv ../again/results/thesis/minima/n2_k2.csv
cp ../tables/results/thesis/minima/n2_k2.csv ../tables/results/thesis/minima.csv
cp bounds.csv ../tables/results/thesis
"""
"""Stands for Snakemake in the code of the artifact."""

CODE = {
    **{"python": PYTHON, "floodit": FLOODIT, "bounds.csv": "n,k,q1\n2,2,1\n"},
    **{"Snakefile": WORKFLOW, "Makefile": MAKEFILE, "rows.csv": HEAD + ROWS, "config.yaml": CONFIG},
    **{
        "again.csv": HEAD + ROWS,
        "environment.json": json.dumps(ENVIRONMENT),
        "LICENSE": "Yours.\n",
    },
    "requirements.lock": "click==8.2\n",
    "CITATION.cff": "{title: A toy, version: 1.0, license: MIT, authors: [{name: Somebody}]}\n",
    "README.md": "## What comes out\n\n| thesis | command |\n|---|---|\n| Fig. 1 | `x` |\n",
}


@pytest.fixture(scope="module", autouse=True)
def described():
    """Do without the description where no library writes it, and validate it where a test says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", PATH)
        patch.setattr(checking, "faults", lambda folder: [])
        if find_spec("rocrate") is None:
            patch.setattr(making, "write_metadata", lambda folder, commit: None)
        yield


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A repository with code of its own, in which a run was made."""
    folder = tmp_path_factory.mktemp("repository")
    for name, text in CODE.items():
        (folder / name).write_text(text)
    (folder / "code").symlink_to(".")  # the rules' inputs, from where the run is
    (folder / ".gitignore").write_text("results\nfigures\n.snakemake\n/code\n")
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "Begin"]):
        subprocess.run(["git", *command], cwd=folder, check=True, env=os.environ | GIT)
    subprocess.run(
        [sys.executable, "-m", "snakemake", "--cores", "1", "--quiet", "all"],
        cwd=folder,
        check=True,
        env=os.environ | {"PATH": PATH},
        capture_output=True,
    )
    return folder


@pytest.fixture(scope="module")
def archive(root, tmp_path_factory):
    return making.make(root, root, tmp_path_factory.mktemp("out"), making.committed(root))


@pytest.fixture
def artifact(archive, tmp_path):
    """An artifact, unpacked, with which a test does what it wants."""
    (tmp_path / "unpacked").mkdir()
    return unpack(archive, tmp_path / "unpacked")


def repacked(artifact, *, fit):
    """Pack an artifact again, with checksums that fit what it holds now, or as they were."""
    if fit:
        write_checksums(artifact)
    path = artifact.parents[1] / "again.tar.xz"
    pack(artifact, path, 0)
    return path


def checked(path, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    return checking.check(path, tmp_path / "elsewhere", 1, lambda text: None)


def test_it_holds_code_results_guide_and_checksums(artifact):
    assert artifact.name == "puzzlesat-1.0-artifact"
    assert damages(artifact) == []
    for name in ("code/Snakefile", "results/thesis/minima.csv", "figures/bounds.svg", "jobs.csv"):
        assert f"  {name}\n" in (artifact / SUMS).read_text()
    command = ["sha256sum", "--check", "--quiet", SUMS]
    assert subprocess.run(command, cwd=artifact, check=True, capture_output=True).stdout == b""


def test_the_same_inputs_give_the_same_bytes(root, archive, tmp_path):
    os.utime(root / "results/thesis/minima.csv", (1, 1))
    again = making.make(root, root, tmp_path, making.committed(root))
    assert again.read_bytes() == archive.read_bytes()


def test_a_sound_one_holds(archive, tmp_path):
    said = checked(archive, tmp_path)
    assert said == (
        f"{archive} holds: every file is whole, the description is valid, all targets run, the "
        "thesis's tables follow from their rows, 0 folders of certificates are accepted, and 2 of "
        "2 minima, found anew, are the same"
    )


def flip(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_a_flipped_byte_of_the_archive_is_found(archive, tmp_path):
    path = Path(shutil.copy(archive, tmp_path))
    flip(path)
    with pytest.raises(InputError, match=rf"^{re.escape(str(path))}: cannot "):
        checked(path, tmp_path)


@pytest.mark.parametrize("left", [0, 2000, -100, -1])
def test_an_archive_that_is_cut_off_is_found(archive, tmp_path, left):
    path = tmp_path / "cut.tar.xz"
    path.write_bytes(archive.read_bytes()[:left])
    with pytest.raises(InputError, match=rf"^{re.escape(str(path))}: "):
        checked(path, tmp_path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda x: flip(x / "figures/bounds.svg"),
            "figures/bounds.svg is not what SHA256SUMS says",
        ),
        (lambda x: (x / "code/LICENSE").unlink(), "code/LICENSE is missing"),
        (lambda x: (x / "more").touch(), "more is not listed in SHA256SUMS"),
        (lambda x: (x / SUMS).unlink(), "SHA256SUMS is missing"),
    ],
)
def test_a_file_that_is_not_as_it_was_is_named(artifact, tmp_path, change, said):
    change(artifact)
    with pytest.raises(InputError, match=f"^the artifact is damaged: {said}$"):
        checked(repacked(artifact, fit=False), tmp_path)


def change_minimum(path):
    path.write_text(path.read_text().replace("1,2,2,1,2", "1,2,2,1,3"))


def test_a_changed_minimum_of_the_table_is_named(artifact, tmp_path):
    change_minimum(artifact / "results/thesis/minima.csv")
    said = "^minima differ: board 1 of n 2, k 2, seed 1 has 3 in the table and 2 in its rows$"
    with pytest.raises(DisagreementError, match=said):
        checked(repacked(artifact, fit=True), tmp_path)


def test_a_minimum_without_a_row_is_named(artifact, tmp_path):
    with (artifact / "results/thesis/minima.csv").open("a") as file:
        file.write("1,2,2,7,2\n")
    with pytest.raises(DisagreementError, match=r"^board 7 of n 2, k 2, seed 1 is in .* no row$"):
        checked(repacked(artifact, fit=True), tmp_path)


@pytest.mark.parametrize("right", ["again.csv", "rows.csv"])
def test_a_changed_minimum_of_table_and_rows_is_named(artifact, tmp_path, right):
    """By the experiment, and by the smoke grid where that has the board."""
    for name in ("minima.csv", "minima/n2_k2.csv"):
        change_minimum(artifact / "results/thesis" / name)
    (other,) = {"again.csv", "rows.csv"} - {right}
    (artifact / "code" / other).write_text(HEAD + "1,2,2,0,1\n")
    said = "^minima differ: board 1 of n 2, k 2, seed 1 has 3 in the artifact and 2 here$"
    with pytest.raises(DisagreementError, match=said):
        checked(repacked(artifact, fit=True), tmp_path)


def test_a_changed_number_of_another_table_is_named(artifact, tmp_path):
    path = artifact / "results/thesis/bounds.csv"
    path.write_text(path.read_text().replace("2,2,1", "2,2,2"))
    with pytest.raises(DisagreementError, match=r"bounds\.csv: line 2 does not follow from its"):
        checked(repacked(artifact, fit=True), tmp_path)


def test_a_certificate_that_does_not_hold_is_found(artifact, tmp_path):
    folder = artifact / "results/certificates/n2_k2/0-99"
    folder.mkdir(parents=True)
    (folder / "certificates.csv").touch()
    with pytest.raises(InputError, match=r"^certificates failed, .*floodit verify .*n2_k2/0-99: "):
        checked(repacked(artifact, fit=True), tmp_path)


def test_what_does_not_run_says_what_it_said(artifact, tmp_path):
    with (artifact / "code/Makefile").open("a") as file:
        file.write("\techo no room left; false\n")
    with pytest.raises(InputError, match=r"^the smoke grid failed, make smoke CORES=1: .*no room"):
        checked(repacked(artifact, fit=True), tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0 a\n", f"^{SUMS}: line 1: expected a SHA-256, two blanks and a name$"),
        (f"{'0' * 64}  a\n" * 2, f"^{SUMS}: line 2: a stands there twice$"),
    ],
)
def test_checksums_that_are_none_are_refused(tmp_path, text, said):
    (tmp_path / SUMS).write_text(text)
    with pytest.raises(InputError, match=said):
        damages(tmp_path)


def test_an_archive_does_not_write_elsewhere(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/link").symlink_to("../../b")
    pack(tmp_path / "a", tmp_path / "a.tar.xz", 0)
    (tmp_path / "c").mkdir()
    with pytest.raises(InputError, match="cannot be unpacked"):
        unpack(tmp_path / "a.tar.xz", tmp_path / "c")


def archived(path, *members, content=b"x"):
    """Write an archive of members that no program of ours would pack."""
    with tarfile.open(path, "w:xz") as archive:
        for name, link in members:
            member = tarfile.TarInfo(name)
            if link:
                member.type, member.linkname = tarfile.SYMTYPE, link
            else:
                member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ([("a/b/c", ""), ("a/link", "b"), ("a/link/d", "")], "a/link/d lies behind a link"),
        ([("a/b", ""), ("a/link", "b"), ("a/link", "")], "a/link lies behind a link"),
        ([("a/b", ""), ("a/b", "")], "a/b stands there twice"),
        ([("../b", "")], "would be extracted to"),
        ([("a/b", "/etc/passwd")], "is a link to an absolute path"),
    ],
)
def test_what_is_written_through_links_twice_or_outside_is_refused(tmp_path, members, said):
    (tmp_path / "c").mkdir()
    path = archived(tmp_path / "a.tar.xz", *members)
    with pytest.raises(InputError, match=rf"a\.tar\.xz: cannot be unpacked: .*{said}"):
        unpack(path, tmp_path / "c")


def test_an_archive_that_there_is_no_room_for_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "disk_usage", lambda folder: SimpleNamespace(free=3 << 20))
    (tmp_path / "c").mkdir()
    path = archived(tmp_path / "a.tar.xz", ("a/b", ""), ("a/c", ""), content=bytes(2 << 20))
    with pytest.raises(InputError, match=r"takes more than the 3 MiB that are free in .*/c$"):
        unpack(path, tmp_path / "c")
    assert [x.name for x in (tmp_path / "c/a").iterdir()] == ["b"]


@pytest.mark.parametrize(("link", "to"), [("x", "nowhere"), ("y", "code"), ("z", "../../..")])
def test_a_link_that_is_no_file_of_the_artifact_is_named(artifact, link, to):
    (artifact / link).symlink_to(to)
    write_checksums(artifact)
    assert damages(artifact) == [f"{link} is neither a file of the artifact nor a folder"]


def test_a_link_to_a_file_of_the_artifact_is_a_file(artifact):
    (artifact / "x").symlink_to("code/LICENSE")
    write_checksums(artifact)
    assert damages(artifact) == []


@pytest.mark.parametrize(
    "text",
    ["", "a", "{", "thesis: 5", CONFIG.replace("[2]", "[]"), CONFIG.replace("[2]", "[../x]")],
)
def test_a_configuration_that_is_none_is_told_in_a_sentence(artifact, text):
    (artifact / "results/config.yaml").write_text(text)
    with pytest.raises(InputError, match=r"^results/config\.yaml: expected lists of numbers, th"):
        checking.corner_cells(artifact)


@pytest.mark.parametrize("text", ["[]", "[" * 100_000, '{"@graph": 5}', '{"@graph": [5]}'])
def test_a_description_that_is_none_is_told_in_a_sentence(artifact, text):
    pytest.importorskip("rocrate")
    pytest.importorskip("rocrate_validator")
    (artifact / crate.METADATA).write_text(text)
    with pytest.raises(InputError, match=f"^{crate.METADATA}(: expected an object| is no JSON)"):
        crate.faults(artifact)


def test_only_what_is_committed_is_packed(root, tmp_path):
    copy = shutil.copytree(root, tmp_path / "copy", symlinks=True)
    (copy / "README.md").write_text("changed")
    with pytest.raises(InputError, match=r"^README\.md is not as it was committed"):
        making.committed(copy)


def test_a_run_that_is_whole_and_of_this_code_passes(root):
    making.check_run(root, root)


def test_a_run_of_another_code_is_refused(root, tmp_path):
    copy = shutil.copytree(root, tmp_path / "copy", symlinks=True)
    text = WORKFLOW.replace("<svg/>", "<svg></svg>")
    (copy / "Snakefile").write_text(text)
    with pytest.raises(InputError, match="inputs of environment, table have changed; run make"):
        making.check_run(copy, copy)


def test_a_run_that_is_not_whole_is_refused(root, tmp_path):
    copy = shutil.copytree(root, tmp_path / "copy", symlinks=True)
    (copy / "results/config.yaml").unlink()
    with pytest.raises(InputError, match=r"config\.yaml is missing; make reproduce writes it$"):
        making.check_run(copy, copy)
    shutil.copy(root / "results/config.yaml", copy / "results")
    shutil.rmtree(copy / ".snakemake")
    with pytest.raises(InputError, match="Snakemake's notes are missing"):
        making.check_run(copy, copy)


def test_jobs_are_those_of_snakemake(root):
    rows = {row["output"]: row for row in job_rows(root)}
    assert rows["results/thesis/minima.csv"]["rule"] == "table"
    assert rows["results/thesis/minima.csv"]["start"] <= rows["figures/bounds.svg"]["start"]
    assert all(row["seconds"] >= 0 for row in rows.values())
    assert len(rows) == 7


def test_the_guide_has_the_numbers_of_the_run(artifact):
    text = guide.guide(Record(artifact), COMMIT)
    assert "| Fig. 1 | `x` |" in text
    assert "| thesis | 2020-02-02T00:00:00+00:00 | Xeon, 2 cores, 8 GiB of memory, Linux |" in text
    assert "| audit | 1 | " in text
    assert "| `figures/`, `results/thesis/` | the thesis's figures and tables | 5 | 0.0 |" in text
    assert "| `results/audit/` | the study audit | 1 | 0.0 |" in text
    assert "The audit of all claims was not run" in text
    assert "floodit verify" not in text
    (artifact / "results/audit/claims.csv").write_text(
        "source,section,claim,measured,verdict,evidence\nthesis,ch. 1,All is well,5,holds,a.csv\n"
    )
    folder = artifact / "results/certificates/n2_k2/0-99"
    folder.mkdir(parents=True)
    (folder / "certificates.csv").touch()
    text = guide.guide(Record(artifact), COMMIT)
    assert "| thesis | ch. 1 | All is well | holds | `a.csv` |" in text
    assert "for folder in ../results/certificates/*/*/; do floodit verify" in text


def test_the_readme_says_by_which_command_each_item_is_made():
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    table = guide.items(readme).splitlines()
    assert table[0] == "| thesis | command | file | minutes | expected variation |"
    assert len(table) >= 7


@pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")
def test_the_description_is_a_valid_workflow_run_crate(artifact):
    pytest.importorskip("rocrate")
    pytest.importorskip("rocrate_validator")
    assert crate.faults(artifact) == []
    metadata = json.loads((artifact / crate.METADATA).read_text())
    entities = {entity["@id"]: entity for entity in metadata["@graph"]}
    assert entities["./"]["mainEntity"] == {"@id": "code/Snakefile"}
    run = entities["#run-thesis"]
    assert run["instrument"] == {"@id": "code/Snakefile"}
    assert {"@id": "results/thesis/minima/"} in run["result"]
    assert run["startTime"] < run["endTime"]
    assert entities["#author-1"]["name"] == "Somebody"
    del entities["./"]["mainEntity"]
    (artifact / crate.METADATA).write_text(json.dumps(metadata))
    assert any("mainEntity" in fault for fault in crate.faults(artifact))


@pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")
def test_a_description_of_what_is_not_there_is_refused(artifact, monkeypatch):
    pytest.importorskip("rocrate")
    pytest.importorskip("rocrate_validator")
    monkeypatch.setattr(checking, "faults", crate.faults)
    (artifact / "figures/bounds.svg").unlink()
    write_checksums(artifact)
    said = r"^the artifact is not a valid RO-Crate: .*figures/bounds\.svg"
    with pytest.raises(InputError, match=said):
        checking.check_files(artifact)

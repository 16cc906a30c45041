"""The workflow as the Snakemake workflow catalog wants it, and as a module of other workflows."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from snakemake.utils import update_config

from puzzlesat import _engine
from tests import programs
from tests.programs import commit, load_tool, script
from tests.workflow.test_workflow import ENVIRONMENT, remade

ROOT = Path(__file__).parents[2]

SMALL = {"boards": 2} | {name: {"n_values": [4], "k_values": [3]} for name in ("bounds", "wins")}
"""One grid point of the smoke configuration."""


def module(folder, snakefile, settings):
    """Write a workflow that has this one as a module, with its outputs in flooding/."""
    (folder / "settings.yaml").write_text(yaml.safe_dump(settings))
    (folder / "Snakefile").write_text(
        f"""
configfile: "settings.yaml"

module puzzlesat:
    snakefile: {snakefile}
    config: config
    prefix: "flooding"

use rule * from puzzlesat as puzzlesat_*

rule mine:
    default_target: True
    input: rules.puzzlesat_all.input
    output: "mine.txt"
    shell: "cat flooding/results/thesis/summary.txt > {{output}}"
"""
    )


def snakemake(folder, *arguments, **variables):
    env = ENVIRONMENT | variables
    status, output = programs.snakemake("--cores", "2", *arguments, env=env, folder=folder)
    assert status == 0, output
    return output


@pytest.fixture
def smoke():
    return yaml.safe_load((ROOT / "config/smoke.yaml").read_text())


def test_workflow_can_be_used_as_a_module(tmp_path, smoke):
    update_config(smoke["thesis"], SMALL)
    module(tmp_path, repr(str(ROOT / "workflow/Snakefile")), smoke)
    study = "flooding/results/minesweeper/constraints.csv"
    snakemake(tmp_path, "flooding/results/thesis/bounds.csv", "flooding/results/config.yaml", study)
    assert (tmp_path / study).read_text().count("\n") > 1
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == [
        ".snakemake",
        "flooding",
    ]
    made = yaml.safe_load((tmp_path / "flooding/results/config.yaml").read_text())
    assert made["thesis"]["boards"] == 2
    assert made["audit"]["minima"]["boards"] == 20  # of the smoke configuration
    assert made["thesis"]["wins"]["wall_limit"] == 60  # of the default one


def test_module_can_be_fetched_from_its_git_host(tmp_path, smoke):
    hosted, folder = tmp_path / "hosted", tmp_path / "folder"
    hosted.mkdir()
    folder.mkdir()
    files = ["Snakefile", "config.yaml", "environment.yml", "workflow", "reference", "config"]
    subprocess.run(["cp", "-r", *files, str(hosted)], check=True, cwd=ROOT)
    commit(hosted)
    subprocess.run(["git", "tag", "v1"], check=True, cwd=hosted)
    there = {  # git uses the folder instead of GitHub
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{hosted}.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/example/puzzlesat",
    }
    module(folder, 'github("example/puzzlesat", path="workflow/Snakefile", tag="v1")', smoke)
    boards = "flooding/results/boards/n4_k3/0-3.csv"
    snakemake(folder, boards, **there)
    assert len((folder / boards).read_text().splitlines()) == 1 + 4
    output = snakemake(folder, "--dry-run", "mine.txt", "puzzlesat_flowfree", **there)
    assert {"mine", "puzzlesat_wins_table", "puzzlesat_flowfree"} <= remade(output)


def test_files_required_by_the_workflow_catalog_exist(tmp_path):
    """The requirements of its standardised usage are in its documentation, "Adding workflows"."""
    settings = yaml.safe_load((ROOT / ".snakemake-workflow-catalog.yml").read_text())
    assert list(settings) == ["usage"]
    assert set(settings["usage"]) == {"mandatory-flags", "software-stack-deployment", "report"}
    assert (ROOT / "config/README.md").is_file()
    assert (ROOT / "CHANGELOG.md").is_file()
    assert (ROOT / "config/config.yaml").samefile(ROOT / "config.yaml")  # what snakedeploy copies
    output = snakemake(tmp_path, "--dry-run", "--snakefile", str(ROOT / "workflow/Snakefile"))
    assert "wins_table" in remade(output)


@pytest.mark.parametrize("name", ["environment.yml", "workflow/envs/puzzlesat.yaml"])
def test_conda_installs_what_the_rules_need_in_the_pinned_versions(name):
    text = (ROOT / name).read_text()
    assert text == load_tool("conda_environment").locked(text), "run tools/conda_environment.py"
    *_, pip = yaml.safe_load(text)["dependencies"]
    installed = {package.partition("==")[0] for package in pip["pip"]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = project["dependencies"] + project["optional-dependencies"]["workflow"]
    plugins = {"snakemake-executor-plugin-slurm", "snakemake-executor-plugin-cluster-generic"}
    assert {re.match(r"[\w.-]+", package)[0] for package in needed} - plugins <= installed
    assert not {"mypy", "ruff", "selenium", "pytest"} & installed


CONDA = f"""#!{sys.executable} -I
# A replacement for conda, whose environments contain the libraries of this one.
import json, site, sys, venv
from pathlib import Path
match sys.argv[1:]:
    case ["info", *_]:
        prefix = Path(__file__).parents[1]
        print(json.dumps({{"conda_prefix": str(prefix), "platform": "linux-64"}}))
    case ["--version"]:
        print("conda 25.1.0")
    case ["config", *_]:
        print(json.dumps({{"get": {{"channel_priority": "strict"}}}}))
    case ["env", "create", *given]:
        folder = Path(given[given.index("--prefix") + 1])
        venv.create(folder, with_pip=False, symlinks=True)
        (library,) = folder.glob("lib/python*/site-packages")
        (library / "here.pth").write_text("\\n".join(site.getsitepackages()))
"""


COMPILED = f"""cmake_minimum_required(VERSION 3.18)
project(puzzlesat LANGUAGES NONE)
install(FILES [[{_engine.__file__}]] DESTINATION puzzlesat)
"""
"""A replacement for the engine's build, whose subject is tests/test_packaging.py."""


def deployed(folder, root):
    """Let Snakemake deploy the environment of a copy of the workflow, and sample boards in it."""
    commands = folder / "conda/bin"
    commands.mkdir(parents=True)
    script(commands / "conda", CONDA)
    (commands / "activate").write_text('export PATH="$1/bin:$PATH"\n')
    boards = "results/boards/n4_k3/0-3.csv"
    line = ("--cores", "1", "--sdm", "conda", "--snakefile", root / "Snakefile")
    env = ENVIRONMENT | {"PATH": f"{commands}:{ENVIRONMENT['PATH']}"}
    return *programs.snakemake(*line, "--directory", folder, boards, env=env), folder / boards


def test_conda_environment_contains_the_commands_of_the_clone(tmp_path):
    root = tmp_path / "it's a clone (1)"
    root.mkdir()
    files = ["Snakefile", "config.yaml", "config", "workflow", "reference", "src"]
    files += ["pyproject.toml"]
    subprocess.run(["cp", "-r", *files, "docs", "LICENSE", str(root)], check=True, cwd=ROOT)
    (root / "CMakeLists.txt").write_text(COMPILED)
    status, output, boards = deployed(tmp_path / "study", root)
    assert status == 0, output
    assert len(boards.read_text().splitlines()) == 1 + 4
    (command,) = (tmp_path / "study").glob(".snakemake/conda/*_/bin/floodit")
    where = "import puzzlesat; print(puzzlesat.__file__)"
    python = [str(command.with_name("python")), "-P", "-c", where]
    output = subprocess.run(python, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert Path(output.strip()).is_relative_to(root)


def test_conda_without_a_clone_is_rejected(tmp_path):
    root = tmp_path / "part"
    root.mkdir()
    files = ["Snakefile", "config.yaml", "config", "workflow", "reference"]
    subprocess.run(["cp", "-r", *files, str(root)], check=True, cwd=ROOT)
    status, output, boards = deployed(tmp_path / "study", root)
    assert status == 1
    assert f"--sdm conda needs a clone of the repository: there is no {root}/pyproject" in output
    assert not boards.exists()

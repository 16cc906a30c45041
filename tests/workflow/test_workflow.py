"""Whole runs of the workflow on the smoke configuration."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from html import unescape
from pathlib import Path
from urllib.request import urlopen

import pytest
import yaml

from tests import programs

ROOT = Path(__file__).parents[2]
ENVIRONMENT = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}

FIXED = ("results/thesis/boards", "results/thesis/minima", "results/thesis/bounds.csv")
"""The results that must be the same, byte for byte, in every run."""

MINIMUM = "results/thesis/minima/seed2020/n4_k3.csv"

TABLES = ("results/thesis/bounds.csv", "results/thesis/wins.csv", "figures/solution.pdf")


def smoke(folder, *arguments):
    """Return the arguments of Snakemake for a run of the smoke configuration."""
    return [
        *("--snakefile", ROOT / "Snakefile", "--configfile", ROOT / "config/smoke.yaml"),
        *("--directory", folder, "--cores", "2", *arguments),
    ]


def snakemake(folder, *arguments):
    return programs.snakemake(*smoke(folder, *arguments), env=ENVIRONMENT)


def finished(folder, *arguments):
    """Return the output of a run that succeeds."""
    status, output = snakemake(folder, *arguments)
    assert status == 0, output
    return output


def contents(folder):
    """Return the bytes of the files that do not depend on the clock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for part in FIXED
        for path in [folder / part, *sorted((folder / part).rglob("*.*"))]
        if path.is_file() and not path.name.endswith(".partial")
    }


def remade(output):
    """Return the rules that a dry run would run."""
    lines = output.split("Job stats:")[-1].splitlines()[3:]
    return {line.split()[0] for line in lines if line.strip() and line.split()[-1].isdigit()} - {
        "total",
        "all",
    }


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """The folder of a run: its name must be quoted."""
    folder = tmp_path_factory.mktemp("study") / "it's (1)"
    folder.mkdir()
    finished(folder)
    return folder


def test_all_outputs_are_written(study):
    for name in ("bounds", "wins", "solution"):
        for ending in ("pdf", "png", "svg"):
            assert (study / f"figures/{name}.{ending}").stat().st_size > 1000
    for name in ("bounds.csv", "bounds.md", "wins.csv", "wins.md", "wins.tex", "minima.csv"):
        assert (study / "results/thesis" / name).stat().st_size > 100
    assert len((study / "results/thesis/summary.txt").read_text().splitlines()) == 5
    assert len((study / "results/thesis/minima.csv").read_text().splitlines()) == 1 + 4 * 6


def test_a_failed_job_shows_its_log(tmp_path):
    bad = programs.script(tmp_path / "solver", "echo s NONSENSE")
    status, output = snakemake(tmp_path, MINIMUM, "--config", f"solver={bad}")
    assert status != 0
    assert "Error in rule minimum" in output
    assert re.search(rf"(?m)^ *puzzlesat: the solver {bad} ended", output), output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--cores", "0"], "--cores is 0"),
        (["--executor", "slurm", "--jobs", "2"], "on a login node"),
        (["--config", "solver=kissat404", "--dry-run"], "or set wall_limit: null"),
        (["--config", "solver=nosuch", "--dry-run"], "unknown solver 'nosuch'"),
    ],
)
def test_a_run_that_could_not_end_does_not_start(tmp_path, arguments, sentence):
    env = ENVIRONMENT | {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
    line = smoke(tmp_path, "figures/wins.pdf", *arguments)
    status, output = programs.snakemake(*line, env=env, seconds=100)
    assert status != 0
    assert sentence in output
    assert not (tmp_path / "results").exists()


def test_configuration_and_environment_are_recorded(study):
    merged = yaml.safe_load((study / "results/config.yaml").read_text())
    thesis = merged["thesis"]
    assert (thesis["boards"], merged["seed"], thesis["wins"]["wall_limit"]) == (6, 2020, 60)
    record = json.loads((study / "results/thesis/environment.json").read_text())
    assert record["config"] == {key: merged[key] for key in ("seed", "solver", "thesis")}


def test_the_log_of_a_job_counts_its_rows(study):
    logs = [path.read_text() for path in (study / "logs/minimum").glob("*/*.txt")]
    assert {re.findall(r"(\d+)/6 \[", text)[-1] for text in logs} == {"6"}


def test_a_second_run_has_nothing_to_do(study):
    output = finished(study)
    assert "Nothing to be done" in output


MEASURED = {"minimum", "time"}
TABLES_OF = {
    "minima_table",
    "bounds_table",
    "bounds_figure",
    "wins_table",
    "wins_figure",
    "summary",
}
ENDING = {"environment", "config"}


@pytest.mark.parametrize(
    ("change", "rules"),
    [
        ("seed=7", {"sample", *MEASURED, *TABLES_OF, "solution_figure"}),
        ("solver=cadical195", {*MEASURED, *TABLES_OF, "solution_figure"}),
        ("thesis={search: bisection}", {*MEASURED, *TABLES_OF, "solution_figure"}),
        (
            "thesis={bounds: {n_values: [4]}}",
            {"bounds_table", "bounds_figure", "summary"},
        ),
        ("thesis={wins: {repeats: 3}}", {"time", "wins_table", "wins_figure", "summary"}),
        ("thesis={solution: {board: 1}}", {"solution_figure"}),
        ("thesis={boards: 7}", {"sample", *MEASURED, *TABLES_OF, "solution_figure"}),
    ],
)
def test_a_changed_key_remakes_what_depends_on_it(study, change, rules):
    output = finished(study, "--dry-run", "--config", change)
    assert remade(output) - {"thesis"} == rules | ENDING


def test_another_version_remakes_everything(study, tmp_path):
    """Results of two versions of the program would be in one table."""
    folder = tmp_path / "puzzlesat-0.0.1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: puzzlesat\nVersion: 0.0.1\n")
    line = [sys.executable, "-m", "snakemake", *smoke(study, "--dry-run")]
    env = ENVIRONMENT | {"PYTHONPATH": str(tmp_path)}
    planned = subprocess.run(line, env=env, capture_output=True, text=True, check=True)
    every = {"sample", *MEASURED, *TABLES_OF, "solution_figure"}
    assert every <= remade(planned.stdout + planned.stderr)


ENCODING = """from puzzlesat.floodit.encode.thesis import MINIMAL
CONDITIONS = [*MINIMAL]
"""


def test_an_edited_solver_or_encoding_remakes_what_it_measured(tmp_path):
    """Their paths, which are in the configuration, stay the same."""
    programs.script(tmp_path / "solver", programs.SOLVER)
    (tmp_path / "own.py").write_text(ENCODING)
    (tmp_path / "formulas").mkdir()
    (tmp_path / "formulas/a.cnf").write_text("p cnf 1 1\n1 0\n")
    audit = "{n_values: [4], k_values: [3], boards: 1, solvers: [minisat22], encodings: [own.py]}"
    arguments = [
        *(MINIMUM, "results/thesis/timings/seed2020/n4_k3.csv"),
        *("results/audit/redundant/n4.csv", "results/solvers/scores.csv", "--config"),
        *("solver=./solver", f"audit={{redundant: {audit}}}", "thesis={wins: {wall_limit: null}}"),
        "solvers={solvers: [./solver, minisat22], folder: formulas}",
    ]
    finished(tmp_path, *arguments)
    assert "Nothing to be done" in finished(tmp_path, "--dry-run", *arguments)
    with (tmp_path / "own.py").open("a") as file:
        file.write("CONDITIONS.pop()\n")
    encoded = finished(tmp_path, "--dry-run", *arguments)
    assert remade(encoded) == {"timed_rows"}
    assert "output: results/audit/redundant/n4.csv" in encoded
    (tmp_path / "own.py").write_text(ENCODING)
    assert "Nothing to be done" in finished(tmp_path, "--dry-run", *arguments)
    with (tmp_path / "solver").open("a") as file:
        file.write("# another version\n")
    solved = finished(tmp_path, "--dry-run", *arguments)
    assert {"minimum", "time", "table"} < remade(solved)
    assert "output: results/audit/redundant/n4.csv" not in solved


@pytest.mark.parametrize(
    "triggers", [["code"], ["params", "input"], ["mtime", "params"], ["mtime", "input"]]
)
def test_fewer_triggers_are_refused(study, triggers):
    """Rows of two seeds, solvers or searches would be in one table."""
    target = MINIMUM.replace("seed2020", "seed7")
    status, output = snakemake(study, target, "--rerun-triggers", *triggers, "--config", "seed=7")
    assert status != 0
    assert "--rerun-triggers lacks" in output
    assert not (study / target).exists()


@pytest.mark.parametrize("triggers", [["mtime"], ["mtime", "input", "code"]])
@pytest.mark.parametrize("target", TABLES)
def test_an_old_table_is_not_taken_for_that_of_another_solver(study, triggers, target):
    """Without a trigger, Snakemake would answer that there is nothing to be done."""
    line = ("--dry-run", target, "--rerun-triggers", *triggers, "--config", "solver=glucose42")
    status, output = snakemake(study, *line)
    assert status != 0
    assert "--rerun-triggers lacks" in output


def test_three_triggers_suffice(study):
    three = finished(study, "--dry-run", *TABLES, "--rerun-triggers", "mtime", "params", "input")
    assert "Nothing to be done" in three


def test_a_dry_run_of_every_target_writes_nothing(tmp_path):
    smoke_ = yaml.safe_load((ROOT / "config/smoke.yaml").read_text())
    finished(tmp_path, "--dry-run", "all", *(smoke_.keys() - {"thesis"}))
    assert [path.name for path in tmp_path.iterdir()] == [".snakemake"]


def test_a_symbolic_link_to_the_snakefile_works(tmp_path):
    (tmp_path / "Snakefile").symlink_to(ROOT / "Snakefile")
    line = ("--cores", "1", "--dry-run", "figures/bounds.pdf")
    status, output = programs.snakemake(*line, env=ENVIRONMENT, folder=tmp_path)
    assert status == 0, output


def test_a_second_seed_keeps_the_files_of_the_first(study, tmp_path):
    folder = shutil.copytree(study, tmp_path / "study")
    finished(folder, "results/thesis/bounds.csv", "--config", "seed=7")
    for path in (folder / "results/thesis/minima/seed2020").iterdir():
        assert (
            path.read_bytes() == (study / "results/thesis/minima/seed2020" / path.name).read_bytes()
        )
    assert len([*(folder / "results/thesis/minima/seed7").iterdir()]) == 4


def test_single_figure_plans_only_the_rules_it_needs(tmp_path):
    output = finished(tmp_path, "--dry-run", "figures/bounds.pdf")
    assert remade(output) == {"sample", "minimum", "bounds_figure"}


def test_jobs_import_nothing_from_the_working_directory(tmp_path):
    (tmp_path / "re.py").write_text("open('executed', 'w')\n")
    finished(tmp_path, "results/minesweeper/constraints.csv")
    assert not (tmp_path / "executed").exists()


def started(folder, pattern):
    """Start a run in a new process group, and return it when a further file matches a pattern."""
    before = len(list(folder.glob(pattern)))
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    line = [sys.executable, "-m", "snakemake", *smoke(folder, *TABLES)]
    running = subprocess.Popen(line, env=ENVIRONMENT, start_new_session=True, **silent)
    deadline = time.monotonic() + 600
    while len(list(folder.glob(pattern))) <= before:
        assert running.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return running


def test_a_run_that_is_killed_at_every_stage_is_finished_by_the_next(study, tmp_path):
    for stage in ("results/thesis/boards", "results/thesis/minima", "results/thesis/timings"):
        running = started(tmp_path, f"{stage}/*/*.csv")
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        assert not (tmp_path / "results/thesis/wins.csv").exists()
        status, output = snakemake(tmp_path, *TABLES)
        assert status != 0
        assert "--unlock" in output  # the message tells users how to continue
        assert snakemake(tmp_path, "--unlock")[0] == 0
    running = started(tmp_path, ".snakemake/locks/*")
    try:  # a second Snakemake reports that the folder is locked
        status, output = snakemake(tmp_path, *TABLES)
    finally:
        assert running.wait() == 0
    assert status != 0
    assert "Directory cannot be locked" in output
    assert contents(tmp_path) == contents(study)


def test_a_wrong_section_stops_planning_with_one_sentence(tmp_path):
    """The target need not be part of the section."""
    status, output = snakemake(tmp_path, "audit", "--dry-run", "--config", "thesis={bords: 5}")
    assert status != 0
    assert "config: unknown key 'bords' in thesis; did you mean 'boards'?" in output
    assert "Traceback" not in output


def test_explorer_page_lists_all_boards(study, tmp_path):
    folder = shutil.copytree(study, tmp_path / "study")
    finished(folder, "explorer")
    [data] = re.findall(
        r'id="puzzle">(.*?)</script>', (folder / "results/explorer.html").read_text()
    )
    assert len(json.loads(data)["boards"]) == 6 * 4
    assert "Nothing to be done" in snakemake(folder, "explorer")[1]


REPORT = {
    "Thesis": [
        *("In short", "Bounds on the minimum", "Fig. 2.1, a solution", "Fig. 4.2, minima"),
        *("Table 4.1, wins", "Table 4.1, wins"),
    ],
    "Made with": ["Versions, machine, configuration"],
}
"""The items of the report, by category."""


def test_the_report_shows_every_figure_and_table(study):
    """What Snakemake's page, of which nothing is tested here, is given to show."""
    page = study / "results/report.html"
    finished(study, "--report", str(page))
    given = dict(re.findall(r"var (\w+) = (.*);", page.read_text()))
    results = json.loads(given["results"])
    categories = json.loads(given["categories"])
    for category, items in REPORT.items():
        listed = [results[path] for paths in categories[category].values() for path in paths]
        assert sorted(result["labels"]["item"] for result in listed) == sorted(items)
    for path, result in results.items():
        content = urlopen(result["data_uri"]).read()
        assert content == (study / path).read_bytes()
        if result["labels"]["kind"] == "table":
            assert content.count(b"<tr") == 1 + 4
        if result["labels"]["kind"] != "table" or path == "results/thesis/bounds.html":
            assert result["caption"], path
    links = re.findall(r'href="([^"]*)"', results["results/thesis/bounds.html"]["caption"])
    assert links == [f"explorer.html#list=n={n}+k={k}" for n in (4, 5) for k in (3, 4)]
    shown = json.loads(given["workflow_desc"])
    words = " ".join(re.sub(r"(?s)<svg.*?</svg>|<[^>]*>", " ", unescape(shown)).split())
    merged = yaml.safe_load((study / "results/config.yaml").read_text())
    assert f"seed {merged['seed']}, {merged['thesis']['boards']} for each size" in words
    assert shown.count("<svg") == 3
    assert " ".join((study / "results/thesis/summary.txt").read_text().split()) in words


def test_readme_commands_plan_the_listed_files(tmp_path):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line.split("|") for line in text.splitlines() if "| `snakemake" in line]
    rows = [
        re.findall(r"`([^`]+)`", f"{command_cell} {files_cell}")
        for _, _, command_cell, files_cell, *_ in lines
    ]
    assert len(rows) >= 5
    targets = [target for command_line, *_ in rows for target in command_line.split()[3:]]
    output = finished(tmp_path, "--dry-run", "--forceall", *targets)
    for command_line, *files in rows:
        for file in files:
            assert file.split("*")[0] in output, (command_line, file)

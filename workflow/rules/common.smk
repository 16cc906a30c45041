# What all studies share: a configuration that is checked study by study, the names of files, and
# what every rule of ours gets without asking for it.

import json
import os
import re
import shlex
from copy import deepcopy
from itertools import product

import yaml
from snakemake.sourcecache import infer_source_file
from snakemake.utils import update_config

from puzzlesat.common import config as configuration
from puzzlesat.common.cluster import cancel_leftovers, lock_working_directory
from puzzlesat.common.errors import InputError, error_context
from puzzlesat.floodit.board.board import parse_start
from puzzlesat.floodit.solve.baselines import FILE, START, Program
from puzzlesat.flowfree.studies.audit import check_solvers
from puzzlesat.flowfree.studies.rows import SAT, check_methods
from puzzlesat.flowfree.solve.external import words_of
from puzzlesat.flowfree.solve.generate import check_room as check_flows
from puzzlesat.minesweeper.board.sample import (
    check_opening,
    check_room,
    check_searched,
    check_size,
)
from puzzlesat.report.provenance import PUZZLES, source_digest
from puzzlesat.sat.solver import check_interruptible, check_solver

# For workflow/envs/puzzlesat.post-deploy.sh.
os.environ.update(PUZZLESAT_ROOT=str(ROOT))

SCHEMAS = ROOT / "workflow/schemas"
DEFAULTS = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))


# Planning takes a second for a hundred jobs.
MOST_JOBS = 20_000


def check_thesis(thesis):
    """The board to draw is one of experiment 1, and the solver keeps the time limit."""
    check_solver(config["solver"], thesis["wins"]["timeout"])
    jobs = -(-thesis["samples"] // thesis["chunk"]) * len(cells(thesis["bounds"]))
    if jobs > MOST_JOBS:
        raise InputError(
            f"config: thesis.samples is {thesis['samples']}, which makes {jobs:,} jobs of "
            f"{thesis['chunk']} boards; expected at most {MOST_JOBS:,}, so raise thesis.chunk"
        )
    shown = thesis["solution"]
    if shown["board"] >= thesis["samples"]:
        raise InputError(
            f"config: thesis.solution.board is {shown['board']}; "
            f"expected a number below thesis.samples, {thesis['samples']}"
        )
    for key in "nk":
        values = thesis["bounds"][f"{key}_values"]
        if shown[key] not in (None, *values):
            raise InputError(
                f"config: thesis.solution.{key} is {shown[key]}; "
                f"choose from thesis.bounds.{key}_values, {values}"
            )


def check_hardness(hardness):
    """Every solver keeps the time limit."""
    for name in hardness["solvers"]:
        check_solver(name, hardness["timeout"])


def check_interesting(interesting):
    """Both solvers keep their time limits."""
    for limit in (interesting["easy"], interesting["hard"]):
        check_solver(limit["solver"], limit["timeout"])


def share_of(rows, cols, percent):
    """So many percent of the fields of a board, at least one."""
    return max(1, round(rows * cols * percent / 100))


def check_minesweeper(mines):
    """Sizes leave room for the first field, and no more states are timed than there are."""
    check_interruptible(mines["solver"])
    for size in mines["sizes"] + mines["audit"]["sizes"]:
        check_size(*size)
    for board in mines["optimum"]["boards"]:
        check_searched(*board)
    for (rows, cols), percent in product(
        mines["logic"]["shapes"], mines["logic"]["percents"]
    ):
        check_opening(rows, cols, share_of(rows, cols, percent))
    if mines["timed"] > mines["states"]:
        raise InputError(
            f"config: minesweeper.timed is {mines['timed']}; "
            f"expected at most minesweeper.states, {mines['states']}"
        )
    for size, start in product(mines["wins"]["sizes"], mines["wins"]["starts"]):
        check_room(*size, start)


def check_baselines(baselines):
    """The files of public sets are there, and what is said of them is said of one of them."""
    for program in baselines["programs"]:
        Program.of(*(program[key] for key in PROGRAM))
    for name, entry in baselines["sets"].items():
        where = f"config: baselines.sets.{name}"
        stems = [file.stem for file in set_files(entry)]
        if not Path(entry["path"]).exists():
            raise InputError(f"{where}.path: there is no {entry['path']}")
        if not stems:
            raise InputError(f"{where}.path: there is no *.txt in {entry['path']}")
        for stem in stems:
            if not re.fullmatch(r"[\w.-]+", stem):
                raise InputError(
                    f"{where}.path: a set cannot be called {stem!r}; use letters, digits and . - _"
                )
        for key in ("starts", "totals"):
            for stem in entry.get(key, {}):
                if stem not in stems:
                    raise InputError(
                        f"{where}.{key} names {stem}, but the sets there are {', '.join(stems)}"
                    )
        for stem, start in entry.get("starts", {}).items():
            if start != "centre":
                with error_context(f"{where}.starts.{stem}"):
                    parse_start(start)


def check_flowfree(flow):
    """Methods, solvers and sizes fit together, and puzzles that are given are there."""
    external = words_of(flow["external"] or "")
    check_methods(flow["methods"], config["solver"], flow["timeout"], external)
    for n in flow["sizes"]:
        check_flows(n, n, flows(flow, n))
    check_solvers(flow["audit"]["solvers"], flow["audit"]["timeout"])
    if not flow["published"] and min(flow["sizes"]) > flow["audit"]["largest"]:
        raise InputError(
            "config: no size in flowfree.sizes is at most flowfree.audit.largest"
        )
    for key, methods in (
        ("methods", flow["methods"]),
        ("marked.methods", flow["marked"]["methods"]),
    ):
        if methods[0] not in SAT:
            raise InputError(f"config: flowfree.{key} should begin with a SAT method")
    check_methods(flow["marked"]["methods"], config["solver"], flow["timeout"], [])
    if flow["published"] and not given_puzzles(flow):
        raise InputError(
            f"config: there is no puzzles/*.txt in flowfree.published, {flow['published']}"
        )
    for name, path in flow["difficulty"]["sets"].items():
        where = f"config: flowfree.difficulty.sets.{name}"
        if name in OUR_SETS:
            raise InputError(
                f"{where}: that is what a set of ours is called; choose another name"
            )
        if not Path(path).exists():
            raise InputError(f"{where}: there is no {path}")
        if not set_files({"path": path}):
            raise InputError(f"{where}: there is no *.txt in {path}")


# What the schema of a study cannot say.
CHECKS = {
    "thesis": check_thesis,
    "baselines": check_baselines,
    "instances": lambda section: check_solver(section["solver"], section["timeout"]),
    "hardness": check_hardness,
    "interesting": check_interesting,
    "minesweeper": check_minesweeper,
    "flowfree": check_flowfree,
}
REFUSED = {}  # a sentence for each study whose configuration is wrong


def check_shared():
    """Stop with one sentence if what all studies share is not right."""
    try:
        configuration.check(config, SCHEMAS / "config.schema.yaml")
        check_solver(config["solver"])
    except InputError as error:
        raise WorkflowError(str(error)) from None


def study(name):
    """The configuration of a study, or the default one where it is wrong.

    The rules of a study that is wrong are there, but stop with a sentence as soon as something
    that they make is asked for. All other studies run.
    """
    try:
        configuration.check(config[name], SCHEMAS / f"{name}.schema.yaml", name)
        CHECKS.get(name, lambda section: None)(config[name])
    except InputError as error:
        REFUSED[name] = str(error)
        return DEFAULTS[name]
    return config[name]


# As a module of another workflow it is given what differs, and no configfile.
try:
    configuration.check_size(config)
except InputError as error:
    raise WorkflowError(str(error)) from None
whole = deepcopy(DEFAULTS)
update_config(whole, configuration.typed(config))
config.update(whole)
check_shared()


wildcard_constraints:
    n=r"\d+",
    k=r"\d+",
    first=r"\d+",
    last=r"\d+",


def stop_with(sentence):
    """An input that ends Snakemake with a sentence, without a traceback, when it is asked for."""

    def stop(wildcards):
        raise SystemExit(sentence)

    return stop


def complete(step):
    """Give a rule what every rule has.

    That is a log, named like the rule and its wildcards; the option that names all of its
    outputs, `{params.to}`; the digest of its puzzle's sources; and its software, for `--sdm conda`.
    """
    name = Path(infer_source_file(step.snakefile).get_filename()).stem
    if name in REFUSED:
        step.set_input(stop_with(REFUSED[name]))
    if step.norun:
        return
    step.conda_env = str(ROOT / "workflow/envs/puzzlesat.yaml")
    wildcards = "_".join(f"{{{name}}}" for name in sorted(step.wildcard_names))
    step.log_modifier = (
        step.output_modifier
    )  # a prefix, where this is a module of another workflow
    step.set_log(f"logs/{step.name}/{wildcards or 'log'}.txt")
    step.set_params(to=each_output)
    if called := re.search(rf"\b({'|'.join(PUZZLES)})\b", step.shellcmd):
        step.set_params(code=source_digest(called[0]))


def each_output(wildcards, output):
    """The options that name all outputs of a rule."""
    return " ".join(f"-o {shlex.quote(path)}" for path in output)


def whole_config(wildcards):
    """The merged configuration, in which braces are no wildcards."""
    return json.dumps(config)


def repeated(option, values):
    """An option that is given once for each value."""
    return " ".join(f"{option} {shlex.quote(str(value))}" for value in values)


def each_input(option, name):
    """An option that is given once for each of a rule's inputs of a name."""
    return lambda wildcards, input: repeated(option, input.get(name))


def doubling(first):
    """A resource that doubles with every attempt, for jobs that are ended for taking too much."""
    return lambda wildcards, attempt: first * 2 ** (attempt - 1)


held = []  # the lock on the working directory, while this process lives


def start_on_slurm(folder):
    """Take the folder for as long as this process lives, and cancel what a killed one left."""
    try:
        held.append(lock_working_directory(folder))
    except InputError as error:
        raise WorkflowError(str(error)) from None
    cancel_leftovers(folder)


# A clock runs alone: Snakemake lowers this to what --cores allows, so that no other job runs beside
# it. A profile sets it to what a cluster's node wants.
ALONE = 1024


def cells(grid):
    """The names n4_k3, n4_k4, … of the cells of a grid."""
    return [f"n{n}_k{k}" for n, k in product(grid["n_values"], grid["k_values"])]


def sample(n, k, boards):
    """The first boards of (n, k)."""
    return f"results/boards/n{n}_k{k}/0-{boards - 1}.csv"


def chunks(thesis):
    """The names 0-99, 100-199, … of the pieces into which a cell's boards are split."""
    samples, chunk = thesis["samples"], thesis["chunk"]
    firsts = range(0, samples, chunk)
    return [f"{first}-{min(first + chunk, samples) - 1}" for first in firsts]


# Where a study stands in the report of a run.
CATEGORIES = {
    "thesis": "Thesis",
    "audit": "Audit",
    "timing": "Audit",
    "frontier": "Beyond the thesis",
    "baselines": "Beyond the thesis",
    "instances": "Instances and proofs",
    "verified": "Instances and proofs",
    "hardness": "Instances and proofs",
    "interesting": "Instances and proofs",
    "flowfree": "Flow Free",
    "minesweeper": "Minesweeper",
}


def shown(path, study, item, kind, caption):
    """A result that stands in the report of a run, with its caption."""
    return report(
        path,
        caption=f"../captions/{study}/{caption}.rst",
        category=CATEGORIES[study],
        labels={"item": item, "kind": kind},
    )


def formats(path):
    """The paths of a figure in all its formats."""
    return [f"{path}.{ending}" for ending in ("pdf", "png", "svg")]


def drawn(study, name, item, caption=None):
    """A figure in all its formats, one of them in the report; the thesis's are at the top."""
    folder = "figures" if study == "thesis" else f"figures/{study}"
    *others, svg = formats(f"{folder}/{name}")
    return [*others, shown(svg, study, item, "figure", caption or name)]


def tabled(study, name, item, caption=None):
    """A table for programs and for people, one of them in the report."""
    path = f"results/{study}/{name}"
    html = shown(f"{path}.html", study, item, "table", caption or name)
    return {"csv": f"{path}.csv", "md": f"{path}.md", "html": html}


# The n and k of Fig. 2.1 in the thesis.
DRAWN = {"n": 6, "k": 5}


def drawn_cell(thesis):
    """The cell whose solution is drawn: where none is given, the nearest one to Fig. 2.1."""
    return {
        key: thesis["solution"][key]
        or min(thesis["bounds"][f"{key}_values"], key=lambda value: abs(value - usual))
        for key, usual in DRAWN.items()
    }


# Table 4.1 as printed.
TABLE_4_1 = ROOT / "reference/thesis_table_4_1.csv"


def timings(thesis):
    """The rows of times that Table 4.1 is made of, a file for each cell."""
    return expand("results/thesis/timings/{cell}.csv", cell=cells(thesis["wins"]))


def beside(explorer, name, paths, otherwise=()):
    """Files of another study: all if the configuration wants it, else those that are there."""
    if name in explorer["beside"]:
        return paths
    return [path for path in paths if Path(path).exists()] or list(otherwise)


# What describes a program of the configuration, in the order of the option --program.
PROGRAM = ("name", "command", "format", "answer")


def contender(baselines, name):
    """The options that name a method of ours, or a program of the configuration."""
    programs = {program["name"]: program for program in baselines["programs"]}
    if name not in programs:
        return ["--method", name]
    return ["--program", *(programs[name][key] for key in PROGRAM)]


def set_files(entry):
    """The files of boards that an entry of the configuration names, each a set."""
    path = Path(entry["path"])
    return sorted(path.glob("*.txt")) if path.is_dir() else [path]


def board_sets(baselines):
    """By the names of all public sets their files, and the options that say what is known."""
    return {
        f"{name}/{file.stem}": {
            "file": str(file),
            "start": entry.get("starts", {}).get(file.stem),
            "published": entry.get("totals", {}).get(file.stem, 0),
        }
        for name, entry in baselines["sets"].items()
        for file in set_files(entry)
    }


def set_start(known):
    """The option that says where the boards of a set start, if the configuration does."""
    return [] if known["start"] is None else ["--start", known["start"]]


def set_contenders(baselines, start):
    """What is measured on a set that starts there."""
    programs = [
        program["name"]
        for program in baselines["programs"]
        if start is None or START in program["command"]
    ]
    return baselines["set_methods"] + programs


def instance_name(entry, s):
    """The name of the instance of board s of a set, without what is the thesis's default."""
    m = entry["moves"][s % len(entry["moves"])]
    variant = "".join(
        f"-{entry[key]}"
        for key, usual in (("encoding", "minimal"), ("reading", "mended"))
        if entry[key] != usual
    )
    return f"floodit-n{entry['n']}-k{entry['k']}-m{m}-s{s}{variant}"


def flows(flow, n):
    """How many flows an n×n puzzle gets."""
    return max(1, round(flow["flows_per_row"] * int(n)))


def marks(flow, n):
    """The options that give an n×n board bridges, warps, walls and missing cells."""
    many = max(1, round(flow["marked"]["marks_per_row"] * int(n)))
    return " ".join(
        f"--{mark} {many}" for mark in ("bridges", "warps", "walls", "missing")
    )


def given_puzzles(flow):
    """The files of the puzzles that were published, where they are given."""
    folder = flow["published"]
    return sorted(Path(folder).glob("puzzles/*.txt")) if folder else []


# The sets of puzzles that are always rated: generated ones without a given number of flows, those
# with one, and those of `flowfree.published`.
OUR_SETS = ("winding", "walked", "published")


def rated_sets(flow):
    """The files of all puzzles that are rated, by the names of their sets."""
    ours = {
        "winding": [
            f"results/flowfree/winding/n{n}.csv" for n in flow["difficulty"]["sizes"]
        ],
        "walked": [f"results/flowfree/generated/n{n}.csv" for n in flow["sizes"]],
        "published": given_puzzles(flow),
    }
    others = {
        name: set_files({"path": path})
        for name, path in flow["difficulty"]["sets"].items()
    }
    return {name: files for name, files in (ours | others).items() if files}


def audit_rows(audit, *experiments):
    """The raw rows of experiments of the audit, a file for each n."""
    return [
        f"results/audit/{name}/n{n}.csv"
        for name in experiments
        for n in audit[name]["n_values"]
    ]


def audit_options(audit, experiment):
    """The options that the configuration gives to an experiment of a study."""
    given = audit[experiment]
    solved = ("final-state", "ablation", "searches", "forced-moves")
    solvers = given.get("solvers", [config["solver"]] * (experiment in solved))
    more = ("repeats", "timeout", "crossed")
    words = [f"--seed {config['seed']}", f"--boards {given['boards']}"]
    words += [repeated("-k", given["k_values"]), repeated("--solver", solvers)]
    words += [f"--{key} {given[key]}" for key in more if key in given]
    return " ".join(words)

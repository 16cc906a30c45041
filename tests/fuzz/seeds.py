"""The original files: a few are written by hand, and all others are made by the commands."""

import csv
import re
import shlex
import shutil
from contextlib import chdir
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pysat.formula import CNF
from pysat.solvers import Solver

from tests.flowfree.samples import BRIDGE, SKETCH

from .running import CHECKER, run

REFERENCE = Path(__file__).parents[2] / "reference"

WRITTEN = {
    "board.txt": "0120\n1203\n3321\n",
    "boards.txt": "0 1 2\n1 2 0\n\nab\nba\nac\n",
    "line.txt": "0123012301230123012301230123012301230123012301230123012301230123\n",
    "sized.txt": "2 3 3  # a comment\n1 2 3\n3 1 2\n0\n\n1 3 2\n1 2 1\n2\n",
    "puzzle.txt": "A.B\n..C\nABC\n\nAB\n..\nAB\n",
    "sketch.txt": "\n".join([*SKETCH, "", "A.B", "..B", "A..", "", *BRIDGE, ""]),
    "sketches.csv": "seed,rows,cols,k,i,solutions,puzzle\n"
    f"1,4,4,3,0,one,{'/'.join(SKETCH)}\n1,3,3,2,1,one,{'/'.join(BRIDGE)}\n",
    "numberlink.txt": "# two\n3 3\nA.B\n..C\nABC\n\n2 1\nAA\n0 0\n",
    "state.txt": "mines: 2\n1.1..\n11...\n\n.1\n11\n",
    "thesis.csv": (REFERENCE / "thesis_table_4_1.csv").read_text(),
    "published.csv": "puzzle,sat_variables,clauses,python_seconds,c_seconds\nr4_c4_k3_0,9,9,1,2\n",
    "mines_published.csv": "".join(
        (REFERENCE / "published/minesweeper.csv").open().readlines()[:4]
    ).replace("9,9,10", "4,4,3"),
    "timing_runs.csv": "seed,n,k,i,p,numbering,solver,encoding,parsing,total,version\n"
    "2020,4,3,0,5,predicates first,minisat,minimal,2471131,2973047,minisat 2.2.1\n"
    "2020,4,3,0,5,predicates first,minisat,extended,2546848,3029906,minisat 2.2.1\n",
    **{
        name: (REFERENCE / "timing" / name).read_text()
        for name in ("effects.csv", "cross.csv", "size.csv", "instructions.csv", "hypotheses.csv")
    },
    "reference_wins.csv": (REFERENCE / "wins.csv").read_text(),
    "post.csv": "".join((REFERENCE / "published/flowfree_post.csv").open().readlines()[:4]),
}
"""The contents of the files that no command makes, by name."""

CELLS = "<n4k3.csv> <n5k3.csv> <n4k4.csv> <n5k4.csv>"

THREE = "-n 4 -k 3 -k 4 --boards 3"

INTERESTING = (
    "puzzlesat floodit interesting interesting -n 5 -k 4 --boards 1 --distance -1 --distance 0 "
    "--bounds-timeout 9 --wanted 1 "
    "--easy minisat22 0.000001 --hard cadical195 9"
)

RECIPES = {
    **{
        f"n{n}k{k}.csv": f"floodit sample -n {n} -k {k} --count 3 -o >"
        for n in (4, 5)
        for k in (3, 4)
    },
    "shown.txt": "floodit show <boards.txt> -o >",
    "formula.cnf": "floodit encode <board.txt> --moves 6 -o >",
    "centre.cnf": "floodit encode <board.txt> --start 1,1 --moves 6 -o >",
    "clusters.cnf.xz": "floodit encode <board.txt> --moves 5 --encoding clusters -o >",
    "refuted.txt": "floodit prove <boards.txt> --format nogoods -o >",
    "proven": "floodit prove <board.txt> -o >",
    "minima.csv": "puzzlesat floodit thesis minimum <n4k3.csv> -q -o >",
    "other_minima.csv": "puzzlesat floodit thesis minimum <n5k3.csv> -q -o >",
    "optimal.csv": "puzzlesat floodit explorer optimal <minima.csv> <other_minima.csv> -q -o >",
    "times.csv": "puzzlesat floodit thesis time <minima.csv> --repeats 2 -q -o >",
    "bounds.csv": "puzzlesat floodit thesis table bounds <minima.csv> -o >",
    "wins.csv": "puzzlesat floodit thesis table wins <times.csv> --thesis <thesis.csv> -o >",
    "outcomes.csv": f"puzzlesat floodit frontier measure {CELLS} --method auto "
    "--method pdr -q -o >",
    "sets.csv": "puzzlesat floodit baselines measure-set <boards.txt> --name set --method auto "
    "--method pdr -q -o >",
    "scaling.csv": "puzzlesat floodit frontier table scaling <outcomes.csv> -o >",
    "proofs.csv": "puzzlesat floodit verified measure-proofs <n4k3.csv> --timeout 9 -q -o >",
    "proof_sizes.csv": "puzzlesat floodit verified table proofs <proofs.csv> -o >",
    "instance.csv": "puzzlesat floodit instances instance -n 4 -k 3 --board 0 --moves 3 --row > "
    "-o >.cnf",
    "attempt.csv": "puzzlesat floodit instances attempt <formula.cnf> --timeout 9 -o >",
    "instances.csv": "puzzlesat floodit instances table instances <instance.csv> -o >",
    "hardness.csv": "puzzlesat floodit hardness hardness <n4k3.csv> --solver cadical195 --solver "
    "minisat22 "
    "--below 2 --above 2 --timeout 9 -o >",
    "hardness_table.csv": "puzzlesat floodit hardness table hardness <hardness.csv> -o >",
    "formulas": f"{INTERESTING} --folder > -o >_rows.csv",
    "tried.csv": f"{INTERESTING} --folder >.d -o >",
    "family.csv": "puzzlesat floodit interesting family <tried.csv> --formulas <formulas> "
    "--folder >.d -q -o >",
    "large_table.csv": "puzzlesat floodit frontier table large <outcomes.csv> -o >",
    **{
        f"{name}_rows.csv": f"puzzlesat floodit audit {name} {THREE} -q -o >{more}"
        for name, more in {
            **dict.fromkeys(("final-state", "clauses", "minima", "forced-moves"), ""),
            "searches": " --repeats 1",
            "ablation": " -n 3",
            "solvers": " --repeats 1 --timeout 9",
            "redundant": " --repeats 1 --solver minisat22",
        }.items()
    },
    **{
        f"{table}_table.csv": f"puzzlesat floodit audit table {table} <{rows}_rows.csv> -o >"
        for table, rows in {
            **{name: name for name in ("final-state", "ablation", "searches", "solvers")},
            **{name: name for name in ("redundant", "forced-moves")},
            **dict.fromkeys(("overlap", "counts"), "clauses"),
            **dict.fromkeys(("quartiles", "offsets", "fit", "growth"), "minima"),
        }.items()
    },
    "timing_counts.csv": "puzzlesat floodit timing counts -n 3 -k 3 --boards 2 --crossed 1 -q -o >",
    "timing_sizes.csv": "puzzlesat floodit timing sizes -n 3 -k 3 --boards 2 -q -o >",
    "puzzles.csv": "flowfree generate -n 4 -k 3 --count 3 -q -o >",
    "flow.cnf": "flowfree encode <puzzle.txt> -o >",
    "flow_proven": "flowfree prove <puzzle.txt> -o >",
    "marked_proven": "flowfree prove <sketch.txt> -o >",
    "flow_ratings.csv": "flowfree rate <puzzles.csv> -q -o >",
    "flow_times.csv": "puzzlesat flowfree time <puzzles.csv> --repeats 1 -q -o >",
    "flow_audit.csv": "puzzlesat flowfree audit <puzzles.csv> --solver minisat22 -q -o >",
    "states.csv": "minesweeper generate --rows 4 --cols 4 --mines 3 --count 3 -o >",
    "decided.csv": "puzzlesat minesweeper decide <states.csv> -q -o >",
    "mines_proven": "minesweeper prove <state.txt> -o >",
    "mines_times.csv": "puzzlesat minesweeper time <states.csv> --repeats 1 -q -o >",
    "games.csv": "puzzlesat minesweeper games --rows 4 --cols 4 --mines 3 --count 3 -q -o >",
    "mines_states.csv": "puzzlesat minesweeper audit <states.csv> -q -o >",
    "methods.csv": "puzzlesat minesweeper table methods <decided.csv> --games <games.csv> -o >",
    "procedures.csv": "puzzlesat minesweeper table procedures <mines_times.csv> -o >",
    "growth.csv": "puzzlesat minesweeper table growth <decided.csv> --times <mines_times.csv> -o >",
    "mines_wins.csv": "puzzlesat minesweeper wins --rows 4 --cols 4 --mines 3 --count 3 -o >",
    "mines_rates.csv": "puzzlesat minesweeper table wins <mines_wins.csv> --published "
    "<mines_published.csv> -o >",
    "mines_audit.csv": "puzzlesat minesweeper table audit <mines_states.csv> -o >",
    "optima.csv": "puzzlesat minesweeper optima --rows 2 --cols 3 -q -o >",
    "optimum.csv": "puzzlesat minesweeper table optimum <optima.csv> -o >",
    "needs.csv": "puzzlesat minesweeper needs --rows 4 --cols 4 --mines 3 --count 3 -q -o >",
    "no-guess.csv": "puzzlesat minesweeper table no-guess <needs.csv> -o >",
    "constraints.csv": "puzzlesat minesweeper constraints -o >",
}
"""The commands that make the other files: ``<NAME>`` is another file, ``>`` is this one."""

FOLDERS = {
    "thesis": ["minima.csv", "bounds.csv", "wins.csv"],
    "counted": ["effects.csv", "cross.csv", "size.csv"],
}
"""Folders of such files; in the last one, each file has the name of its table."""

ANSWERED = {"answer.txt": "formula.cnf", "flow_answer.txt": "flow.cnf"}
"""The formula that each solver output belongs to."""


def answer(formula: str) -> str:
    """Return the output of a solver for one of the formulas in `RECIPES`."""
    with Solver("minisat22", bootstrap_with=CNF(from_file=str(seed(formula)))) as solver:
        assert solver.solve()
        return f"c a solver\ns SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"


NAME = re.compile(r"<(?:(\w+):)?([^>]+)>")


FOLDER = TemporaryDirectory(prefix="seeds-")
"""The folder of the files, which is removed when Python exits."""


@cache
def seed(name: str) -> Path:
    """Return a file or folder; it is made at the first call."""
    path = Path(FOLDER.name, name)
    if name in WRITTEN:
        path.write_text(WRITTEN[name])
    elif name in ANSWERED:
        path.write_text(answer(ANSWERED[name]))
    elif name in FOLDERS:
        path.mkdir()
        for inner in FOLDERS[name]:
            shutil.copy(seed(inner), path / inner.replace("_table", ""))
    else:
        for needed in NAME.findall(RECIPES[name]):
            seed(needed[1])
        line = NAME.sub(r"\2", RECIPES[name]).replace(">", name)
        with chdir(FOLDER.name):
            done = run(shlex.split(line), CHECKER)
        assert done.exit_code == 0, (line, done.stderr)
        for table in [path] if path.suffix == ".csv" else path.glob("*.csv"):
            settle(table)
    return path


def settle(table: Path) -> None:
    """Replace times and hosts, so that all runs of the tests damage the same files."""
    with table.open(newline="") as file:
        header, *rows = csv.reader(file)
    for number, row in enumerate(rows, start=1):
        for place, column in enumerate(header):
            if row[place] and (column.endswith("seconds") or column == "peak_mb"):
                row[place] = str(number % 100 / 64)
            elif column == "host":
                row[place] = "host"
    with table.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])

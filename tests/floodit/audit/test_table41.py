"""What could have been timed for Table 4.1: rows, the readings made of them, and verdicts."""

import sys

import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.studies.audit import figures, table41
from puzzlesat.report.claims import FAILS, HOLDS, LIMITS, OPEN

from .test_verdicts import filled

THESIS = pd.DataFrame({"n": [4], "k": [3], "minimal": [83], "extended": [17]})

STAND_IN = """#!{python}
import sys
from pysat.formula import CNF
from pysat.solvers import Minisat22

with Minisat22(bootstrap_with=CNF(from_file=sys.argv[1])) as solver:
    answer = solver.solve() is {right}
    model = solver.get_model() or []
    if {right} or not answer:
        print("conflicts             : 3              (100 /sec)")
        print("CPU time              : 0.001230 s")
open(sys.argv[2], "w").write(" ".join(["SAT" if answer else "UNSAT", *map(str, model)]) + " 0")
sys.exit(10 if answer else 20)
"""


@pytest.fixture
def stand_in(tmp_path):
    """Return a function that writes a program which acts as MiniSat, or gets everything wrong."""

    def program(right=True):
        path = tmp_path / "stand-in"
        path.write_text(STAND_IN.format(python=sys.executable, right=right))
        path.chmod(0o755)
        return str(path)

    return program


def test_rows_have_all_that_can_be_read(stand_in):
    rows = pd.DataFrame(table41.rows(2020, 4, 3, 2, 2, stand_in()))
    assert list(rows.columns) == list(table41.COLUMNS)
    assert set(rows["printed_seconds"]) == {"0.001230"}
    assert ((rows["status"] == "sat") == (rows["p"] >= rows["minimum"])).all()
    assert (rows[["encode_seconds", "write_seconds", "cpu_seconds", "wall_seconds"]] > 0).all(
        axis=None
    )
    at_minimum = rows[rows["p"] == rows["minimum"]]
    assert set(at_minimum["encoding"]) == {"minimal", *table41.AGAINST}
    assert set(rows[rows["p"] != rows["minimum"]]["encoding"]) == {"minimal", "extended"}
    firsts = rows[rows["order"] == 0].groupby(["i", "repeat"])["encoding"].first()
    assert firsts[0, 0] == firsts[1, 1] == "minimal"
    assert firsts[0, 1] == firsts[1, 0] != "minimal"
    plain = at_minimum.set_index(["i", "repeat", "encoding"])["conflicts"].unstack()
    assert (plain["minimal"] == plain["without 11"]).all()
    table = table41.table(rows.assign(printed_seconds=0.00123), THESIS)
    assert list(table.columns) == list(table41.TABLE)
    assert set(table["clock"]) == set(table41.CLOCKS)


def test_without_the_program_the_library_remains(tmp_path):
    rows = pd.DataFrame(table41.rows(2020, 4, 3, 2, 1, str(tmp_path / "none")))
    assert set(rows["status"]) == {table41.MISSING}
    assert set(rows["wall_seconds"]) == {""}
    program = ["printed_seconds", "cpu_seconds", "wall_seconds", "program_conflicts"]
    table = table41.table(rows.assign(**dict.fromkeys(program, float("nan"))), THESIS)
    assert set(table["clock"]) == {*("make_file", "solve", "load_solve", "make_load_solve")}
    assert len(table41.verdicts(table41.summary_table(table))) == 2


def test_a_program_that_is_wrong_or_another_one_stops(stand_in):
    with pytest.raises(DisagreementError, match=r"a solver and A\* disagree on"):
        list(table41.rows(2020, 4, 3, 1, 1, stand_in(right=False)))
    with pytest.raises(InputError, match="did not print what MiniSat"):
        list(table41.rows(2020, 4, 3, 1, 1, "true"))


def timed(minimal, extended):
    """Rows of one question, timed in two repeats; the minimal encoding goes first in repeat 0."""
    rows = [
        {"n": 4, "k": 3, "i": i, "minimum": 5, "p": 5, "asked": 1, "encoding": encoding}
        | {"repeat": repeat, "order": int((encoding == "minimal") == bool(repeat))}
        | {"wall_seconds": seconds}
        for encoding, values in (("minimal", minimal), ("extended", extended))
        for i, pair in enumerate(values)
        for repeat, seconds in enumerate(pair)
    ]
    given = {key: [row[key] for row in rows] for key in rows[0]}
    missing = {"printed_seconds": float("nan"), "cpu_seconds": float("nan")}
    return filled(table41.COLUMNS, **given).assign(**missing)


@pytest.fixture
def compared(monkeypatch):
    """Return a function that makes the table of rows without the third encoding."""
    monkeypatch.setattr(table41, "COMPARED", table41.COMPARED[:2])

    def table(minimal, extended, **of):
        found = table41.table(timed(minimal, extended), THESIS)
        of = {"clock": "minisat_wall", "over": "minimum"} | of
        for name, value in of.items():
            found = found[found[name] == value]
        return found

    return table


def test_orders_are_told_apart(compared):
    found = compared([[1.0, 3.0]] * 40, [[2.0, 2.0]] * 40, resolution="exact").set_index("order")
    assert found.loc["minimal first", "wins"] == 40
    assert found.loc["other first", "losses"] == 40
    assert found.loc["in turns", "ties_seen"] == 40
    assert found.loc["in turns", "share"] == 0.5
    assert found.loc["minimal first", "inside"] == 0
    assert found.loc["in turns", "differs_p"] < 0.05


def test_ties_go_where_the_reading_says(compared):
    coarse = compared([[0.0, 0.0]] * 30, [[0.0, 0.0]] * 20 + [[1.0, 1.0]] * 10, resolution="4 ms")
    shares = coarse.set_index("ties")
    assert (shares["ties_seen"] == 20).all()
    assert shares["share"].to_dict() == pytest.approx(
        {"halved": 20 / 30, "to minimal": 1, "to extended": 10 / 30, "left out": 1}
    )
    assert shares.loc["left out", "boards"] == 10


def test_a_clock_with_ticks_is_right_in_the_mean():
    values = pd.DataFrame({"value": [0.003] * 4000})
    read = table41._read(values, 0.01)["value"]
    assert set(read.round(6)) == {0.0, 0.01}
    assert read.mean() == pytest.approx(0.003, abs=0.0003)
    assert table41._read(values, 0.0) is values


def test_the_search_adds_up_what_it_asks_for(compared):
    rows = timed([[1.0, 1.0]], [[2.0, 2.0]])
    more = rows.assign(p=4, wall_seconds=[5.0, 5.0, 1.0, 1.0])
    for asked, wins in ((1, 0), (0, 1)):
        table = table41.table(pd.concat([rows, more.assign(asked=asked)]), THESIS)
        chosen = table[(table["over"] == "search") & (table["clock"] == "minisat_wall")]
        assert chosen.iloc[0]["wins"] == wins


def summary(differing, with_n=0.8, p=0.001, boards=100, printed=32):
    """A summary with the cells that differ by each clock at the minimum."""
    given = {
        "against": ["extended"] * len(differing) + ["without 11"],
        "over": "minimum",
        "clock": [*differing, "load_solve"],
        "differing": [*differing.values(), 0],
        **{"boards": boards, "printed": printed, "with_n_p": p, "with_k_p": p},
        **{"with_n": with_n, "with_k": 0.5},
    }
    return filled(table41.SUMMARY, **given, **table41.PLAIN)


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        ({"differing": {"minisat_wall": 0, "make_file": 9}}, HOLDS),
        ({"differing": {"minisat_wall": 3, "make_file": 0}}, FAILS),
        ({"differing": {"minisat_wall": 3, "make_file": 1}}, OPEN),
        ({"differing": {"minisat_wall": 0}, "boards": 10}, OPEN),
        ({"differing": {"minisat_wall": 0}, "printed": 0}, OPEN),
    ],
)
def test_readings(given, verdict):
    assert table41.verdicts(summary(**given))[0].verdict == verdict


@pytest.mark.parametrize(
    ("with_n", "p", "verdict"),
    [
        (0.8, 0.001, HOLDS),
        ([0.8, -0.1, 0.0], 0.001, LIMITS),
        (-0.8, 0.001, FAILS),
        (0.8, 0.5, OPEN),
    ],
)
def test_growth(with_n, p, verdict):
    if isinstance(with_n, list):
        p = [p, 0.9, 0.9]
    found = summary({"minisat_wall": 0, "make_file": 0}, with_n, p)
    assert table41.verdicts(found)[1].verdict == verdict


@pytest.mark.usefixtures("compared")
def test_summary_and_figure():
    table = table41.table(timed([[1.0, 1.0]] * 9, [[2.0, 2.0]] * 9), THESIS)
    found = table41.summary_table(table)
    assert list(found.columns) == list(table41.SUMMARY)
    row = found[(found["clock"] == "minisat_wall") & (found["resolution"] == "exact")].iloc[0]
    assert (row["wins"], row["by_n"], row["inside"]) == (1, "4: 100", 1)
    assert row["distance"] == pytest.approx(0.17)
    axes = figures.table41_figure(table).axes
    [wall] = [panel for panel in axes if panel.get_ylabel() == "minisat\nwall"]
    heights = {tuple(line.get_ydata()) for line in wall.lines}
    assert (100.0,) in heights  # ours
    assert (83.0,) in heights  # the printed one

"""The claims of the post: measured rows, and a verdict for each outcome."""

from collections import Counter
from importlib.util import find_spec

import pandas as pd
import pytest
from pysat.solvers import Solver

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.encode.encoding import traced, true_variables
from puzzlesat.flowfree.encode.published import Published
from puzzlesat_studies.core.claims import CLAIMS, FAILS, HOLDS, LIMITS, OPEN, POST
from puzzlesat_studies.core.tables import read_frame
from puzzlesat_studies.flowfree import audit, claims
from puzzlesat_studies.flowfree.audit import AUDIT, PICOSAT, audit_rows, check_solvers, within_cpu
from puzzlesat_studies.flowfree.claims import POST_TABLE, measured, printed

from . import samples
from .samples import AROUND, LADDER, PRINTED, SQUARES, TWO_SOLUTIONS
from .test_cli import flowfree


def rows_of(rows, solvers=("minisat22", PICOSAT)):
    return list(audit_rows(("it", Puzzle.of(rows)), solvers, 5))


@pytest.mark.parametrize(
    ("rows", "cycles", "status"),
    [
        (LADDER, 0, "solved"),
        (TWO_SOLUTIONS, 0, "solved"),
        (SQUARES, 3, "unsolvable"),
        (AROUND, 1, "unsolvable"),
    ],
)
def test_rows_count_cycles_with_any_solver(rows, cycles, status):
    found = rows_of(rows)
    assert [(row["method"], row["solver"]) for row in found] == [
        *((method, solver) for solver in ("minisat22", PICOSAT) for method in audit.CYCLES),
        ("tree", ""),
    ]
    assert {row["cycles"] for row in found} == {cycles}
    installed = [row for row in found if row["status"] != "missing"]
    assert {row["status"] for row in installed} == {status}
    assert len(installed) == (7 if find_spec("pycosat") else 4)
    for row in installed:
        if row["method"] == "restart":
            assert (row["repairs"] > 0) == (row["cuts"] > 0)
            assert 0 < row["repairs"] <= cycles if cycles else row["repairs"] == 0
        elif row["method"] in ("ranks", "rooted"):
            assert row["repairs"] == 0


@pytest.mark.parametrize("rows", [LADDER, TWO_SOLUTIONS, SQUARES, AROUND, ["A..", "A.."]])
def test_counts_of_models_and_cycles_agree_with_enumeration(rows):
    encoding = Published(Puzzle.of(rows))
    variables = range(1, encoding.formula.variables + 1)
    models = cyclic = 0
    rings = set()
    with Solver("cadical153", bootstrap_with=encoding.formula) as solver:
        for model in solver.enum_models():
            assert [abs(literal) for literal in model] == list(variables)
            _, found = traced(encoding, true_variables(model, encoding.formula.variables))
            models, cyclic = models + 1, cyclic + bool(found)
            rings |= {tuple(sorted(ring)) for ring in found}
    row = rows_of(rows, ["minisat22"])[0]
    assert (row["models"], row["cyclic_models"], row["cycles"]) == (models, cyclic, len(rings))


@samples.needs_post_puzzles
def test_cyclic_example_has_the_cycle_of_figure_1_and_one_other():
    lines = (samples.POST_PUZZLES / f"{claims.CYCLIC_EXAMPLE}.txt").read_text().split()
    row = rows_of(lines, ["minisat22"])[0]
    # a square in any of 12 colours, another one in any of 12, and the solution
    assert (row["models"], row["cyclic_models"], row["cycles"]) == (25, 24, 2)
    encoding = Published(Puzzle.of(lines))
    found = Counter()
    with Solver("minisat22", bootstrap_with=encoding.formula) as solver:
        for model in solver.enum_models():
            _, cycles = traced(encoding, true_variables(model, encoding.formula.variables))
            cells = (sorted((i // 14 + 1, i % 14 + 1) for i in cycle) for cycle in cycles)
            found[str(list(cells))] += 1
    # the post, too, counts rows and columns from 1
    figure = [(4, 3), (4, 4), (5, 3), (5, 4)]
    assert sorted(found.values()) == [1, 12, 12]
    assert found[str([figure])] == 12


def test_picosat_rows_are_missing_if_it_is_not_installed(monkeypatch):
    monkeypatch.setattr(audit, "find_spec", lambda name: None)
    statuses = [row["status"] for row in rows_of(LADDER)]
    assert statuses == ["solved"] * 3 + ["missing"] * 3 + ["solved"]


def test_colour_clauses_and_direction_variables_are_counted():
    row = rows_of(["A..", "A.."])[0]
    # four free cells, and two endpoints with two and two neighbours, of one flow
    assert row["colour_clauses"] == 4 * 1 + 2 * 1 + 2 * (1 + 1)
    assert (row["free"], row["direction_variables"]) == (4, 1 + 3 + 1 + 3)


def test_contradictory_runs_raise_disagreement(monkeypatch):
    monkeypatch.setattr(audit, "_tree", lambda *_: {"status": "unsolvable", "seconds": 0.0})
    with pytest.raises(DisagreementError, match="others find that it has no solution"):
        rows_of(LADDER, ["minisat22"])


def test_duplicate_or_unknown_solvers_are_rejected():
    check_solvers(["minisat22", PICOSAT], 1)
    with pytest.raises(InputError, match="duplicate"):
        check_solvers([PICOSAT, PICOSAT], 1)
    with pytest.raises(InputError, match="unknown solver"):
        check_solvers(["no"], 1)


@pytest.fixture
def post():
    return read_frame([PRINTED], POST_TABLE)


def verdict_on(verdicts, words):
    [found] = [verdict for verdict in verdicts if words in verdict.claim]
    assert found.source == POST
    return found


def test_verdicts_on_the_printed_table(post):
    verdicts = printed(post)
    assert [verdict.verdict for verdict in verdicts] == [
        *(HOLDS, HOLDS, OPEN, HOLDS, HOLDS, HOLDS, HOLDS, LIMITS)
    ]
    assert "27 of 28 rows; for extreme_12x12_29" in verdicts[-1].measured
    assert "contains 0.025 instead of -0.025" in verdicts[-1].measured
    assert "faster on 20 of 28 puzzles" in verdicts[3].measured


@pytest.mark.parametrize(
    ("puzzle", "column", "value", "words", "verdict"),
    [
        ("jumbo_14x14_30", "c_seconds", 1.6, "under 1.6 s", FAILS),
        ("jumbo_14x14_30", "python_seconds", 0.5, "about 0.4 s", FAILS),
        ("jumbo_14x14_30", "python_seconds", 0.78, "much better", FAILS),
        ("jumbo_14x14_30", "python_seconds", 0.778, "much better", HOLDS),
        ("jumbo_14x14_01", "python_seconds", 0.349, "is 0.356 s", FAILS),
        ("jumbo_14x14_30", "c_seconds", 1.500, "is 1.197 s", FAILS),
        ("jumbo_14x14_21", "c_seconds", 1.559, "is 1.197 s", FAILS),
        ("extreme_12x12_29", "difference", -0.025, "column Difference", HOLDS),
        ("regular_5x5_01", "c_seconds", 0.004, "most puzzles", LIMITS),
    ],
)
def test_verdicts_on_a_changed_printed_table(post, puzzle, column, value, words, verdict):
    post.loc[post["puzzle"] == puzzle, column] = value
    assert verdict_on(printed(post), words).verdict == verdict


def test_claims_fail_if_no_row_agrees(post):
    assert verdict_on(printed(post.assign(difference=9.0)), "column Difference").verdict == FAILS
    slow = post.assign(c_seconds=1.0, python_seconds=0.1)
    assert verdict_on(printed(slow), "most puzzles").verdict == FAILS


def table_of(post, **changes):
    """Return rows as two solvers might have them on the post's puzzles."""
    side = post["puzzle"].str.extract(r"(\d+)x", expand=False).astype(int)
    own = post["clauses"] - 2 * (post["puzzle"] == claims.CYCLIC_EXAMPLE)
    cyclic = post["puzzle"] == claims.CYCLIC_EXAMPLE
    k = 5
    base = pd.DataFrame(
        {
            **{"puzzle": post["puzzle"], "rows": side, "cols": side, "k": k, "free": side**2 - 10},
            "direction_variables": post["variables"] - side**2 * k,
            **{"colour_clauses": side**2, "solver": ""},
            **{"cycles": 2 * cyclic, "cyclic_models": 24.0 * cyclic, "models": 24.0 * cyclic + 1},
            **{"strict": "one", "touching": "several"},
            **{"variables": post["variables"], "clauses": own, "repairs": 2 * cyclic, "cuts": 0},
            **{"seconds": 0.1, "status": "solved", "limit": 5.0},
        }
    )
    eager = {
        method: {"repairs": 0, "seconds": seconds, "variables": post["variables"] + more}
        for method, seconds, more in (("ranks", 0.3, 20), ("rooted", 1.01, 40))
    }
    runs = [
        run
        for solver in ("one", PICOSAT)
        for run in (
            base.assign(solver=solver, method="restart"),
            *(base.assign(solver=solver, method=method, **x) for method, x in eager.items()),
        )
    ]
    tree = base.assign(method="tree", seconds=1.0)
    rows = pd.concat([*runs, tree], ignore_index=True)[list(AUDIT)]
    for key, value in changes.items():
        rows[key] = value
    return rows


def on(rows, puzzle, solver=None):
    chosen = (rows["puzzle"] == puzzle) & (rows["method"] == "restart")
    return chosen if solver is None else chosen & (rows["solver"] == solver)


CLAIM = {
    **{"variables": "as many variables", "clauses": "as many clauses", "only": "the only puzzle"},
    **{"rounds": "two cycles", "ranks": "the author can think of", "bogged": "bog down PicoSAT"},
    **{"cycles": "do not prevent cycles", "slow": "prohibitively", "tree": "than tree search"},
    **{"colours": "NC colour", "types": "about 6N", "growth": "O(NC²) clauses"},
}


def test_verdicts_on_measured_claims(post):
    verdicts = measured(table_of(post), post)
    found = {name: verdict_on(verdicts, words).verdict for name, words in CLAIM.items()}
    assert len(verdicts) == len(CLAIM)
    assert found["variables"] == found["only"] == found["rounds"] == HOLDS
    assert found["clauses"] == found["tree"] == found["ranks"] == found["bogged"] == LIMITS
    assert found["cycles"] == found["slow"] == found["colours"] == HOLDS


def changed(post, name):
    """Return rows that change the verdict on one claim."""
    rows = table_of(post)
    first, example = on(rows, "regular_5x5_01"), on(rows, claims.CYCLIC_EXAMPLE)
    restart, ranks, rooted, tree = (rows["method"] == x for x in (*audit.CYCLES, "tree"))
    one, picosat = rows["solver"] == "one", rows["solver"] == PICOSAT
    late, all_rows = tree & (rows["puzzle"] == "regular_5x5_01"), rows.index >= 0
    changes = {
        "variables": [(first, "variables", rows["variables"] + 1)],
        "clauses": [(example, "clauses", rows["clauses"] + 2)],
        "more clauses": [(first, "clauses", rows["clauses"] + 1)],
        "another cycle": [(first, "cyclic_models", 1)],
        "no cycle": [(all_rows, "cyclic_models", 0)],
        "not known": [(first, "cyclic_models", float("nan"))],
        "one cycle": [(all_rows, "cycles", 1)],
        "two rounds": [(example & one, "clauses", rows["clauses"] + 1)],
        "one round": [(example, x, rows[x] + y) for x, y in (("repairs", -1), ("clauses", 1))],
        "more ranks": [(ranks, "variables", rows["variables"] + 20)],
        "fast roots": [(rooted & picosat, "seconds", 0.99)],
        "timeout": [(first, "status", "timeout")],
        "timeouts": [(restart, "status", "timeout")],
        "fast tree": [(tree, "seconds", 0.01)],
        "fast tree but for a timeout": [
            *((tree, "seconds", 0.09), (late, "seconds", 5.0), (late, "status", "timeout"))
        ],
        "many clauses": [(all_rows, "colour_clauses", 10**6)],
    }
    if name.startswith("types "):
        share = float(name.removeprefix("types "))
        return rows.assign(direction_variables=share * rows["rows"] * rows["cols"] * 6)
    for where, column, value in changes[name]:
        rows[column] = rows[column].mask(where, value)
    return rows


@pytest.mark.parametrize(
    ("change", "claim", "verdict"),
    [
        ("variables", "variables", FAILS),
        ("clauses", "clauses", HOLDS),
        ("more clauses", "clauses", FAILS),
        ("another cycle", "only", FAILS),
        ("no cycle", "only", FAILS),
        ("not known", "only", OPEN),
        ("one cycle", "rounds", FAILS),
        ("two rounds", "rounds", LIMITS),
        ("one round", "rounds", OPEN),
        ("more clauses", "rounds", LIMITS),
        ("no cycle", "cycles", OPEN),
        ("more ranks", "ranks", HOLDS),
        ("fast roots", "bogged", OPEN),
        ("timeout", "slow", LIMITS),
        ("timeouts", "slow", FAILS),
        ("timeout", "tree", FAILS),
        ("fast tree", "tree", FAILS),
        ("types 0.901", "types", HOLDS),
        ("types 0.899", "types", LIMITS),
        ("types 0.5", "types", LIMITS),
        ("types 0.499", "types", FAILS),
        ("types 1", "colours", FAILS),
        ("many clauses", "growth", FAILS),
    ],
)
def test_verdicts_on_changed_measurements(post, change, claim, verdict):
    verdicts = measured(changed(post, change), post)
    assert verdict_on(verdicts, CLAIM[claim]).verdict == verdict


def test_slowest_time_of_tree_search_excludes_timeouts(post):
    found = verdict_on(measured(changed(post, "fast tree but for a timeout"), post), CLAIM["tree"])
    assert "and 0.09 s with tree search among the 27 puzzles that it completed" in found.measured
    assert "did not complete 1 of 28 puzzles within 5 s of CPU time" in found.measured
    assert found.verdict == LIMITS


def test_unsolvable_puzzles_count_as_completed_by_tree_search(post):
    rows = changed(post, "fast tree")
    rows.loc[rows[rows["method"] == "tree"].index[0], "status"] = "unsolvable"
    found = verdict_on(measured(rows, post), CLAIM["tree"])
    assert "among the 28 puzzles that it completed" in found.measured
    assert "did not complete 0 of 28 puzzles" in found.measured


def test_runs_stopped_by_wall_clock_are_repeated_up_to_the_cpu_limit():
    """Each run gets a third of the CPU: after 5 s of wall-clock time, it has used 5/3 s."""
    limits = []

    def run(needs):
        def row(wall):
            limits.append(wall)
            ended = needs <= wall / 3
            return {
                "seconds": needs if ended else wall / 3,
                "status": "solved" if ended else "timeout",
            }

        return row

    assert within_cpu(run(4.9), 5.0) == {"seconds": 4.9, "status": "solved"}
    assert limits == [5, 10, 20]
    assert within_cpu(run(5.0), 5.0)["status"] == "solved"
    assert within_cpu(run(5.1), 5.0) == {"seconds": 5.1, "status": "timeout"}
    assert within_cpu(run(99), 5.0)["status"] == "timeout"


def test_bridges_as_proposed_in_a_comment_violate_constraints_5_and_6():
    """Constraint 5 requires both colours of every neighbour of the bridge."""
    rows = ["A.B", "...", "B.A"]
    bridge = 4
    encoding = Published(Puzzle.of(rows))
    v = encoding.variables
    relaxed = {*v.x[bridge], *v.y[bridge]}
    of_bridge = [[int(x)] for x in v.x[bridge]]  # both colours
    of_bridge += [[int(y) if t < 2 else -int(y)] for t, y in enumerate(v.y[bridge])]
    named = {family.name: family for family in encoding.formula.templates}
    kept = [
        clause
        for name, family in named.items()
        for array in family.arrays()
        for clause in array.tolist()
        if name not in ("one_flow", "one_type") or not relaxed & {abs(x) for x in clause}
    ]

    def satisfiable(clauses):
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            return solver.solve()

    assert satisfiable([*kept, *of_bridge]) is False
    others = {
        tuple(clause)
        for name in ("along", "aside")
        for array in named[name].arrays()
        for clause in array.tolist()
        if relaxed & {abs(x) for x in clause}
    }
    assert satisfiable([*(c for c in kept if tuple(c) not in others), *of_bridge]) is True


def test_claims_about_missing_puzzles_are_open(post):
    rows = table_of(post)
    for kept in (rows[rows["puzzle"] != "regular_5x5_01"], rows.assign(puzzle="r5_c5_k4_0")):
        verdicts = measured(kept.drop_duplicates(["puzzle", "method", "solver"]), post)
        for claim, _ in claims.NEEDING_PUZZLES.values():
            found = verdict_on(verdicts, claim)
            assert found.verdict == OPEN
            assert "were given" in found.measured


def test_missing_solver_does_not_change_the_verdicts(post):
    rows = table_of(post)
    rows = rows[rows["solver"] != PICOSAT]
    missing = rows[rows["solver"] == "one"].assign(solver=PICOSAT, status="missing")
    empty = ["variables", "clauses", "repairs", "cuts", "seconds"]
    missing[empty] = float("nan")
    assert measured(pd.concat([missing, rows]), post) == measured(rows, post)


def test_audit_and_claims_commands_write_rows_and_verdicts(tmp_path):
    (tmp_path / "ladder.txt").write_text("\n".join(LADDER) + "\n")
    rows, table = tmp_path / "rows.csv", tmp_path / "claims.csv"
    options = ("--solver", "minisat22", "--timeout", 5, "-q")
    flowfree("audit", tmp_path / "ladder.txt", *options, "-o", rows, status=0)
    flowfree("claims", rows, PRINTED, "-o", table, "-o", tmp_path / "claims.md", status=0)
    found = read_frame([table], CLAIMS)
    assert list(pd.read_csv(table).columns) == list(CLAIMS)
    assert len(found) == 21
    assert set(found["source"]) == {POST}
    double = tmp_path / "double.csv"
    double.write_text(rows.read_text() + "".join(rows.read_text().splitlines(True)[1:]))
    twice = flowfree("claims", double, PRINTED, "-o", table)
    assert "line 6: a second row for puzzle ladder, method restart" in twice.stderr

"""Solvers on a folder of formulas: checked answers, scores by hand, and the cactus plot."""

import random
import sys
from itertools import product

import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.sat.dimacs import read_clauses
from puzzlesat_studies.core.solver_runs import solver_runs
from puzzlesat_studies.floodit import solvers
from tests.programs import script

SOLVERS = ["minisat22", "cadical195", "glucose42"]


def write(path, clauses, variables=4):
    lines = [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, [*c, 0])) for c in clauses)]
    path.write_text("\n".join(lines) + "\n")
    return path


def program(path, answer):
    """Return the path of a program that prints an answer after a tenth of a second."""
    return str(
        script(path, f"#!{sys.executable}\nimport time\ntime.sleep(.1)\nprint({answer!r})\n")
    )


def test_all_solvers_answer_as_brute_force_does(tmp_path):
    draw = random.Random(3)
    answers = set()
    for number in range(12):
        clauses = [
            [draw.choice([-1, 1]) * v for v in draw.sample(range(1, 5), draw.randint(1, 3))]
            for _ in range(draw.randint(4, 14))
        ]
        path = write(tmp_path / f"{number}.cnf", clauses)
        satisfiable = any(
            all(any((x > 0) == model[abs(x) - 1] for x in clause) for clause in clauses)
            for model in product([False, True], repeat=4)
        )
        found = list(solvers.runs([path], [], solvers=SOLVERS, wall_limit=20))
        assert sorted(row["solver"] for row in found) == sorted(SOLVERS)
        assert {row["status"] for row in found} == {"sat" if satisfiable else "unsat"}
        assert {row["formula"] for row in found} == {path.name}
        answers.add(satisfiable)
    assert answers == {True, False}


LIES = ["s UNSATISFIABLE", "s SATISFIABLE\nv 1 -2 0"]
"""Wrong answers for a formula whose only model makes 1 false and 2 true."""


@pytest.mark.parametrize("lie", LIES)
def test_a_wrong_answer_is_a_row_that_counts_as_unsolved(tmp_path, lie, capsys):
    path = write(tmp_path / "a.cnf", [[1, 2], [-1]])
    liar = program(tmp_path / "liar", lie)
    found = list(solvers.runs([path], [], solvers=[liar, "minisat22"], wall_limit=20))
    assert {row["solver"]: row["status"] for row in found} == {liar: "wrong", "minisat22": "sat"}
    assert "liar" in capsys.readouterr().err
    worst = solvers.scores(pd.DataFrame(found)).iloc[-1]
    assert (worst["solver"], worst["wrong"], worst["solved"], worst["par2"]) == (liar, 1, 0, 40)


def test_a_lie_about_a_made_formula_is_found_without_other_solvers(tmp_path):
    path, liar = tmp_path / "a.cnf.xz", program(tmp_path / "liar", LIES[0])
    for distance, counts in ((0, (0, 1, 0)), (-1, (1, 0, 0))):
        values = {"n": 4, "k": 3, "i": 0, "distance": distance, "seed": 1, "extra_output": path}
        made = [solvers.MadeFormula(**row) for row in solvers.formulas(**values)]
        found = solvers.runs([path], made, solvers=[liar], wall_limit=20)
        [score] = solvers.scores(pd.DataFrame(found)).to_dict("records")
        assert (score["unsat"], score["wrong"], score["unconfirmed"]) == counts


def test_a_program_that_gives_up_or_does_not_start_is_told_apart(tmp_path, capsys):
    path = write(tmp_path / "a.cnf", [[1, 2]])
    lazy, broken = program(tmp_path / "lazy", "s UNKNOWN"), program(tmp_path / "broken", "")
    found = list(solvers.runs([path], [], solvers=[lazy, broken], wall_limit=20))
    status = {row["solver"]: (row["status"], row["start_seconds"]) for row in found}
    assert status == {lazy: ("unknown", None), broken: ("error", None)}
    assert "a.cnf: the solver " in capsys.readouterr().err
    assert solvers.scores(pd.DataFrame(found))["unknown"].sum() == 1


def test_a_model_that_the_check_refuses_is_wrong():
    def refuse(model):
        raise DisagreementError("the model is wrong")

    [row] = solver_runs("f", [[1]], ["minisat22"], 20, refuse)
    assert row["status"] == "wrong"


def test_an_unsatisfiable_formula_is_confirmed_by_a_second_solver(tmp_path):
    path = write(tmp_path / "a.cnf", [[1], [-1]])
    alone, both = (
        solvers.scores(pd.DataFrame(solvers.runs([path], [], solvers=names, wall_limit=20)))
        for names in (["minisat22"], ["minisat22", "cadical195"])
    )
    assert (alone["unsat"].tolist(), alone["unconfirmed"].tolist()) == ([1], [1])
    assert (both["unsat"].tolist(), both["unconfirmed"].tolist()) == ([1, 1], [0, 0])


def test_a_program_that_crashes_on_a_formula_is_scored_as_an_error(tmp_path):
    path = write(tmp_path / "a.cnf", [[1, 2], [-1]])
    line = "grep -q 'cnf 1 1' $1 && echo 's SATISFIABLE' || kill -SEGV $$"
    crashing = script(tmp_path / "crashing", line)
    found = list(solvers.runs([path], [], solvers=[str(crashing), "minisat22"], wall_limit=20))
    assert {row["solver"]: row["status"] for row in found} == {
        str(crashing): "error",
        "minisat22": "sat",
    }
    worst = solvers.scores(pd.DataFrame(found)).iloc[-1]
    assert (worst["errors"], worst["solved"], worst["par2"]) == (1, 0, 40)


def test_the_start_of_a_program_is_stated_apart(tmp_path):
    path = write(tmp_path / "a.cnf", [[1, 2]])
    slow = program(tmp_path / "slow", "s SATISFIABLE\nv 1 2 3 4 0")
    found = solvers.runs([path], [], solvers=[slow, "minisat22"], wall_limit=20)
    runs = {row["solver"]: row for row in found}
    assert runs[slow]["wall_seconds"] > 0.1 > runs["minisat22"]["wall_seconds"]
    assert runs[slow]["start_seconds"] > 10 * runs["minisat22"]["start_seconds"]


ROWS = pd.DataFrame(
    [
        ("a", "1", "sat", 1.0, 1.0),
        ("a", "2", "unsat", 3.0, 3.0),
        ("a", "3", "timeout", 9.9, 10.0),
        ("b", "1", "sat", 2.0, 2.0),
        ("b", "2", "unsat", 9.0, 10.5),  # after the limit
        ("b", "3", "timeout", 9.9, 10.0),
    ],
    columns=["solver", "formula", "status", "seconds", "wall_seconds"],
).assign(wall_limit=10.0, start_seconds=0.5, version="1", expected="")


def test_scores_are_those_by_hand():
    first, second = solvers.scores(ROWS).to_dict("records")
    assert (first["solver"], first["solved"], first["sat"], first["unsat"]) == ("a", 2, 1, 1)
    assert first["par2"] == pytest.approx((1 + 3 + 20) / 3)
    assert (second["solver"], second["solved"], second["unsat"]) == ("b", 1, 0)
    assert second["par2"] == pytest.approx((2 + 20 + 20) / 3)


def test_the_cactus_plot_counts_the_formulas_solved_in_time():
    [axes] = solvers.cactus(ROWS).axes
    drawn = {line.get_label(): line.get_xydata().tolist() for line in axes.lines}
    assert drawn["a"] == [[1.0, 1.0], [3.0, 2.0]]
    assert drawn["b"] == [[2.0, 1.0]]
    [axes] = solvers.cactus(ROWS.assign(status="timeout")).axes
    lines = axes.get_legend().get_lines()
    assert [(line.get_linewidth(), line.get_markersize()) for line in lines[:2]] == [(0, 0)] * 2


def test_formulas_of_a_folder_are_found_or_refused(tmp_path):
    for name in ("b.cnf", "a.cnf.xz", "notes.cnfx"):
        (tmp_path / name).touch()

    def config(folder):
        return type("Config", (), {"solvers": solvers.Solvers(folder=str(folder))})

    assert [item.name for item in solvers.run_items(config(tmp_path))] == ["a.cnf.xz", "b.cnf"]
    assert solvers.made_items(config(tmp_path)) == []
    solvers.check(config(tmp_path))
    with pytest.raises(InputError, match=r"solvers\.folder: there is no "):
        solvers.check(config(tmp_path / "nowhere"))


def test_made_formulas_are_satisfiable_from_the_minimum_on(tmp_path):
    for distance in (-1, 0):
        path = tmp_path / f"{distance}.cnf.xz"
        [row] = solvers.formulas(n=5, k=4, i=1, distance=distance, seed=1, extra_output=path)
        assert row["m"] == row["minimum"] + distance
        [run] = solvers.runs([path], [], solvers=["minisat22"], wall_limit=20)
        assert run["status"] == ("unsat" if distance else "sat")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: expected 'p cnf VARIABLES CLAUSES'"),
        ("c a\np dnf 1 1\n1 0\n", "line 2: expected 'p cnf VARIABLES CLAUSES', not 'p dnf 1 1'"),
        ("p cnf 2 1\n1 3 0\n", "line 2: '3' is not a literal from -2 to 2"),
        ("p cnf 2 1\n1 +2 0\n", r"line 2: '\+2' is not a literal"),
        ("p cnf 2 1\n1 2\n", "the last clause does not end in 0"),
        ("p cnf 2 2\n1 2 0\n", "p cnf announces 2 clauses, not 1"),
        ("p cnf 2 1\n1 0\n2 0\n", "p cnf announces 1 clause, not 2"),
    ],
)
def test_other_texts_than_dimacs_are_refused(tmp_path, text, sentence):
    path = tmp_path / "a.cnf"
    path.write_text(text)
    with pytest.raises(InputError, match=rf"a\.cnf: {sentence}"):
        read_clauses(path)


def test_clauses_may_span_lines_between_comments(tmp_path):
    path = tmp_path / "a.cnf"
    path.write_text("c one\np cnf 3 3\n1 -2\nc two\n 3 0 -1 0\n\n0\n")
    assert read_clauses(path) == [[1, -2, 3], [-1], []]

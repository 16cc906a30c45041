"""The rows of the study, their tables and figures, also of perfect play and of logic."""

from functools import partial
from types import SimpleNamespace

import pandas as pd
import pytest
from matplotlib.colors import to_rgb
from pysat.formula import CNF

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.minesweeper.board.sample import STARTS
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.formats.samples import state_of
from puzzlesat.minesweeper.solve.guessfree import WEAKEST_METHODS
from puzzlesat.minesweeper.solve.optimum import PerfectPlay
from puzzlesat.sat.backbone import iterative_filtering
from puzzlesat.sat.solver import open_solver
from puzzlesat_studies import minesweeper as study
from puzzlesat_studies.minesweeper import figures, tables
from puzzlesat_studies.minesweeper import rows as experiment
from puzzlesat_studies.minesweeper.backbones import iterative
from puzzlesat_studies.minesweeper.rows import (
    decided_rows,
    optimum_rows,
    solvability_rows,
)
from tests.programs import frame_of

timing_rows = partial(experiment.timing_rows, solver="minisat22", cardinality="totalizer")


@pytest.fixture(scope="module")
def rows():
    return [study.SampledState(**row) for row in study.states(seed=2020, size=(4, 4, 4), count=4)]


@pytest.fixture(scope="module")
def decided(rows):
    return frame_of(decided_rows(rows), study.DecidedFields)


@pytest.fixture(scope="module")
def times(rows):
    return frame_of(timing_rows(rows, repeats=2, wall_limit=5.0), study.ProcedureRun)


@pytest.fixture(scope="module")
def procedures(times):
    return tables.procedures_table(times)


@pytest.fixture(scope="module")
def growth(decided, times):
    return tables.growth_table(decided, times)


def test_decided_rows_exist_for_every_state_and_method(decided):
    assert len(decided) == 4 * 6
    assert (decided["decided"] <= decided["certain"]).all()
    assert (decided["certain"] <= decided["covered"]).all()


@pytest.mark.parametrize(
    ("methods", "name", "wrong", "made", "message"),
    [
        (
            *("METHODS", "single", lambda net: dict.fromkeys(net.variables, 1), decided_rows),
            "state 0 of 4×4 with 4 mines: single and counting",
        ),
        (
            *("METHODS", "backbone_total", lambda net: {}, decided_rows),
            "backbone_total and counting disagree",
        ),
        (
            *("PROCEDURES", "filtering", lambda *_: ([], 1)),
            *(partial(timing_rows, repeats=1, wall_limit=5.0), "procedures find different"),
        ),
    ],
)
def test_wrong_method_raises_disagreement(rows, monkeypatch, methods, name, wrong, made, message):
    monkeypatch.setitem(getattr(experiment, methods), name, wrong)
    with pytest.raises(DisagreementError, match=message):
        list(made(rows))


def test_contradiction_with_the_board_raises_disagreement(rows, monkeypatch):
    whole = experiment.count_models

    def wrong(net):
        return SimpleNamespace(certain={f: 1 - v for f, v in whole(net).certain.items()})

    monkeypatch.setattr(experiment, "count_models", wrong)
    with pytest.raises(DisagreementError, match="on the board"):
        list(decided_rows(rows))


def test_solver_calls_of_procedures_are_counted(rows):
    formula = experiment.formulas(network(state_of(rows[0].model_dump())), "totalizer")["numbers"]
    cnf = CNF(from_clauses=formula.clauses)
    for name, procedure in (("iterative", iterative), ("filtering", iterative_filtering)):
        _, calls = experiment.PROCEDURES[name](cnf, formula.literals, "minisat22", 60)
        with open_solver("minisat22") as solver:
            solver.append_formula(formula.clauses)
            assert procedure(solver, formula.literals).calls == calls > 0


def test_every_procedure_is_timed_on_both_formulas(times):
    assert len(times) == 4 * 2 * 2 * len(experiment.PROCEDURES)
    assert set(times["status"]) == {"done"}
    assert (times["calls"] > 0).all()
    found = times.groupby(["board", "formula"])["found"].nunique()
    assert (found == 1).all()


def test_timed_out_procedures_have_a_single_row(rows):
    found = list(timing_rows(rows[:1], repeats=2, wall_limit=1e-6))
    assert len(found) == 2 * len(experiment.PROCEDURES)
    assert {row["status"] for row in found} == {"timeout"}
    assert {row["found"] for row in found} == {None}


def test_bbscan_counts_its_calls():
    formula = CNF(from_clauses=[[1, 2], [-2, 3], [1, -3]])
    literals, calls = experiment.PROCEDURES["BBScan iter"](
        formula, [1, -1, 2, -2], "minisat22", 9.0
    )
    assert literals == [1]
    assert calls > 1


def test_the_table_of_methods(decided):
    table = tables.methods_table(decided)
    assert list(table["method"]) == list(tables.METHOD_NAMES)
    last = table.set_index("method").loc["backbone_total"]
    assert last["share"] == 1
    single = table.set_index("method").loc["single"]
    assert single["share_low"] <= single["share"] <= single["share_high"]
    displayed = tables.display_methods(table)
    assert list(displayed["method"]) == list(tables.METHOD_NAMES.values())


def test_the_table_of_procedures(procedures):
    assert set(procedures.columns) == set(study.ProcedureSummary.model_fields)
    assert len(procedures) == 2 * len(experiment.PROCEDURES)
    baseline = procedures[procedures["procedure"] == tables.BASELINE_PROCEDURE]
    assert (baseline["ratio"] == 1).all()


def test_timeouts_count_as_infinite_times(times):
    chosen = times["procedure"].isin(["filtering", tables.BASELINE_PROCEDURE]) & (
        times["formula"] == "total"
    )
    for late, finished in ((2, 2), (1, 3)):
        some = times[chosen].copy()
        some.loc[(some["procedure"] == "filtering") & (some["board"] < late), "status"] = "timeout"
        row = tables.procedures_table(some).set_index("procedure").loc["filtering"]
        assert (row["states"], row["finished"]) == (4, finished)
        assert pd.isna(row["milliseconds"]) == (finished == 2)


def test_the_figures_show_the_values_of_the_tables(decided, procedures, growth):
    methods = tables.methods_table(decided)
    drawn = figures.methods_figure(methods)
    [panel] = drawn.axes
    assert panel.get_title() == "4×4, 4 mines"
    share = methods[methods["method"] != "counting"]["share"].tolist()
    assert panel.containers[0].lines[0].get_xdata().tolist() == share
    procedures = procedures.copy()
    procedures.loc[procedures["procedure"] == "iterative", ["calls", "milliseconds"]] = float("nan")
    panels = figures.procedures_figure(procedures).axes
    for axes, formula in zip(panels[::2], ("numbers", "total"), strict=True):
        shown, late = axes.get_lines()[:2]
        calls = procedures[procedures["formula"] == formula]["calls"]
        assert shown.get_xdata().tolist() == pytest.approx(calls.tolist(), nan_ok=True)
        assert list(late.get_ydata()) == [1.0]  # the row of the iterative procedure
    assert [axes.get_xlabel() for axes in panels] == ["", "", "calls of the solver", "milliseconds"]
    panels = figures.growth_figure(growth).axes
    assert [len(axes.get_lines()) for axes in panels] == [6, 11, 11]
    assert panels[0].get_lines()[0].get_ydata().tolist() == [growth["milliseconds"].iloc[0]]


@pytest.fixture(scope="module")
def optima():
    made = (optimum_rows(rows=2, cols=cols, wall_limit=1e6, memory_mb=1024) for cols in (3, 4))
    return frame_of((row for rows in made for row in rows), study.OptimumRow)


@pytest.fixture(scope="module")
def needed():
    made = (solvability_rows(seed=2020, size=(5, 5, mines), count=30) for mines in (3, 6))
    return frame_of((row for rows in made for row in rows), study.WeakestMethod)


def test_optimum_rows_cover_every_number_of_mines_and_start(optima):
    found = {tuple(row) for row in optima[["cols", "mines", "start"]].to_numpy().tolist()}
    assert found == {
        (cols, mines, start)
        for cols in (3, 4)
        for mines in range(1, 2 * cols)
        for start in STARTS
        if start != "opening" or mines <= 2 * cols - 4
    }
    best = PerfectPlay(2, 4, 3).best("safe")
    row = optima.set_index(["cols", "mines", "start"]).loc[(4, 3, "safe")]
    assert (row["wins"], row["games"]) == (best.wins, best.placements)
    assert (row["player_wins"], row["player_games"], row["player_guesses"]) == best.player


def test_symmetric_moves_are_reported_once(optima):
    row = optima.set_index(["cols", "mines", "start"]).loc[(3, 1, "safe")]
    assert row["moves"] == "0,0 0,1"
    assert PerfectPlay(2, 3, 1).best("safe").best_first_fields == (0, 1, 2, 3, 4, 5)


def test_numbers_of_mines_between_two_failures_are_untried():
    made = frame_of(optimum_rows(rows=3, cols=4, wall_limit=1e6, memory_mb=1), study.OptimumRow)
    status = made[made["start"] == "safe"].set_index("mines")["status"]
    failed = status[status == "memory"].index
    assert len(failed) == 2
    assert (status[failed[0] + 1 : failed[1] - 1] == "untried").all()
    assert (status[: failed[0] - 1] == "optimal").all()
    assert (status[failed[1] + 1 :] == "optimal").all()
    table = tables.optimum_table(made)
    assert table[table["status"] != "optimal"]["loss"].isna().all()
    displayed = tables.display_optimum(table)
    assert (
        displayed["won, at best"].tolist().count("untried") == (table["status"] == "untried").sum()
    )


def test_optimum_table_reports_the_loss_of_the_player(optima):
    table = tables.optimum_table(optima).set_index(["cols", "mines", "start"])
    best, row = PerfectPlay(2, 4, 3).best("safe"), table.loc[(4, 3, "safe")]
    wins, games, guesses = best.player
    assert row["density"] == 3 / 8
    assert row["player"] == wins / games
    assert row["loss"] == pytest.approx(best.wins / best.placements - wins / games)
    assert row["loss_per_guess"] == pytest.approx(row["loss"] / (guesses / games))
    assert (table["loss"][table.index.get_level_values("start") != "opening"] >= 0).all()


def test_no_guess_table(needed):
    table = tables.no_guess_table(needed)
    assert table[["mines", "boards"]].to_numpy().tolist() == [[3, 30], [6, 30]]
    for row in table.itertuples():
        chosen = needed[needed["mines"] == row.mines]["weakest_method"]
        for need in WEAKEST_METHODS:
            assert getattr(row, need) == (chosen == need).sum() / 30
        assert row.solved == pytest.approx(1 - row.guess)
        assert row.solved_low < row.solved < row.solved_high or row.solved == 1
    assert list(tables.display_no_guess(table)["boards"]) == [30, 30]


def test_the_figures_of_perfect_play_and_of_logic_show_the_values_of_the_tables(optima, needed):
    table = tables.optimum_table(optima)
    panels = figures.optimum_figure(table).axes
    for axes, start in zip(panels, STARTS, strict=True):
        wide = table[(table["start"] == start) & (table["cols"] == 4)]
        wide = wide[wide["density"] <= figures.MAX_DENSITY]
        best, player = axes.get_lines()[2:4]
        assert best.get_ydata().tolist() == wide["chance_low"].tolist()
        assert player.get_ydata().tolist() == wide["player"].tolist()
    [panel] = figures.no_guess_figure(tables.no_guess_table(needed)).axes
    layers = panel.collections
    assert [layer.get_label() for layer in layers] == list(tables.WEAKEST_METHOD_NAMES.values())
    shades = [sum(to_rgb(layer.get_facecolor()[0])) for layer in layers]
    assert shades == sorted(shades, reverse=True)  # ever darker
    top = max(path.vertices[:, 1].max() for path in layers[-1].get_paths())
    assert top == pytest.approx(1)


def test_board_of_one_field_is_rejected():
    with pytest.raises(InputError, match="two fields or more"):
        list(optimum_rows(rows=1, cols=1, wall_limit=1.0, memory_mb=1))

"""The studies of perfect play and of how much logic boards need: rows, tables, figures."""

from functools import partial

import pytest
from matplotlib.colors import to_rgb

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.sample import STARTS
from puzzlesat.minesweeper.solve.guessfree import WEAKEST_METHODS
from puzzlesat.minesweeper.solve.optimum import PerfectPlay
from puzzlesat_studies import minesweeper as study
from puzzlesat_studies.minesweeper import figures, tables
from puzzlesat_studies.minesweeper.rows import optimum_rows, solvability_rows
from tests.programs import frame_of, invoke


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
    assert (row["wins"], row["games"]) == (best.wins, best.games)
    assert (row["player_wins"], row["player_games"], row["player_guesses"]) == best.player


def test_symmetric_moves_are_reported_once(optima):
    row = optima.set_index(["cols", "mines", "start"]).loc[(3, 1, "safe")]
    assert row["moves"] == "0,0 0,1"
    assert PerfectPlay(2, 3, 1).best("safe").moves == (0, 1, 2, 3, 4, 5)


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
    assert row["loss"] == pytest.approx(best.wins / best.games - wins / games)
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


def test_the_figures_show_the_values_of_the_tables(optima, needed):
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


def test_the_command_prints_the_optimum():
    optimum = partial(invoke, "minesweeper", "optimum")
    size = ("--rows", 4, "--cols", 4, "--mines", 4)
    assert "961 of 1820 placements are won (52.8022%), starting" in optimum(*size).output
    output = optimum(*size, "--start", "opening", "--json").output
    assert '"wins": 34, "games": 35' in output
    assert '"moves": [[1, 1], [1, 2], [2, 1], [2, 2]]' in output
    output = optimum("--rows", 5, "--cols", 5, "--mines", 12, "--memory", 1).output
    assert "won with a probability of 0.0000% to 52.0000% (memory)" in output

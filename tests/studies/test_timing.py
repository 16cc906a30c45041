"""The timing study from rows to verdicts, on tiny grids and made-up tables."""

import shutil
import sys

import numpy as np
import pandas as pd
import pytest
from pysat.formula import CNF
from pysat.solvers import Minisat22
from scipy import integrate, stats

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat_studies.claims.verdicts import FAILS, HOLDS, LIMITS, OPEN
from puzzlesat_studies.core.params import Sample
from puzzlesat_studies.floodit.thesis import TABLE_4_1
from puzzlesat_studies.floodit.timing import (
    CountRow,
    Counts,
    figures,
    inference,
    program,
    rows,
    tables,
)
from puzzlesat_studies.floodit.timing.inference import (
    CLAUSES,
    GENERATION,
    LOADING,
    NULL,
    SEARCH,
    SOLVING,
    Hypothesis,
    Prediction,
    hypotheses,
    hypotheses_table,
    maximum_likelihood,
)
from tests.claims import judged
from tests.programs import script

STAND_IN = """#!{python}
import sys
from pysat.formula import CNF
from pysat.solvers import Minisat22

with Minisat22(bootstrap_with=CNF(from_file=sys.argv[-1])) as solver:
    answer = not solver.solve()
    print("conflicts             : 3              (100 /sec)")
    print("propagations          : 77             (100 /sec)")
sys.exit(10 if answer else 20)
"""


@pytest.fixture
def on_path(tmp_path, monkeypatch):
    """Return a function that makes a stand-in the program minisat, or takes all programs away."""

    def install(text=None):
        folder = tmp_path / "programs"
        folder.mkdir(exist_ok=True)
        monkeypatch.setenv("PATH", str(folder))
        if text is not None:
            script(folder / "minisat", text)

    return install


def test_count_rows_cover_every_layout_and_the_program(on_path, monkeypatch):
    on_path("any")

    def counted(problem, solver):
        with Minisat22(bootstrap_with=CNF(from_file=problem)) as core:
            return program.ProgramCounts(bool(core.solve()), 3, 77)

    monkeypatch.setattr(rows, "count_by_program", counted)
    found = pd.DataFrame(rows.count_rows(n=3, seed=2020, counts=Counts.of([3], [3], 2, crossed=1)))
    assert list(found.columns) == list(CountRow.model_fields)
    crossed, other = (found[found["board"] == i] for i in (0, 1))
    layouts = crossed.groupby("p").apply(lambda x: len(x[tables.LAYOUT].drop_duplicates()))
    assert set(layouts) == {4 * 3 * 2 * 3}
    assert set(crossed["p"]) >= {crossed["minimum"].iloc[0] - 1, crossed["minimum"].iloc[0]}
    assert set(other["order"]) == {"text"}
    assert not other["tautologies"].any()
    assert set(other.loc[other["solver"] != rows.CORE, "p"]) == set(other["minimum"])
    by_program = found[found["solver"] == "minisat"]
    assert set(by_program["conflicts"]) == {3}
    assert set(by_program["propagations"]) == {77}
    assert by_program["version"].str.fullmatch("minisat [0-9a-f]{12}").all()


def test_counts_are_deterministic_and_do_not_need_the_program(on_path):
    on_path()
    runs = [
        pd.DataFrame(rows.count_rows(n=3, seed=2020, counts=Counts.of([3], [4], 1, crossed=1)))
        for _ in range(2)
    ]
    assert runs[0].equals(runs[1])
    assert set(runs[0]["solver"]) == {rows.CORE}
    core = runs[0][runs[0]["order"] != "shuffled"]
    wide = core.set_index([*tables.BOARD, "p", "numbering", "order", "encoding", "tautologies"])
    assert (wide["conflicts"].unstack("tautologies").dropna().nunique(axis=1) == 1).all()
    spent = pd.DataFrame(rows.instruction_rows(n=4, seed=2020, instructions=Sample.of([4], [4], 1)))
    assert set(spent["version"]) == {rows.MISSING}
    assert spent["total"].isna().all()


def test_wrong_or_foreign_programs_raise(on_path):
    on_path(STAND_IN.format(python=sys.executable))
    with pytest.raises(DisagreementError, match=r"minisat and A\* disagree on"):
        list(rows.count_rows(n=4, seed=2020, counts=Counts.of([4], [3], 1, crossed=0)))
    on_path(f"#!{sys.executable}\n")
    with pytest.raises(InputError, match="did not print the output of MiniSat"):
        list(rows.count_rows(n=4, seed=2020, counts=Counts.of([4], [3], 1, crossed=0)))


installed = pytest.mark.skipif(
    not (shutil.which(program.PROGRAM) and shutil.which(program.VALGRIND)),
    reason="minisat or valgrind is not installed",
)


@installed
def test_instruction_counts_are_deterministic_and_grow_with_the_input(tmp_path):
    problem = tmp_path / "problem.cnf"
    problem.write_text("p cnf 2 2\n1 2 0\n-1 0\n")
    first, again = (program.instructions(problem, "minisat") for _ in range(2))
    assert first == again
    assert first.satisfiable
    assert 0 < first.parsing < first.total
    problem.write_text("p cnf 2 102\n" + "1 2 0\n" * 101 + "-1 0\n")
    assert program.instructions(problem, "minisat").parsing > first.parsing + 100
    assert not [path for path in tmp_path.iterdir() if path != problem]


@installed
def test_callgrind_of_another_program_raises(tmp_path, monkeypatch):
    monkeypatch.setattr(program, "PROGRAM", shutil.which("true"))
    problem = tmp_path / "problem.cnf"
    problem.write_text("p cnf 1 1\n1 0\n")
    with pytest.raises(InputError, match="callgrind could not count"):
        program.instructions(problem, "minisat")


def solved(i, p, encoding, conflicts, queries=1, **more):
    """A row of counts of a board whose minimum is 5."""
    return (
        {"seed": 1, "n": 4, "k": 3, "board": i, "minimum": 5, "p": p, "queries": queries}
        | {"numbering": "time first", "order": "text", "tautologies": False, "solver": rows.CORE}
        | {"encoding": encoding, "conflicts": conflicts, "propagations": 1, "version": "v"}
        | more
    )


def pair(i, p, minimal, extended, **more):
    return [solved(i, p, "minimal", minimal, **more), solved(i, p, "extended", extended, **more)]


def test_effects_table_counts_wins_and_sums_the_search():
    made = pd.DataFrame(
        [
            *pair(0, 5, 1, 3),
            *pair(0, 4, 50, 20, queries=0),
            *pair(0, 7, 9, 2, queries=2),
            *pair(1, 5, 4, 4),
            *pair(1, 4, 1, 0),
            *pair(1, 5, 0, 9, order="shuffled"),
            *pair(1, 5, 9, 0, tautologies=True),
            *pair(1, 5, 0, 9, solver="minisat", numbering="random"),
        ]
    )
    found = tables.effects(made)
    found = found[found["measure"] == "conflicts"].set_index("query")
    names = ["boards", "wins", "ties", "losses", "minimal", "extended"]
    assert found.loc["minimum", names].tolist() == [2, 1, 1, 0, 5, 7]
    assert found.loc["minimum", "ratio"] == pytest.approx(2**0.5)
    assert found.loc["minimum - 1", names].tolist() == [2, 0, 0, 2, 51, 20]
    assert found.loc["search", names].tolist() == [2, 0, 0, 2, 1 + 18 + 5, 3 + 4 + 4]
    crossed = tables.cross(made)
    assert set(crossed["boards"]) == {1}
    assert set(crossed["order"]) == {"text", "shuffled"}


PUBLISHED = pd.read_csv(TABLE_4_1)
CELLS = PUBLISHED[["n", "k"]]

UP_AND_DOWN = 0.04 * (-1) ** np.arange(32)
"""What no trend in n and k explains."""

LOW, FALLING, RISING, HIGH = (
    np.linspace(0.45, 0.3, 32) + 2 * UP_AND_DOWN,
    np.linspace(0.75, 0.5, 32) + 2 * UP_AND_DOWN,
    np.linspace(0.6, 0.9, 32) + 2 * UP_AND_DOWN,
    np.linspace(0.9, 0.958, 32) + UP_AND_DOWN,
)


def won(share, boards=1000, ties=0):
    """The cells of a table in which the minimal encoding wins such shares of boards."""
    wins = np.round(np.broadcast_to(share, 32) * (boards - ties)).astype(int)
    return CELLS.assign(boards=boards, wins=wins, ties=ties, losses=boards - ties - wins)


def effects(share, **more):
    layout = {"numbering": "time first", "order": "text", "tautologies": False}
    layout |= {"solver": rows.CORE, "query": "minimum", "measure": "conflicts"}
    totals = {"minimal": 1, "extended": 1, "ratio": 1.0, "version": "v"}
    return won(share, **more).assign(**layout, **totals)


def spent(solving, reading):
    parts = {"rest": solving, "total": reading}
    layout = {"numbering": "time first", "solver": "minisat", "version": "v"}
    totals = {"minimal": 1, "extended": 1, "ratio": 1.0}
    found = [won(share).assign(part=part, **layout, **totals) for part, share in parts.items()]
    return pd.concat(found)


def size(more=0.3):
    clauses = 50 * CELLS["n"] ** 2 * CELLS["k"]
    other = (clauses * (1 + more)).astype(int)
    totals = {"boards": 1000, "wins": 1000, "ties": 0, "losses": 0, "ratio": 1 + more}
    layout = {"tautologies": False, "query": "minimum", "measure": "clauses"}
    return CELLS.assign(minimal=clauses, extended=other, **totals, **layout)


def wins(solving, loading, generation):
    phases = {"solve": solving, "load_solve": loading, "encode_load_solve": generation}
    found = []
    for name, share in phases.items():
        cells = won(share)
        named = {"minimal": cells["wins"], "extended": cells["losses"], "timeouts": 0}
        found.append(
            cells[["n", "k", "boards"]].assign(
                timed_phases=name,
                ambiguous=7,
                ratio=1.0,
                sign_p=1.0,
                thesis_minimal=PUBLISHED["minimal"],
                **named,
            )
        )
    return pd.concat(found)


MEASURED = {SEARCH: LOW, SOLVING: FALLING, LOADING: RISING, GENERATION: HIGH}


def evidence():
    return (
        effects(MEASURED[SEARCH]),
        size(),
        spent(MEASURED[SOLVING], MEASURED[LOADING]),
        wins(MEASURED[SOLVING], MEASURED[LOADING], MEASURED[GENERATION]),
    )


def printed_as(share):
    """Table 4.1 as it would be printed if these were its shares."""
    rng = np.random.default_rng(1)
    minimal = rng.binomial(100, share, size=32)
    return CELLS.assign(minimal=minimal, extended=100 - minimal)


def test_prediction_is_beta_binomial():
    prediction = inference.shares_hypothesis(SEARCH, "a", won(0.7, boards=20).iloc[:1]).predict(
        [0.0]
    )
    known = stats.beta(14.5, 6.5)
    expected = integrate.quad(lambda q: known.pdf(q) * stats.binom.pmf(83, 100, q), 0, 1)[0]
    assert np.exp(prediction.log_likelihood(np.array([83]))) == pytest.approx(expected)
    drawn = prediction.draw(20_000)
    assert drawn.mean() == pytest.approx(100 * 14.5 / 21, rel=0.01)
    assert drawn.var() == pytest.approx(stats.betabinom(100, 14.5, 6.5).var(), rel=0.05)


def test_allocation_of_ties_is_a_fitted_parameter():
    hypothesis = inference.shares_hypothesis(SEARCH, "a", won(0.5, boards=1000, ties=400))
    assert list(hypothesis.parameters) == ["lapses", "ties"]
    for to_minimal in (0.1, 0.9):
        share = (300 + to_minimal * 400) / 1000
        values = maximum_likelihood(hypothesis, printed_as(share)["minimal"].to_numpy())
        assert hypothesis.predict(values).share == pytest.approx(share, abs=0.03)
        assert values[1] == pytest.approx(to_minimal, abs=0.2)


def test_lapses_explain_rare_losses():
    """Without them, the likelihood would depend on the number of boards measured alone."""
    for boards in (30, 1000):
        hypothesis = inference.shares_hypothesis(SEARCH, "a", won(1.0, boards=boards))
        printed = printed_as(0.95)["minimal"].to_numpy()
        [lapses] = maximum_likelihood(hypothesis, printed)
        assert lapses == pytest.approx(0.1, abs=0.04)
        without = hypothesis.predict([0.0]).log_likelihood(printed)
        assert hypothesis.predict([lapses]).log_likelihood(printed) > without + 5


def test_fit_of_the_noise_model_recovers_its_shares():
    cells = size()
    hypothesis = inference.noise_hypothesis(CLAUSES, "a", cells, cells["minimal"].to_numpy(float))
    true = [0.05, -1.0, -0.8]
    printed = np.round(100 * hypothesis.predict(true).share).astype(int)
    found, expected = (
        hypothesis.predict(x) for x in (maximum_likelihood(hypothesis, printed), true)
    )
    assert found.log_likelihood(printed) >= expected.log_likelihood(printed)
    assert found.share == pytest.approx(expected.share, abs=0.05)


def verdict_by(table):
    return judged("printed-wins", tables={"timing/hypotheses": table})[0]


@pytest.mark.parametrize(
    ("family", "verdict"),
    [(SEARCH, HOLDS), (SOLVING, HOLDS), (LOADING, LIMITS), (GENERATION, FAILS)],
)
def test_data_drawn_from_a_hypothesis_select_it(family, verdict, monkeypatch):
    def measured(*tables):
        return ((h, cells) for h, cells in hypotheses(*tables) if h.family != CLAUSES)

    monkeypatch.setattr(inference, "hypotheses", measured)
    table = hypotheses_table(*evidence(), printed_as(MEASURED[family]))
    assert table["family"].iloc[0] == family
    assert set(table.loc[table["fits"], "family"]) - {NULL} == {family}
    assert verdict_by(table) == verdict


def test_data_drawn_from_the_clause_model_leave_the_verdict_open():
    *_, timed = evidence()
    cells = size()
    model = inference.noise_hypothesis(CLAUSES, "a", cells, cells["minimal"].to_numpy(float))
    drawn = printed_as(model.predict([0.0, -0.6, -1.0]).share)
    table = hypotheses_table(effects(LOW), size(), spent(LOW, LOW), timed, drawn)
    assert CLAUSES in set(table.loc[table["fits"], "family"])
    assert verdict_by(table) == OPEN


@pytest.mark.parametrize(
    ("name", "share"),
    [
        ("fair coin", 0.5),
        ("one share", 0.8),
        ("trend in n and k", 1 / (1 + np.exp(-(0.3 * (CELLS["n"] - 6) + 0.4 * (CELLS["k"] - 4))))),
    ],
)
def test_data_drawn_from_a_null_model_leave_the_verdict_open(name, share):
    table = hypotheses_table(*evidence(), printed_as(np.broadcast_to(share, 32)))
    null = table[table["hypothesis"] == name].iloc[0]
    assert null["fits"]
    assert verdict_by(table) == OPEN


def test_drawn_tables_are_attributed_to_their_family():
    for family in (SEARCH, SOLVING, LOADING):
        table = inference.power_table(*evidence(), printed_as(MEASURED[family]))
        own = table[table["drawn_from"] == family].set_index("family")
        assert own.loc[family, "attributed"] > 90
        assert own["attributed"].sum() == own["tables"].iloc[0] == inference.POWER_TABLES
        assert (own["near"] >= own["attributed"]).all()


def test_equal_hypotheses_share_the_drawn_tables():
    made = (effects(LOW), size(), spent(LOW, HIGH), wins(LOW, HIGH, HIGH), printed_as(HIGH))
    table = inference.power_table(*made).set_index(["drawn_from", "family"])
    for family in (LOADING, GENERATION):
        assert all(table.loc[(family, other), "near"] > 90 for other in (LOADING, GENERATION))


def test_two_fitting_hypotheses_leave_the_verdict_open():
    timed = wins(LOW, HIGH, HIGH)
    table = hypotheses_table(effects(LOW), size(0.01), spent(LOW, HIGH), timed, printed_as(HIGH))
    assert {LOADING, GENERATION} <= set(table.loc[table["fits"], "family"])
    assert verdict_by(table) == OPEN


@pytest.mark.parametrize(
    ("delta_aic", "goodness_p", "fits"),
    [(10, 0.01, True), (10.01, 0.01, False), (10, 0.0099, False), (0, 1, True)],
)
def test_fitting_requires_delta_aic_up_to_10_and_p_of_at_least_1_percent(
    delta_aic, goodness_p, fits
):
    assert inference.is_supported(pd.Series([delta_aic]), pd.Series([goodness_p])).tolist() == [
        fits
    ]


def test_wrong_models_are_rejected_by_their_goodness_of_fit():
    """The criterion before this one accepted a constant share of all but any size."""
    table = hypotheses_table(*evidence(), PUBLISHED).set_index("hypothesis")
    for name in ("fair coin", "one share"):
        assert table.loc[name, "goodness_p"] < 0.001
        assert not table.loc[name, "fits"]
    right = hypotheses_table(*evidence(), printed_as(0.8)).set_index("hypothesis")
    assert right.loc["one share", "goodness_p"] > 0.05


def test_goodness_of_fit_p_values_are_calibrated():
    """Of tables that come from a hypothesis, few are rejected."""
    shares = np.linspace(0.5, 0.95, 32)
    right = Prediction(shares)
    printed = np.random.default_rng(3).binomial(100, shares, (60, 32))
    hypothesis = Hypothesis(NULL, "right", lambda _: right, {})
    found = [
        inference._hypothesis_columns(inference.fit_hypothesis(hypothesis, table))["goodness_p"]
        for table in printed
    ]
    assert (np.array(found) < 0.05).mean() < 0.15
    assert np.mean(found) == pytest.approx(0.5, abs=0.15)


def test_only_cells_present_in_all_tables_are_used():
    table = hypotheses_table(effects(LOW).iloc[:5], *evidence()[1:], PUBLISHED)
    assert set(table["cells"]) == {5}
    without = hypotheses_table(
        effects(LOW), size(), spent(LOW, LOW).iloc[:0], wins(LOW, LOW, LOW), PUBLISHED
    )
    assert set(without["cells"]) == {32}


def test_figures_show_the_printed_numbers():
    made_effects, _, made_spent, made_wins = evidence()
    made_spent = made_spent.assign(numbering="predicates first")
    for figure in (
        figures.search_figure(made_effects, PUBLISHED),
        figures.cost_figure(made_spent, made_wins, PUBLISHED),
    ):
        heights = {tuple(line.get_ydata()) for line in figure.axes[0].lines}
        assert tuple(PUBLISHED.loc[PUBLISHED["k"] == 3, "minimal"]) in heights

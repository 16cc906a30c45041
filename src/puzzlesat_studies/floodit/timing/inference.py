r"""Hypotheses on the 32 printed numbers of Table 4.1, compared by their likelihood.

Every hypothesis gives, for each cell (n, k), a distribution of the number of boards, out of 100,
that the minimal encoding wins. A hypothesis on a measured *cost*, such as the conflicts of a solver
or the number of clauses, has one of two forms. Both have *lapses*: the share λ of boards has a
random winner.

- **Shares.** Of m measured boards, the minimal encoding costs less than the extended one on w
  boards, as much on t, and more on the others. With :math:`q = (w + \tau t) / m`, where the share τ
  of ties is fitted if there are ties, the minimal encoding wins with the probability
  :math:`s = \lambda/2 + (1 - \lambda)\,q`. The printed number y is beta-binomial,
  :math:`y \sim \mathrm{BB}(100,\; m s + 1/2,\; m (1 - s) + 1/2)`: binomial with a probability that
  is estimated from m boards (Jeffreys' prior).
- **Noise.** The cost of the extended encoding is r times that of the minimal one, in the geometric
  mean of the cell's boards. The logarithm of a single board's ratio has normal noise, which is
  partly relative to the cost and partly absolute. The minimal encoding wins with the probability
  :math:`\lambda/2 + (1 - \lambda)\,\Phi(\log r / \sqrt{b^2 + (a / C)^2})`, where C is the mean
  number of clauses of the minimal encoding, divided by its median over cells. Fitted are a, b, λ.

**Null models** explain nothing, and an explanation must fit better: a fair coin, one share for all
cells, or a share that is logistic in n and k.

Hypotheses are compared by Akaike's criterion, AIC = 2·(number of parameters) − 2·log-likelihood. A
hypothesis *fits* if its AIC is at most `MAX_DELTA_AIC` above the lowest AIC, and its goodness of
fit is not rejected: of the tables drawn from the hypothesis, at least the share `MIN_GOODNESS_P` is
as unlikely as the printed table, or more unlikely. `power_table` draws tables from the best
hypothesis of each family, and counts to which family they are attributed.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import optimize, special, stats

from puzzlesat_studies.core.statistics import SEED
from puzzlesat_studies.floodit.boards import GRID_POINT
from puzzlesat_studies.floodit.thesis import THESIS_BOARDS, TIMED_PHASES
from puzzlesat_studies.floodit.timing.tables import by_phases

MAX_DELTA_AIC = 10.0
"""Difference from the lowest AIC above which a hypothesis has essentially no support."""

MIN_GOODNESS_P = 0.01

GOODNESS_DRAWS = 4_000

SEARCH = "search effort"
SOLVING = "solving"
LOADING = "loading and solving"
GENERATION = "generation, loading and solving"
READING = "reading"
CLAUSES = "clauses"
NULL = "null model"

FAMILIES = (SEARCH, SOLVING, READING, LOADING, GENERATION, CLAUSES, NULL)
"""The families of hypotheses, by quantity."""

POWER_TABLES = 100
"""The number of tables drawn from each family to find the power of the comparison."""

PHASES_FAMILY = dict(zip(TIMED_PHASES, (SOLVING, LOADING, GENERATION), strict=True))
"""The family of each timing method of `results/thesis/wins.csv`."""

PART_FAMILY = {"parsing": READING, "rest": SOLVING, "total": LOADING}

Numbers = NDArray[np.float64]


class Prediction(NamedTuple):
    """The distribution of the printed number in every cell.

    `alpha` and `beta`, of shape (cells,), are the parameters of the beta distributions of the
    cells' shares. If the shares are known exactly, `alpha` contains the shares, and `beta` is None.
    """

    alpha: Numbers
    beta: Numbers | None = None

    @property
    def share(self) -> Numbers:
        """The expected share in each cell."""
        return self.alpha if self.beta is None else self.alpha / (self.alpha + self.beta)

    def log_likelihood(self, printed: NDArray[np.int64]) -> Numbers:
        """Return the log-likelihood of printed numbers, with cells along the last axis."""
        return self.by_cell(printed).sum(axis=-1)

    def by_cell(self, printed: NDArray[np.int64]) -> Numbers:
        """Return the logarithm of the probability of each printed number."""
        losses = THESIS_BOARDS - printed
        log_ways = -np.log(THESIS_BOARDS + 1) - special.betaln(printed + 1, losses + 1)
        if self.beta is None:
            by_cell = special.xlogy(printed, self.alpha) + special.xlog1py(losses, -self.alpha)
        else:
            by_cell = special.betaln(printed + self.alpha, losses + self.beta)
            by_cell = by_cell - special.betaln(self.alpha, self.beta)
        return log_ways + by_cell

    def draw(self, tables: int, seed: int = SEED) -> NDArray[np.int64]:
        """Return random tables from the distribution, of shape (tables, cells)."""
        rng = np.random.default_rng(seed)
        shape = (tables, len(self.alpha))
        shares = self.alpha if self.beta is None else rng.beta(self.alpha, self.beta, shape)
        return rng.binomial(THESIS_BOARDS, shares, shape)


class Hypothesis(NamedTuple):
    """A hypothesis of one of `FAMILIES` on the quantity that decided the winner.

    `parameters` are the lower and upper bounds of the parameters by name, and `predict` returns the
    prediction for their values. `boards` is the smallest number of boards measured in a cell, or 0
    if the hypothesis is not based on measured boards.
    """

    family: str
    name: str
    predict: Callable[[Sequence[float]], Prediction]
    parameters: dict[str, tuple[float, float]]
    boards: int = 0


def known_shares(share: Numbers) -> Prediction:
    """Return the prediction for exactly known shares, clipped so that none is 0 or 1."""
    return Prediction(np.clip(share, 1e-9, 1 - 1e-9))


LAPSE_PARAMETER = {"lapses": (0.0, 1.0)}


def shares_hypothesis(family: str, name: str, cells: pd.DataFrame) -> Hypothesis:
    """Return the hypothesis on a cost's wins, given the numbers of wins, ties and losses."""
    wins, ties, losses = (cells[column].to_numpy(float) for column in ("wins", "ties", "losses"))
    boards = wins + ties + losses

    def predict(parameters: Sequence[float]) -> Prediction:
        lapses, to_minimal = (*parameters, 0.5)[:2]
        expected_wins = boards * lapses / 2 + (1 - lapses) * (wins + to_minimal * ties)
        return Prediction(expected_wins + 0.5, boards - expected_wins + 0.5)

    parameter_bounds = LAPSE_PARAMETER | ({"ties": (0.0, 1.0)} if ties.any() else {})
    return Hypothesis(
        family, f"{name}: shares", predict, parameter_bounds, int(cells["boards"].min())
    )


def noise_hypothesis(family: str, name: str, cells: pd.DataFrame, clauses: Numbers) -> Hypothesis:
    """Return the hypothesis on a cost with noise, given its mean ratio by cell.

    `clauses` are the cells' mean numbers of clauses of the minimal encoding.
    """
    effect = np.log(cells["ratio"].to_numpy(float))
    scale = clauses / np.median(clauses)

    def predict(parameters: Sequence[float]) -> Prediction:
        lapses, a, b = parameters
        noise = np.hypot(10.0**a / scale, 10.0**b)
        return known_shares(lapses / 2 + (1 - lapses) * special.ndtr(effect / noise))

    parameter_bounds = LAPSE_PARAMETER | {"log10 a": (-4.0, 2.0), "log10 b": (-4.0, 2.0)}
    return Hypothesis(
        family, f"{name}: noise", predict, parameter_bounds, int(cells["boards"].min())
    )


def null_models(cells: pd.DataFrame) -> list[Hypothesis]:
    """Return the models that explain nothing: chance, one share, and a trend in n and k."""
    n, k = (cells[x].to_numpy(float) - cells[x].mean() for x in GRID_POINT)
    ones = np.ones(len(cells))

    def trend(parameters: Sequence[float]) -> Prediction:
        level, by_n, by_k = parameters
        return known_shares(1 / (1 + np.exp(-(level + by_n * n + by_k * k))))

    return [
        Hypothesis(NULL, "fair coin", lambda _: known_shares(ones / 2), {}),
        Hypothesis(NULL, "one share", lambda x: known_shares(x[0] * ones), {"share": (0.0, 1.0)}),
        Hypothesis(
            NULL,
            "trend in n and k",
            trend,
            {"level": (-6.0, 9.0), "n": (-3.0, 3.0), "k": (-3.0, 3.0)},
        ),
    ]


def maximum_likelihood(hypothesis: Hypothesis, printed: NDArray[np.int64]) -> list[float]:
    """Return the values of the parameters with the largest likelihood."""
    bounds = list(hypothesis.parameters.values())
    if not bounds:
        return []

    def cost(values: Sequence[float]) -> float:
        return -float(hypothesis.predict(values).log_likelihood(printed))

    if len(bounds) == 1:
        optimum = optimize.minimize_scalar(
            lambda x: cost([x]), bounds=bounds[0], method="bounded", options={"xatol": 1e-6}
        )
        return [float(optimum.x)]
    grid_points = complex(0, 7 if len(bounds) > 2 else 21)
    grid = optimize.brute(cost, [slice(*interval, grid_points) for interval in bounds], finish=None)
    optimum = optimize.minimize(cost, grid, method="Nelder-Mead", bounds=bounds, tol=1e-6)
    return [float(x) for x in optimum.x]


def hypotheses(
    effects: pd.DataFrame, size: pd.DataFrame, instructions: pd.DataFrame, wins: pd.DataFrame
) -> Iterator[tuple[Hypothesis, pd.DataFrame]]:
    """Yield every hypothesis with the cells (n, k) to which it applies."""
    clause_counts = size[size["measure"] == "clauses"]
    at_minimum = clause_counts[
        (clause_counts["query"] == "minimum") & ~clause_counts["tautologies"]
    ]
    clauses = (at_minimum["minimal"] / at_minimum["boards"]).to_numpy(float)
    for family, name, cells in _cost_comparisons(effects, clause_counts, instructions, wins):
        yield shares_hypothesis(family, name, cells), cells
        yield noise_hypothesis(family, name, cells, clauses), cells
    cells = wins.drop_duplicates(GRID_POINT)
    for hypothesis in null_models(cells):
        yield hypothesis, cells


def _cost_comparisons(
    effects: pd.DataFrame,
    clause_counts: pd.DataFrame,
    instructions: pd.DataFrame,
    wins: pd.DataFrame,
) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """Yield the family and the name of every cost, with its wins, ties, losses and ratios."""
    layout = ["numbering", "solver", "query", "measure"]
    for (numbering, solver, query, measure), cells in effects.groupby(layout, sort=False):
        yield SEARCH, f"{measure}, {numbering}, {solver}, {query}", cells
    for (numbering, solver, part), cells in instructions.groupby(
        ["numbering", "solver", "part"], sort=False
    ):
        yield PART_FAMILY[part], f"instructions ({part}), {numbering}, {solver}", cells
    for name, cells in by_phases(wins):
        yield PHASES_FAMILY[name], f"seconds ({name})", cells
    for (query, tautologies), cells in clause_counts.groupby(["query", "tautologies"], sort=False):
        if query != "minimum - 1":
            with_or_without = "with" if tautologies else "without"
            yield CLAUSES, f"{query}, {with_or_without} tautologies", cells


def hypotheses_table(
    effects: pd.DataFrame,
    size: pd.DataFrame,
    instructions: pd.DataFrame,
    wins: pd.DataFrame,
    thesis: pd.DataFrame,
) -> pd.DataFrame:
    """Compare hypotheses on the measure behind Table 4.1 by their likelihood."""
    table = pd.DataFrame(
        map(_hypothesis_columns, _fitted_hypotheses(effects, size, instructions, wins, thesis))
    )
    table["delta_aic"] = table["aic"] - table["aic"].min()
    table["fits"] = is_supported(table["delta_aic"], table["goodness_p"])
    return table.sort_values("aic", kind="stable")


class FittedHypothesis(NamedTuple):
    """A hypothesis with the parameters that are fitted to the printed numbers of its cells."""

    hypothesis: Hypothesis
    values: list[float]
    printed: NDArray[np.int64]
    prediction: Prediction
    log_likelihood: float
    aic: float


def fit_hypothesis(hypothesis: Hypothesis, printed: NDArray[np.int64]) -> FittedHypothesis:
    """Fit a hypothesis to the printed numbers of its cells."""
    values = maximum_likelihood(hypothesis, printed)
    prediction = hypothesis.predict(values)
    log_likelihood = float(prediction.log_likelihood(printed))
    return FittedHypothesis(
        hypothesis,
        values,
        printed,
        prediction,
        log_likelihood,
        2 * len(values) - 2 * log_likelihood,
    )


def _fitted_hypotheses(*measured: pd.DataFrame) -> Iterator[FittedHypothesis]:
    """Yield the fit of each hypothesis to the shared cells of all tables, the last one printed."""
    *tables, thesis = shared_cells(*measured)
    printed = thesis.set_index(GRID_POINT)["minimal"]
    for hypothesis, cells in hypotheses(*tables):
        yield fit_hypothesis(hypothesis, printed.loc[_grid_points(cells)].to_numpy(np.int64))


def shared_cells(*measured: pd.DataFrame) -> list[pd.DataFrame]:
    """Return the tables with only those cells that all of them contain.

    An empty table of instructions, made without the programs, has no say.
    """
    effects, size, instructions, wins, thesis = measured
    tables = [effects, size, instructions[instructions["boards"] > 0], wins, thesis]
    common_points = set.intersection(*({*_grid_points(table)} for table in tables if len(table)))
    return [
        table[
            np.array([point in common_points for point in _grid_points(table)], dtype=bool)
        ].sort_values(GRID_POINT, kind="stable")
        for table in tables
    ]


def power_table(
    effects: pd.DataFrame,
    size: pd.DataFrame,
    instructions: pd.DataFrame,
    wins: pd.DataFrame,
    thesis: pd.DataFrame,
) -> pd.DataFrame:
    """Draw tables from the best hypothesis of each family, and attribute them to families.

    The best hypotheses, with their parameters, are those on the printed table. Every drawn table is
    attributed to the one with the lowest AIC, after all of them have been fitted to it on a grid.
    """
    best: dict[str, FittedHypothesis] = {}
    for fit in _fitted_hypotheses(effects, size, instructions, wins, thesis):
        family = fit.hypothesis.family
        if family not in best or fit.aic < best[family].aic:
            best[family] = fit
    records = []
    grid_log_probabilities = [_grid_log_probabilities(fit) for fit in best.values()]
    penalties = 2 * np.array([len(fit.values) for fit in best.values()])
    for drawn_from, fit in best.items():
        drawn_tables = fit.prediction.draw(POWER_TABLES)
        cells = np.arange(drawn_tables.shape[1])
        log_likelihoods = [
            logs[:, drawn_tables, cells].sum(axis=-1).max(axis=0) for logs in grid_log_probabilities
        ]
        aics = penalties - 2 * np.transpose(log_likelihoods)
        lowest = aics.min(axis=1, keepdims=True)
        for column, family in enumerate(best):
            records.append(
                {"drawn_from": drawn_from, "family": family, "tables": POWER_TABLES}
                | {"attributed": int((aics.argmin(axis=1) == column).sum())}
                | {"near": int((aics[:, column] <= lowest[:, 0] + MAX_DELTA_AIC).sum())}
            )
    family_order = {family: index for index, family in enumerate(FAMILIES)}
    keys = ["drawn_from", "family"]
    return pd.DataFrame(records).sort_values(keys, key=lambda x: x.map(family_order), kind="stable")


def _grid_log_probabilities(fit: FittedHypothesis) -> Numbers:
    """Return the logarithms of the probabilities of all numbers, of shape (points, 101, cells).

    The points are those of a grid of parameters, and the fitted values.
    """
    hypothesis = fit.hypothesis
    axes = [
        np.linspace(*bounds, 13 if len(hypothesis.parameters) > 2 else 41)
        for bounds in hypothesis.parameters.values()
    ]
    points = [*product(*axes), tuple(fit.values)]
    all_numbers = np.arange(THESIS_BOARDS + 1)[:, None]
    return np.array(
        [hypothesis.predict(point).by_cell(all_numbers) for point in points], np.float32
    )


def is_supported(delta_aic: pd.Series, goodness: pd.Series) -> pd.Series:
    """Return whether each hypothesis fits, given its AIC minus the lowest one, and its p-value."""
    return (delta_aic <= MAX_DELTA_AIC) & (goodness >= MIN_GOODNESS_P)


def _grid_points(table: pd.DataFrame) -> list[tuple[int, int]]:
    return list(zip(table["n"], table["k"], strict=True))


def _hypothesis_columns(fit: FittedHypothesis) -> dict[str, object]:
    hypothesis, values, printed, prediction, log_likelihood, aic = fit
    drawn_log_likelihoods = prediction.log_likelihood(prediction.draw(GOODNESS_DRAWS))
    has_variation = np.ptp(prediction.share) > 0 and np.ptp(printed) > 0 and len(printed) > 2
    fitted_values = zip(hypothesis.parameters, values, strict=True)
    return {
        "family": hypothesis.family,
        "hypothesis": hypothesis.name,
        "parameters": len(values),
        "fitted": "; ".join(f"{name} {value:.3g}" for name, value in fitted_values),
        "cells": len(printed),
        "boards": hypothesis.boards,
        "log_likelihood": log_likelihood,
        "aic": aic,
        "mean_distance": float(np.abs(THESIS_BOARDS * prediction.share - printed).mean()),
        "correlation": float(stats.spearmanr(prediction.share, printed).statistic)
        if has_variation
        else np.nan,
        "goodness_p": float(
            (1 + (drawn_log_likelihoods <= log_likelihood).sum()) / (1 + GOODNESS_DRAWS)
        ),
    }

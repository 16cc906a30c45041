r"""Hypotheses on the 32 printed numbers of Table 4.1, compared by their likelihood.

Every hypothesis gives, for each cell (n, k), a distribution of the number of boards, out of 100,
that the minimal encoding wins. There are three kinds:

- **Measured.** Of m measured boards, the minimal encoding needed less than the extended encoding on
  w boards, as much on t, and more on l. Then the printed number y is beta-binomial,
  :math:`y \sim \mathrm{BB}(100,\; w + \tau t + 1/2,\; l + (1 - \tau) t + 1/2)`:
  binomial with a probability that is estimated from the m boards (Jeffreys' prior). If there are
  ties, the share τ of ties that count for the minimal encoding is fitted.
- **Model.** A cost proportional to the number of clauses C, with noise and *lapses*: the minimal
  encoding wins with the probability
  :math:`\lambda/2 + (1 - \lambda)\,\Phi(d / \sqrt{a^2 + b^2 C^2})`, where d is the difference in
  clauses, and λ the share of lapses, boards with a random winner; a, b and λ are fitted. The cost
  is not specified: it could be that of generating, writing or reading clauses.
- **Null.** A fair coin, one share for all cells, or a share that is logistic in n and k. These
  models explain nothing; an explanation must fit better.

Hypotheses are compared by Akaike's criterion, AIC = 2·(number of parameters) − 2·log-likelihood. A
hypothesis *fits* if its AIC is at most `DISTANCE` above the lowest AIC, and its goodness of fit is
not rejected: of the tables drawn from the hypothesis, at least the share `REJECTED` is as unlikely
as the printed table, or more unlikely. The set of hypotheses was fixed before the likelihoods were
computed.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import optimize, special, stats

from puzzlesat_studies.core.statistics import SEED
from puzzlesat_studies.floodit.thesis import THESIS_BOARDS, TIMED_PHASES
from puzzlesat_studies.floodit.timing.tables import CELL, by_phases

DISTANCE = 10.0
"""Difference from the lowest AIC above which a hypothesis has essentially no support."""

REJECTED = 0.01

DRAWS = 4_000

SEARCH = "search effort"
SOLVING = "solving"
LOADING = "loading and solving"
GENERATION = "generation, loading and solving"
CLAUSES = "clauses plus noise"
NULL = "null model"

FAMILIES = (SEARCH, SOLVING, LOADING, GENERATION, CLAUSES, NULL)
"""The families of hypotheses, by quantity; all except the last two are measured."""

MEASURED = FAMILIES[:4]

PHASES_FAMILY = dict(zip(TIMED_PHASES, (SOLVING, LOADING, GENERATION), strict=True))
"""The family of each timing method of `results/thesis/wins.csv`."""

PART_FAMILY = {"parsing": LOADING, "rest": SOLVING, "total": LOADING}

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
        rest = THESIS_BOARDS - printed
        ways = -np.log(THESIS_BOARDS + 1) - special.betaln(printed + 1, rest + 1)
        if self.beta is None:
            by_cell = special.xlogy(printed, self.alpha) + special.xlog1py(rest, -self.alpha)
        else:
            by_cell = special.betaln(printed + self.alpha, rest + self.beta)
            by_cell = by_cell - special.betaln(self.alpha, self.beta)
        return (ways + by_cell).sum(axis=-1)

    def draw(self, tables: int) -> NDArray[np.int64]:
        """Return random tables from the distribution, of shape (tables, cells)."""
        rng = np.random.default_rng(SEED)
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


def exactly(share: Numbers) -> Prediction:
    """Return the prediction for exactly known shares, clipped so that none is 0 or 1."""
    return Prediction(np.clip(share, 1e-9, 1 - 1e-9))


def measured(family: str, name: str, cells: pd.DataFrame) -> Hypothesis:
    """Return the hypothesis of one measured quantity, given its wins, ties and losses by cell."""
    wins, ties, losses = (cells[x].to_numpy(float) for x in ("wins", "ties", "losses"))

    def predict(parameters: Sequence[float]) -> Prediction:
        share = parameters[0] if len(parameters) else 0.5
        return Prediction(wins + share * ties + 0.5, losses + (1 - share) * ties + 0.5)

    free = {"ties": (0.0, 1.0)} if ties.any() else {}
    return Hypothesis(family, name, predict, free, int(cells["boards"].min()))


def clauses_plus_noise(name: str, clauses: pd.DataFrame) -> Hypothesis:
    """Return the model of a cost that is proportional to clauses, with noise and lapses.

    `clauses` has the columns ``minimal`` and ``extended``: each encoding's mean number of clauses.
    """
    ours, other = clauses["minimal"].to_numpy(float), clauses["extended"].to_numpy(float)

    def predict(parameters: Sequence[float]) -> Prediction:
        a, b, lapses = parameters
        noise = np.hypot(10.0**a, 10.0**b * ours)
        return exactly(lapses / 2 + (1 - lapses) * stats.norm.cdf((other - ours) / noise))

    free = {"log10 a": (0.0, 6.0), "log10 b": (-4.0, 2.0), "lapses": (0.0, 1.0)}
    return Hypothesis(CLAUSES, name, predict, free)


def null_models(cells: pd.DataFrame) -> list[Hypothesis]:
    """Return the models that explain nothing: chance, one share, and a trend in n and k."""
    n, k = (cells[x].to_numpy(float) - cells[x].mean() for x in CELL)
    one = np.ones(len(cells))

    def trend(parameters: Sequence[float]) -> Prediction:
        level, by_n, by_k = parameters
        return exactly(1 / (1 + np.exp(-(level + by_n * n + by_k * k))))

    return [
        Hypothesis(NULL, "fair coin", lambda _: exactly(one / 2), {}),
        Hypothesis(NULL, "one share", lambda x: exactly(x[0] * one), {"share": (0.0, 1.0)}),
        Hypothesis(
            NULL,
            "trend in n and k",
            trend,
            {"level": (-6.0, 9.0), "n": (-3.0, 3.0), "k": (-3.0, 3.0)},
        ),
    ]


def fitted(hypothesis: Hypothesis, printed: NDArray[np.int64]) -> list[float]:
    """Return the values of the parameters with the largest likelihood."""
    bounds = list(hypothesis.parameters.values())
    if not bounds:
        return []

    def cost(values: Sequence[float]) -> float:
        return -float(hypothesis.predict(values).log_likelihood(printed))

    if len(bounds) == 1:
        found = optimize.minimize_scalar(
            lambda x: cost([x]), bounds=bounds[0], method="bounded", options={"xatol": 1e-6}
        )
        return [float(found.x)]
    grid = optimize.brute(cost, [slice(*b, complex(0, 9)) for b in bounds], finish=None)
    best = optimize.minimize(cost, grid, method="Nelder-Mead", bounds=bounds, tol=1e-6)
    return [float(x) for x in best.x]


def hypotheses(
    effects: pd.DataFrame, size: pd.DataFrame, spent: pd.DataFrame, wins: pd.DataFrame
) -> Iterator[tuple[Hypothesis, pd.DataFrame]]:
    """Yield every hypothesis with the cells (n, k) to which it applies."""
    layout = ["numbering", "solver", "query", "measure"]
    for (numbering, solver, query, measure), cells in effects.groupby(layout, sort=False):
        name = f"{measure}, {numbering}, {solver}, {query}"
        yield measured(SEARCH, name, cells), cells
    for (numbering, solver, part), cells in spent.groupby(
        ["numbering", "solver", "part"], sort=False
    ):
        name = f"instructions ({part}), {numbering}, {solver}"
        yield measured(PART_FAMILY[part], name, cells), cells
    for name, cells in by_phases(wins):
        yield measured(PHASES_FAMILY[name], f"seconds ({name})", cells), cells
    chosen = size[size["measure"] == "clauses"]
    for (query, tautologies), cells in chosen.groupby(["query", "tautologies"], sort=False):
        if query != "minimum - 1":
            means = cells[["minimal", "extended"]].div(cells["boards"], axis=0)
            kept = "with" if tautologies else "without"
            yield clauses_plus_noise(f"{query}, {kept} tautologies", means), cells
    cells = wins.drop_duplicates(CELL)
    for hypothesis in null_models(cells):
        yield hypothesis, cells


def hypotheses_table(
    effects: pd.DataFrame,
    size: pd.DataFrame,
    spent: pd.DataFrame,
    wins: pd.DataFrame,
    thesis: pd.DataFrame,
) -> pd.DataFrame:
    """Compare hypotheses on the measure behind Table 4.1 by their likelihood.

    Only cells that all tables contain are used; an empty table of instructions is left out.
    """
    spent = spent[spent["boards"] > 0]  # empty if a program is missing
    tables = [effects, size, wins, thesis, *([spent] if len(spent) else [])]
    common = set.intersection(*({*_cells(table)} for table in tables))
    effects, size, spent, wins = (
        table[np.array([cell in common for cell in _cells(table)], dtype=bool)].sort_values(
            CELL, kind="stable"
        )
        for table in (effects, size, spent, wins)
    )
    printed = thesis.set_index(CELL)["minimal"]
    found = [
        _scored(hypothesis, printed.loc[_cells(cells)].to_numpy(np.int64))
        for hypothesis, cells in hypotheses(effects, size, spent, wins)
    ]
    table = pd.DataFrame(found)
    table["delta_aic"] = table["aic"] - table["aic"].min()
    table["fits"] = fitting(table["delta_aic"], table["goodness_p"])
    return table.sort_values("aic", kind="stable")


def fitting(delta_aic: pd.Series, goodness: pd.Series) -> pd.Series:
    """Return whether each hypothesis fits, given its AIC minus the lowest one, and its p-value."""
    return (delta_aic <= DISTANCE) & (goodness >= REJECTED)


def _cells(table: pd.DataFrame) -> list[tuple[int, int]]:
    return list(zip(table["n"], table["k"], strict=True))


def _scored(hypothesis: Hypothesis, printed: NDArray[np.int64]) -> dict[str, object]:
    values = fitted(hypothesis, printed)
    prediction = hypothesis.predict(values)
    reached = float(prediction.log_likelihood(printed))
    drawn = prediction.log_likelihood(prediction.draw(DRAWS))
    varied = np.ptp(prediction.share) > 0 and np.ptp(printed) > 0 and len(printed) > 2
    named = zip(hypothesis.parameters, values, strict=True)
    return {
        "family": hypothesis.family,
        "hypothesis": hypothesis.name,
        "parameters": len(values),
        "fitted": "; ".join(f"{name} {value:.3g}" for name, value in named),
        "cells": len(printed),
        "boards": hypothesis.boards,
        "log_likelihood": reached,
        "aic": 2 * len(values) - 2 * reached,
        "mean_distance": float(np.abs(THESIS_BOARDS * prediction.share - printed).mean()),
        "correlation": float(stats.spearmanr(prediction.share, printed).statistic)
        if varied
        else np.nan,
        "goodness_p": float((1 + (drawn <= reached).sum()) / (1 + DRAWS)),
    }

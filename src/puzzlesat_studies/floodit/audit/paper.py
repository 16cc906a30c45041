"""The claims of the competition paper that this project can test, and some of the thesis.

*SAT Encodings for Flood-It Puzzle* (van Stiphout, Osama, Wijs) describes benchmarks for the SAT
Competition. docs/instances.md compares the paper's conditions with those of the thesis.
"""

from math import inf, nan

import pandas as pd

from puzzlesat.floodit.encode.thesis import Variables
from puzzlesat_studies.core.claims import (
    FAILS,
    HOLDS,
    LIMITS,
    OPEN,
    PAPER,
    Claims,
    Verdict,
    by_cells,
)
from puzzlesat_studies.floodit.audit.clauses import OVERLAP
from puzzlesat_studies.floodit.audit.final_state import TABLE as FINAL_STATE
from puzzlesat_studies.floodit.audit.redundant import TABLE as REDUNDANT
from puzzlesat_studies.floodit.audit.solvers import TABLE as SOLVERS
from puzzlesat_studies.floodit.audit.solvers import of_causes, of_minisat
from puzzlesat_studies.floodit.frontier.tables import LARGE
from puzzlesat_studies.floodit.hardness.tables import MEDIANS
from puzzlesat_studies.floodit.thesis.bounds import BOUNDS
from puzzlesat_studies.floodit.timing.tables import EFFECTS, SIZE

N, K, MOVES = 70, 10, (225, 229, 230)
"""The parameters of the paper's benchmarks (§III): size n, k colours, and numbers m of moves."""

CLEAR = 10.0
"""If median seconds differ by at least this factor, m counts as controlling the hardness."""

NOTHING = 2.0
"""Below this factor, m does not count as controlling the hardness."""

SUDOKU = 9

MAPPING = "docs/instances.md"
"""The page that compares the paper's claims with the theorems."""


def judge(
    hardness: pd.DataFrame,
    large: pd.DataFrame,
    final_state: pd.DataFrame,
    solvers: pd.DataFrame,
    overlap: pd.DataFrame,
    redundant: pd.DataFrame,
    effects: pd.DataFrame,
    bounds: pd.DataFrame,
    size: pd.DataFrame,
) -> list[tuple[Verdict, str | tuple[str, ...]]]:
    """Judge the competition paper's claims, and those of the thesis that need several tables.

    Return each verdict with its evidence: names of tables in `CLAIMS`, and paths of pages.
    """
    return [
        (of_minisat(solvers, hardness), ("solvers", "hardness", MAPPING)),
        (
            of_causes(solvers, overlap, redundant, effects),
            ("solvers", "overlap", "redundant", "effects"),
        ),
        (_structure(bounds, size), ("size", "bounds", "docs/audit.md")),
        *((verdict, MAPPING) for verdict in complexity()),
        (_rules(final_state), ("final_state", MAPPING)),
        (_control(hardness, large), "hardness"),
        (_benchmarks(large), "large"),
    ]


CLAIMS = Claims(
    {
        "hardness": MEDIANS,
        "large": LARGE,
        "final_state": FINAL_STATE,
        "solvers": SOLVERS,
        "overlap": OVERLAP,
        "redundant": REDUNDANT,
        "effects": EFFECTS,
        "bounds": BOUNDS,
        "size": SIZE,
    },
    judge,
)


def _verdict(claim: str, section: str, measured: str, verdict: str, name: str) -> Verdict:
    return Verdict(claim, section, measured, verdict, source=PAPER, name=name)


THEOREM = "Arthur and others, The Complexity of Flood Filling Games, 2010"


def _structure(bounds: pd.DataFrame, size: pd.DataFrame) -> Verdict:
    """Judge by the definitions; compute the mean number of variables from the mean minimum."""
    cells = bounds[bounds["n"] == SUDOKU]
    variables = [
        cell.mean * Variables(SUDOKU**2, cell.k).stride + 2 * SUDOKU**2
        for cell in cells.itertuples()
    ]
    chosen = size[(size["n"] == SUDOKU) & (size["measure"] == "clauses") & ~size["tautologies"]]
    at_minimum = chosen[chosen["query"] == "minimum"]
    clauses = at_minimum["minimal"] / at_minimum["boards"]
    return Verdict(
        "The encoding is structurally different from that of Sudoku and more complex, as it has "
        "states and transitions",
        "ch. 5",
        "Decided by the definitions: the variables of Flood-It have a time index, and those of "
        f"Sudoku have none. For n = {SUDOKU} and p equal to the minimum, the minimal encoding has "
        f"on average {min(variables, default=nan):,.0f} to {max(variables, default=nan):,.0f} "
        f"variables for k = {cells['k'].min()} to {cells['k'].max()}, and Sudoku has 729. "
        f"However, it has {clauses.min():,.0f} to {clauses.max():,.0f} clauses, about as many "
        "as the 8,829 and 11,988 clauses of the two encodings of Sudoku.",
        LIMITS,
        name="structure",
    )


def complexity() -> list[Verdict]:
    """Return the verdicts on claims of complexity, which are decided by theorems only.

    The thesis and the paper both claim that the problem is NP-complete, and both claims get the
    same verdict. Their claims that it is NP-hard have different conditions.
    """
    optimal = (
        "Finding an optimal solution is an NP-complete problem",
        "Not measured. The question whether p moves suffice is NP-complete for three or more "
        f"colours ({THEOREM}). Finding an optimal solution is NP-hard, but it is not a decision "
        "problem.",
        LIMITS,
    )
    return [
        Verdict(optimal[0], "abstract, ch. 1", *optimal[1:], name="np-complete"),
        Verdict(
            "Flood-It is NP-hard with more than three colours and n ≥ 3",
            "§2.1",
            f"Not measured. The claim follows from a stronger theorem ({THEOREM}), which covers "
            "three or more colours. A condition on n does not belong in the statement, since "
            "there are only finitely many boards of one size and number of colours. A height of "
            "at least 3 is the condition of a theorem in the journal version (2012), in which the "
            "number of colours grows.",
            LIMITS,
            name="np-hard",
        ),
        _verdict(optimal[0], "Abstract", *optimal[1:], name="np-complete"),
        _verdict(
            "With c ≥ 3 colours Flood-It is NP-hard",
            "§I",
            f"Not measured. The claim is a theorem of the paper that is cited for it ({THEOREM}).",
            HOLDS,
            name="np-hard",
        ),
    ]


def _rules(final_state: pd.DataFrame) -> Verdict:
    boards, fewer = int(final_state["boards"].sum()), int(final_state["fewer"].sum())
    return _verdict(
        "The conditions strictly follow the rules of Flood-It, so that a satisfying assignment is "
        "a solution",
        "§II.B, conditions 4 and 9",
        f"With the state m+1, to which no move leads, {fewer:,} of {boards:,} boards need fewer "
        "moves than under the rules. This was measured for the variant printed in the thesis, in "
        "which the fields g_i of condition 4 are those of the cluster. Read literally (g_i are "
        "neighbours of f, and f is not among them), the paper's conditions leave some boards "
        "without any solution.",
        FAILS if fewer else HOLDS,
        "rules",
    )


def _spread(medians: pd.Series) -> float:
    return medians.max() / medians.min() if medians.min() > 0 else inf


def _factor(times: float) -> str:
    return f"{times:,.0f}" if times >= 10 else f"{times:.1f}"


def _control(hardness: pd.DataFrame, large: pd.DataFrame) -> Verdict:
    """Judge by the medians around the minimum whether m controls the hardness.

    If only smaller boards were measured, the verdict can at most be *holds with limits*: the
    measured m are near the minima, whereas the paper's m are far above those of its boards.
    """
    highest = large.loc[(large["n"] == N) & (large["k"] == K), "upper_bound"]
    hardest, spread, spread_sat = [], [], []
    for _, cell in hardness.groupby(["n", "k", "solver"]):
        medians = cell.set_index("distance")["median_seconds"]
        hardest.append(int(medians.idxmax()))
        spread.append(_spread(medians))
        spread_sat.append(_spread(medians[medians.index >= 0]))
    clear, nothing = (sum(x >= CLEAR for x in spread), sum(x < NOTHING for x in spread))
    near = sum(-1 <= x <= 1 for x in hardest)
    verdict = by_cells(clear, nothing, len(spread))
    measured_there = ((hardness["n"] == N) & (hardness["k"] == K)).any()
    return _verdict(
        "The number of moves m can be used to control the hardness",
        "§III",
        f"Boards with n ≤ {hardness['n'].max()} were solved for m from "
        f"{-hardness['distance'].min()} below the minimum to {hardness['distance'].max()} above "
        f"it. In {len(spread)} combinations of cell (n, k) and solver, the median times of the "
        f"hardest and the easiest m differ by a factor of {_factor(min(spread))} to "
        f"{_factor(max(spread))}; if only satisfiable formulas are compared, by a factor of "
        f"{_factor(min(spread_sat))} to {_factor(max(spread_sat))}. The hardest m differs from "
        f"the minimum by at most one in {near} of these combinations. The paper's own m, "
        f"{min(MOVES)} to {max(MOVES)} for n = {N}, were "
        f"{'' if measured_there else 'not '}measured; the minima of {len(highest)} boards of that "
        f"size are at most {highest.max()}.",
        LIMITS if verdict == HOLDS and not measured_there else verdict,
        "m-controls",
    )


def _benchmarks(large: pd.DataFrame) -> Verdict:
    same = large[(large["n"] == N) & (large["k"] == K)]
    claim = (
        f"For n = {N}, k = {K} and m in {{{', '.join(map(str, MOVES))}}}, 20 instances are "
        "generated at random"
    )
    if same.empty:
        words = "This project has no bounds for boards of that size."
        return _verdict(claim, "§III", words, OPEN, "instances")
    enough, few = (
        int((same["upper_bound"] <= min(MOVES)).sum()),
        int((same["lower_bound"] > max(MOVES)).sum()),
    )
    return _verdict(
        claim,
        "§III",
        "The paper states neither which boards were generated nor whether they can be flooded in "
        f"m moves. Of {len(same)} other random boards of that size, {enough} can be flooded in "
        f"{min(MOVES)} moves, and {few} cannot be flooded in {max(MOVES)} moves: their minima lie "
        f"between {same['lower_bound'].min()} and {same['upper_bound'].max()}.",
        OPEN,
        "instances",
    )

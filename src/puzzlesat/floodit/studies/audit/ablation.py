"""Whether the encoding is minimal: no rule may be removed without breaking it (§4.2.1).

Each condition is left out in turn, with each kind of unit of condition 1 and each direction of
condition 9 by itself, and the smallest p whose formula is satisfiable is searched for anew. Of
condition 8 only one direction has clauses: the other one is a tautology. Then all that proved
needless is left out together, which is the encoding ``reduced``, and from that each of the rest.
Why what can go can go is proved at `thesis.REDUCED`.
"""

from collections.abc import Iterator

import pandas as pd

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.thesis import MINIMAL, REDUCED, Condition, Encoder
from puzzlesat.floodit.solve.minimum import decider
from puzzlesat.floodit.studies.audit.boards import NAME, minima, sample
from puzzlesat.report.claims import FAILS, HOLDS, OPEN, Verdict
from puzzlesat.report.rows import Columns, Row, Schema, count, number, portion
from puzzlesat.report.statistics import share
from puzzlesat.report.tables import Table


def _without(conditions: tuple[Condition, ...], *names: str) -> tuple[Condition, ...]:
    return tuple(c for c in conditions if c.name not in names)


VARIANTS = {
    **{f"minimal - {c.name}": _without(MINIMAL, c.name) for c in MINIMAL},
    "minimal - 1": _without(MINIMAL, "1a", "1b"),
    "minimal - 9": _without(MINIMAL, "9a", "9b"),
    "reduced": REDUCED,
    **{f"reduced - {c.name}": _without(REDUCED, c.name) for c in REDUCED},
}
"""The weakened encodings by what is left out of which."""

COLUMNS: Columns = Schema(
    NAME | {"variant": str, "minimum": count, "weakened": count, "clauses": number},
    key=[*NAME, "variant"],
    given={"minimum": [*NAME]},
    whole={"variant": VARIANTS},
    each=[*NAME],
)
"""The columns of `rows`."""

TABLE: Columns = Schema(
    {
        **{"variant": str, "boards": count, "changed": count},
        **{"share": portion, "share_low": portion, "share_high": portion},
        **{"largest_drop": count, "clauses": number},
    },
    key=["variant"],
    whole={"variant": VARIANTS},
)
"""The columns of `table`."""


def rows(seed: int, n: int, k: int, boards: int, solver: str) -> Iterator[Row]:
    """Yield the smallest satisfiable p of every board under every weakened encoding.

    It is searched for from 0 up, since nothing promises that a weakened encoding which is
    satisfiable for p is so for p+1.

    Raises
    ------
    DisagreementError
        If the reduced encoding's moves at the minimum do not flood the board.
    """
    for name, board, minimum in minima(sample(seed, n, k, boards)):
        whole = len(Encoder(board, MINIMAL).formula(minimum))
        for variant, conditions in VARIANTS.items():
            decide = decider(board, conditions, solver)
            weakened, moves = 0, decide(0)
            while moves is None:
                if weakened == minimum:
                    raise DisagreementError(
                        f"board {board.text}: {variant} finds no {minimum} moves, but A* does"
                    )
                weakened += 1
                moves = decide(weakened)
            if variant == "reduced" and weakened == minimum:
                check_solution(board, moves, minimum)
            left = len(Encoder(board, conditions).formula(minimum)) / whole if whole else 1.0
            yield name | {
                "variant": variant,
                "minimum": minimum,
                "weakened": weakened,
                "clauses": round(left, 6),
            }


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each weakened encoding: on how many boards its minimum is another one.

    ``share`` has its exact 95% interval; ``clauses`` is the number of clauses over that of the
    minimal encoding, on average.
    """
    found = []
    for variant in VARIANTS:
        group = rows[rows["variant"] == variant]
        changed = int((group["weakened"] != group["minimum"]).sum())
        interval = share(changed, len(group))
        found.append(
            {"variant": variant, "boards": len(group), "changed": changed}
            | {"share": interval.estimate}
            | {"share_low": interval.low, "share_high": interval.high}
            | {"largest_drop": int((group["minimum"] - group["weakened"]).max())}
            | {"clauses": group["clauses"].mean()}
        )
    return pd.DataFrame(found)[list(TABLE)]


CONVINCING = 0.05
"""What changes nothing on so many boards that it changes at most this share counts as needless."""


def verdicts(table: pd.DataFrame) -> list[Verdict]:
    """Judge whether any condition can be left out."""
    single = table[table["variant"].str.startswith("minimal")]
    unchanged = single[single["changed"] == 0]
    reduced = table[table["variant"] == "reduced"].iloc[0]
    names = ", ".join(x.removeprefix("minimal - ") for x in unchanged["variant"])
    boards = int(single["boards"].min())
    if unchanged.empty:
        verdict = HOLDS
    elif unchanged["share_high"].min() > CONVINCING:
        verdict = OPEN
    else:
        verdict = FAILS
    measured = (
        f"Left out one by one on {boards} boards, "
        + (f"{names} change no minimum" if names else "each changes a minimum")
        + (f" (95% interval 0–{unchanged['share_high'].max():.1%})" if names else "")
        + f"; left out together, {reduced['changed']} minima change and "
        f"{reduced['clauses']:.0%} of the clauses remain. "
        + ("That these can go is proved as well." if names and not reduced["changed"] else "")
    )
    return [
        Verdict(
            "The encoding is minimal: no rule may be removed without breaking it",
            "§4.2.1, ch. 6",
            measured.strip(),
            verdict,
        )
    ]


ABLATION_TABLE = Table(COLUMNS, table)
"""Count in FILES of rows how many minima change when a condition is left out."""

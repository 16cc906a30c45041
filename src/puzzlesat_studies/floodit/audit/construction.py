"""The time to construct an encoding (§4.2.1).

The thesis says that its encoding, being minimal, has the lowest construction time. The encoding
``reduced`` has the same minima. Both are constructed for each board's minimum by the same program,
in turn, and their CPU times are compared.
"""

from collections.abc import Iterator
from functools import partial

import pandas as pd

from puzzlesat.floodit.encode.redundant import encoder_of
from puzzlesat.sat.clock import Clock
from puzzlesat_studies.core.measuring import counterbalanced, gc_disabled
from puzzlesat_studies.core.statistics import holm
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.floodit.audit import compare
from puzzlesat_studies.floodit.audit.shared import CELL
from puzzlesat_studies.floodit.boards import BOARD
from puzzlesat_studies.floodit.measure import minima

COMPARED = ("minimal", "reduced")


def rows(seed: int, n: int, k: int, boards: int, repeats: int) -> Iterator[Record]:
    """Measure the CPU time of constructing both encodings, after one untimed run of each."""
    for name, board, minimum in minima(seed, n, k, boards):
        for encoding in COMPARED:
            _construct(partial(encoder_of, board, encoding), minimum)
        for repeat, _, encoding in counterbalanced(COMPARED, repeats, name["board"]):
            clauses, seconds = _construct(partial(encoder_of, board, encoding), minimum)
            row = {"encoding": encoding, "repeat": repeat, "encode_seconds": seconds}
            yield name | row | {"clauses": clauses}


def _construct(make: partial, p: int) -> tuple[int, float]:
    clock = Clock(["encode"])
    with gc_disabled(), clock.step("encode"):
        clauses = list(make().formula(p))
    return len(clauses), clock.seconds["encode"]


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings with a row for each (n, k), by the medians of the repeats."""
    medians = rows.groupby([*BOARD, "encoding"])[["encode_seconds", "clauses"]].median()
    ratios = medians.xs("reduced", level="encoding") / medians.xs("minimal", level="encoding")
    found = pd.DataFrame(
        dict(zip(CELL, cell, strict=True))
        | {"boards": len(of), "clauses": of["clauses"].mean()}
        | compare.ratio_columns(of["encode_seconds"], "faster", "slower")
        for cell, of in ratios.groupby(CELL)
    )
    return found.assign(p=holm(found["p"]))

"""Sizes and times of proofs that the verified checker accepts, for each (n, k)."""

import pandas as pd

from puzzlesat.common.rows import Columns, count, duration, positive
from puzzlesat.sat.proof import VERIFIED
from puzzlesat_studies.core.tables import Table
from puzzlesat_studies.floodit.verified.rows import PROOFS

STATISTICS = (
    *(("median", "formula_bytes"), ("median", "proof_bytes"), ("max", "proof_bytes")),
    *(("median", "search_seconds"), ("median", "write_seconds"), ("max", "write_seconds")),
    *(("median", "check_seconds"), ("max", "check_seconds")),
)

SIZES: Columns = {
    **{"n": positive, "k": positive, "boards": count, "verified": count},
    **{f"{how}_{name}": duration for how, name in STATISTICS},
}


def proofs_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Summarize sizes and times of the verified proofs by (n, k)."""
    verified = rows.assign(verified=rows["status"] == VERIFIED)
    cells = verified.groupby(["n", "k"]).agg(boards=("i", "size"), verified=("verified", "sum"))
    done = verified[verified["verified"]].groupby(["n", "k"])
    taken = done.agg(**{f"{how}_{name}": (name, how) for how, name in STATISTICS})
    return cells.join(taken).fillna(0).reset_index()[list(SIZES)]


def proofs_printed(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table laid out for reading."""

    def column(name: str, unit: float = 1) -> list[str]:
        values = zip(table[name], table["verified"], strict=True)
        return [f"{value / unit:.3g}" if some else "" for value, some in values]

    return pd.DataFrame(
        {
            **{name: table[name] for name in ("n", "k", "boards", "verified")},
            "formula MB": column("median_formula_bytes", 1e6),
            "proof MB": column("median_proof_bytes", 1e6),
            "largest MB": column("max_proof_bytes", 1e6),
            "search s": column("median_search_seconds"),
            "write s": column("median_write_seconds"),
            "longest write s": column("max_write_seconds"),
            "check s": column("median_check_seconds"),
            "longest check s": column("max_check_seconds"),
        }
    )


PROOFS_TABLE = Table(
    PROOFS,
    proofs_table,
    proofs_printed,
    title="Proofs that no board can be flooded in fewer moves than its minimum",
    note="Verified: proofs that cake_lpr, a verified checker, accepts. Sizes in MB and wall-clock "
    "seconds are medians over the verified boards of a size n and number of colours k; of proofs, "
    "writing and checking, the largest value follows. Search: finding the minimum. Write: refuting "
    "one move fewer, and writing all files. Check: cake_lpr.",
)

"""What became of the certificates of all minima."""

import pandas as pd

from puzzlesat.floodit.prove.drat import TRIVIAL
from puzzlesat.floodit.studies.certificates.rows import CERTIFICATES
from puzzlesat.report.tables import Table
from puzzlesat.sat.proof import REFUSED, VERIFIED


def certificates_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of all certificates, in the order of (n, k, i)."""
    return rows.sort_values(["n", "k", "seed", "i"], ignore_index=True)


def certificates_printed(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a line for each (n, k), laid out for reading."""
    return pd.DataFrame(
        {
            "n": n,
            "k": k,
            "boards": len(cell),
            "verified": int((cell["verdict"] == VERIFIED).sum()),
            "trivial": int((cell["verdict"] == TRIVIAL).sum()),
            "refused": int((cell["verdict"] == REFUSED).sum()),
            "other": int((~cell["verdict"].isin([VERIFIED, TRIVIAL, REFUSED])).sum()),
            "proof kB": f"{cell['proof_bytes'].median() / 1e3:.1f}",
            "largest kB": f"{cell['proof_bytes'].max() / 1e3:.1f}",
            "solve s": f"{cell['solve_seconds'].median():.3f}",
            "longest solve s": f"{cell['solve_seconds'].max():.2f}",
            "check s": f"{cell['check_seconds'].median():.2f}",
            "longest check s": f"{cell['check_seconds'].max():.2f}",
            "checker": ", ".join(sorted(cell["checker"].unique())),
        }
        for (n, k), cell in rows.groupby(["n", "k"])
    )


CERTIFICATES_TABLE = Table(CERTIFICATES, certificates_table, certificates_printed)
"""Gather the certificates in FILES of rows, or sum them up."""

"""Names of cells and files, for the workflow rules of Flood-It's studies."""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any


def cells(grid: Mapping[str, Any]) -> list[str]:
    """Return the names n4_k3, n4_k4, … of the cells of a grid."""
    return [f"n{n}_k{k}" for n, k in product(grid["n_values"], grid["k_values"])]


def sample(n: int, k: int, boards: int) -> str:
    """Return the path of the file with the first boards of (n, k)."""
    return f"results/boards/n{n}_k{k}/0-{boards - 1}.csv"


def audit_rows(audit: Mapping[str, Any], *experiments: str) -> list[str]:
    """Return the paths of the raw rows of some experiments of the audit, a file for each n."""
    return [
        f"results/audit/{name}/n{n}.csv" for name in experiments for n in audit[name]["n_values"]
    ]


def included(
    explorer: Mapping[str, Any], name: str, paths: Sequence[str], otherwise: Sequence[str] = ()
) -> list[str]:
    """Return the files of another study that the explorer reads.

    These are all of `paths` if the study is included. Otherwise they are those of `paths` that
    exist, or `otherwise` if none exists.
    """
    if name in explorer["include"]:
        return list(paths)
    return [path for path in paths if Path(path).exists()] or list(otherwise)

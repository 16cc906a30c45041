"""The data of the explorer's page, from raw rows, inserted into a template."""

import csv
import os
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from puzzlesat.common.colours import fills, ink_on
from puzzlesat.common.page import json_in_script
from puzzlesat.floodit.board.board import SYMBOLS
from puzzlesat.floodit.board.formats import BOARD_KEY
from puzzlesat.sat.proof import VERIFIED
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.floodit import audit
from puzzlesat_studies.floodit.thesis import TIMED_PHASES, bounds_table, wins_table

SEPARATOR = "; "
"""The separator of the files of evidence for a claim; the strongest evidence comes first."""

ENCODINGS = ("minimal", "extended")

VIEW_BY_TABLE = {
    **dict.fromkeys(("quartiles", "offsets"), "minima"),
    **dict.fromkeys(("effects", "hypotheses"), "times"),
}
"""The view of the page that shows the evidence for a claim, by the name of the claim's table."""

FIGURE_BY_TABLE = {
    **{
        f"results/audit/{name}.csv": f"figures/audit/{name}.pdf"
        for kind, name in audit.STUDY.steps
        if kind == "figure"
    },
    "results/timing/effects.csv": "figures/timing/search.pdf",
    "results/timing/hypotheses.csv": "figures/timing/cost.pdf",
    "results/hardness/hardness.csv": "figures/hardness/hardness.pdf",
}
"""The figure that shows the evidence for a claim, by the path of the claim's table."""

PROOF_COLUMNS = ("formula_bytes", "proof_bytes", "check_seconds")

RowsByKey = dict[tuple[int, ...], Record]


def page(content: Mapping[str, Any]) -> bytes:
    """Return a self-contained HTML page that shows the given `data`."""
    template = files(__package__).joinpath("explorer.html").read_text("utf-8")
    return template.replace("/*DATA*/", json_in_script(content)).encode()


def data(
    minima: Sequence[Record],
    other_minima: Sequence[Record],
    times: pd.DataFrame,
    printed: pd.DataFrame,
    timed_phases: str,
    optimal: Sequence[Record],
    proof_rows: Sequence[Record],
    claims: Sequence[Record],
    claims_path: str,
    links: Mapping[str, str],
) -> dict[str, Any]:
    """Return the data of a `page`.

    `minima` are the rows of the boards of Fig. 4.2, and `other_minima` the rows of other boards of
    Table 4.1. `times` are the rows of times, `printed` is Table 4.1 as printed, and `timed_phases`
    is the timing method that is shown first. `optimal` contains the shortest solutions of every
    board. `proof_rows` are rows of proofs, `claims` are the rows of the file `claims_path`, and
    `links` are the addresses of the existing files of evidence, by path.
    """
    minima_by_board = _rows_by_key([*minima, *other_minima])
    solutions_by_board = _rows_by_key(optimal)
    proofs = _rows_by_key(row for row in proof_rows if row["status"] == VERIFIED)
    times_by_grid_point = dict(list(times.groupby(["n", "k"])))
    box_by_grid_point = {
        (row["n"], row["k"]): row for row in _records(bounds_table(pd.DataFrame(minima)))
    }
    wins_by_grid_point: dict[tuple[int, int], dict[str, Record]] = {}
    for row in _records(wins_table(times, printed)):
        wins_by_grid_point.setdefault((row["n"], row["k"]), {})[row["timed_phases"]] = row
    symbols = SYMBOLS[: max(row["k"] for row in minima_by_board.values())]
    return {
        "seed": minima[0]["seed"],
        "timed_phases": timed_phases,
        "solver": times["solver"].iloc[0],
        "repeats": int(times["repeat"].nunique()),
        "symbols": symbols,
        "fills": fills(symbols),
        "inks": [ink_on(fill) for fill in fills(symbols)],
        "cells": [
            _packed_grid_point([minima_by_board[key] for key in keys], solutions_by_board, proofs)
            | {"box": box_by_grid_point.get(grid_point), "wins": wins_by_grid_point.get(grid_point)}
            | (
                {"times": _packed_times(times_by_grid_point[grid_point], keys)}
                if grid_point in times_by_grid_point
                else {}
            )
            for grid_point, keys in _keys_by_grid_point(minima_by_board).items()
        ],
        "claims": [_claim(row, links) for row in claims],
        "claimed": claims_path,
    }


def _key(row: Record) -> tuple[int, ...]:
    return tuple(row[key] for key in BOARD_KEY)


def _rows_by_key(rows: Iterable[Record]) -> RowsByKey:
    """Return rows by board, in the order of n, k and board."""
    return {_key(row): row for row in sorted(rows, key=_key)}


def _records(table: pd.DataFrame) -> list[Record]:
    return [
        {key: _rounded(value) for key, value in row.items()} for row in table.to_dict("records")
    ]


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return None if value != value else float(f"{value:.6g}")
    return value


def _keys_by_grid_point(minima: RowsByKey) -> dict[tuple[int, int], list[tuple[int, ...]]]:
    keys_by_grid_point: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for key in minima:
        keys_by_grid_point.setdefault((key[1], key[2]), []).append(key)
    return keys_by_grid_point


def _packed_grid_point(
    boards: Sequence[Record], solutions: RowsByKey, proofs: RowsByKey
) -> dict[str, Any]:
    """Return a grid point's boards in lists; ``boards`` has n² symbols per board, row by row."""
    board_solutions = [solutions[_key(row)] for row in boards]
    board_proofs = [proofs.get(_key(row)) for row in boards]
    proof_sizes = [row and [row[key] for key in PROOF_COLUMNS] for row in board_proofs]
    return {
        "n": boards[0]["n"],
        "k": boards[0]["k"],
        "i": [row["board"] for row in boards],
        "boards": "".join(row["fields"].replace("/", "") for row in boards),
        "moves": [row["moves"] for row in boards],
        "solutions": [row["solutions"] for row in board_solutions],
        "forced": [row["forced"] for row in board_solutions],
        **({"proofs": proof_sizes} if any(proof_sizes) else {}),
    }


def _packed_times(rows: pd.DataFrame, keys: Sequence[tuple[int, ...]]) -> dict[str, Any]:
    """Return times and numbers of a grid point's boards, in lists with an element for each board.

    ``faster`` has a string for each timing method, with a character for each board: ``m`` or ``e``
    if the minimal or the extended encoding is faster, ``=`` for a tie, ``t`` for a timeout, and
    ``-`` for a board that was not timed.
    """
    numbers = [key[-1] for key in keys]
    counts = ["variables", "clauses", "conflicts"]
    seconds = {phases: rows[columns].sum(axis=1) for phases, columns in TIMED_PHASES.items()}
    medians = rows.assign(**seconds).groupby(["encoding", "board"])[[*counts, *seconds]].median()
    minimal, extended = (medians.loc[encoding].reindex(numbers) for encoding in ENCODINGS)
    is_late = np.isin(numbers, rows.loc[rows["status"] == "timeout", "board"])
    packed: dict[str, Any] = {
        encoding: {column: _rounded_list(values[column], 0) for column in counts}
        | {phases: _rounded_list(1e6 * values[phases], 1) for phases in seconds}
        for encoding, values in zip(ENCODINGS, (minimal, extended), strict=True)
    }
    packed["faster"] = {}
    for phases in seconds:
        m, e = minimal[phases], extended[phases]
        answers = [m.isna() | e.isna(), is_late, m < e, m > e]
        packed["faster"][phases] = "".join(np.select(answers, [*"-tme"], "="))
    return packed


def _rounded_list(values: pd.Series, digits: int) -> list[float | None]:
    """Return rounded values, as integers if possible, and None for missing ones."""
    rounded = [None if x != x else round(float(x), digits) for x in values]
    return [int(x) if x is not None and x == int(x) else x for x in rounded]


def _claim(row: Record, links: Mapping[str, str]) -> dict[str, Any]:
    """Return a claim with a link to its evidence, and the view or the figure of this evidence."""
    columns = ("source", "origin", "section", "claim", "measured", "verdict", "evidence")
    main_evidence = row["evidence"].partition(SEPARATOR)[0]
    stem = main_evidence.rpartition("/")[2].removesuffix(".csv")
    return {key: row[key] for key in columns} | {
        "link": links.get(main_evidence),
        "leads": VIEW_BY_TABLE.get(stem),
        "figure": FIGURE_BY_TABLE.get(main_evidence),
    }


def records(paths: Iterable[Path]) -> list[Record]:
    """Return the rows of CSV files as text."""
    return [
        row for path in paths for row in csv.DictReader(path.read_text("utf-8").splitlines(True))
    ]


def links_to(claims: Path, verdicts: Iterable[Record], folder: str | Path) -> dict[str, str]:
    """Return the addresses of the existing files of evidence, relative to a folder, by path.

    `folder` is that of the page. In the claims of the reference run, the path
    ``results/audit/counts.csv`` denotes the file ``reference/audit/counts.csv``.
    """
    results_folder = claims.resolve().parent.parent
    links = {}
    for path_text in {row["evidence"].partition(SEPARATOR)[0] for row in verdicts}:
        top_folder, *subpath = Path(path_text).parts
        path = (
            results_folder.joinpath(*subpath)
            if top_folder == "results"
            else results_folder.parent / path_text
        )
        if path.is_file():
            links[path_text] = Path(os.path.relpath(path, Path(folder).resolve())).as_posix()
    return links

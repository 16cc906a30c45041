"""The data of the explorer's page, from raw rows, inserted into a template."""

import csv
import os
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pandas as pd

from puzzlesat.common.colours import fills, ink_on
from puzzlesat.common.errors import InputError
from puzzlesat.common.page import json_in_script
from puzzlesat.floodit.board.board import SYMBOLS
from puzzlesat.floodit.board.formats import NAME
from puzzlesat.sat.proof import VERIFIED
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.floodit import audit
from puzzlesat_studies.floodit.optimal import FREE
from puzzlesat_studies.floodit.thesis import TIMED_PHASES, bounds_table, wins_table

AND = "; "
"""The separator of the files of evidence for a claim; the strongest evidence comes first."""

ENCODINGS = ("minimal", "extended")

LEADS = {
    **dict.fromkeys(("quartiles", "offsets"), "minima"),
    **dict.fromkeys(("effects", "hypotheses"), "times"),
}
"""The view of the page that shows the evidence for a claim, by the name of the claim's table."""

FIGURES = {
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

PROOF = ("formula_bytes", "proof_bytes", "check_seconds")

Named = dict[tuple[int, ...], Record]


def page(content: Mapping[str, Any]) -> bytes:
    """Return a self-contained HTML page that shows the given `data`."""
    text = files(__package__).joinpath("explorer.html").read_text("utf-8")
    return text.replace("/*DATA*/", json_in_script(content)).encode()


def data(
    minima: Sequence[Record],
    more: Sequence[Record],
    times: pd.DataFrame,
    thesis: pd.DataFrame,
    timed_phases: str,
    optimal: Sequence[Record],
    verified: Sequence[Record],
    claims: Sequence[Record],
    claimed: str,
    links: Mapping[str, str],
) -> dict[str, Any]:
    """Return the data of a `page`.

    `minima` are the rows of the boards of Fig. 4.2, and `more` the rows of other boards of Table
    4.1. `times` are the rows of times, `thesis` is Table 4.1 as printed, and `timed_phases` is the
    timing method that is shown first. `optimal` contains the row of `Optimal` for every board.
    `verified` are rows of proofs, `claims` are the rows of the file `claimed`, and `links` are the
    addresses of the existing files of evidence, by path. Raise `InputError` if rows contradict each
    other, or if a board has no row in `optimal`.
    """
    every = _named([*minima, *more], "minimum")
    seed = _only([row["seed"] for row in every.values()], "seed")
    known = _named(optimal, "number of solutions")
    proofs = _named([row for row in verified if row["status"] == VERIFIED], "proof")
    proofs = {name: row for name, row in proofs.items() if name in every}
    for where, column, rows in (
        ("times", "p", times[[*NAME, "p"]].to_dict("records")),
        ("solutions", "minimum", known.values()),
        ("proofs", "minimum", proofs.values()),
    ):
        _check_minima(every, rows, column, where)
    timed = dict(list(times.groupby(["n", "k"])))
    boxes = {(row["n"], row["k"]): row for row in _records(bounds_table(pd.DataFrame(minima)))}
    wins: dict[tuple[int, int], dict[str, Record]] = {}
    for row in _records(wins_table(times, thesis)):
        wins.setdefault((row["n"], row["k"]), {})[row["timed_phases"]] = row
    symbols = SYMBOLS[: max(row["k"] for row in every.values())]
    return {
        "seed": seed,
        "timed_phases": timed_phases,
        "solver": _only(times["solver"], "solver"),
        "repeats": int(times["repeat"].nunique()),
        "symbols": symbols,
        "fills": fills(symbols),
        "inks": [ink_on(fill) for fill in fills(symbols)],
        "cells": [
            _cell([every[name] for name in names], known, proofs)
            | {"box": boxes.get(cell), "wins": wins.get(cell)}
            | ({"times": _timed(timed[cell], names)} if cell in timed else {})
            for cell, names in _cells(every).items()
        ],
        "claims": [_claim(row, links) for row in claims],
        "claimed": claimed,
    }


def _name(row: Record) -> tuple[int, ...]:
    return tuple(row[key] for key in NAME)


def _only(values: Iterable[Any], what: str) -> Any:
    """Return the value that all rows have in common; raise `InputError` if they differ."""
    first, *others = sorted(set(values))
    if others:
        raise InputError(f"the rows are from two runs, with the {what} {first} and {others[0]}")
    return first


def _named(rows: Iterable[Record], what: str) -> Named:
    """Return rows by board, in the order of n, k and board; raise `InputError` for a second row."""
    found: Named = {}
    for row in sorted(rows, key=_name):
        if _name(row) in found:
            raise InputError(f"a second {what} of {_words(_name(row))}")
        found[_name(row)] = row
    return found


def _words(name: Iterable[int]) -> str:
    return ", ".join(f"{key} {value}" for key, value in zip(NAME, name, strict=True))


def _check_minima(every: Named, rows: Iterable[Record], column: str, where: str) -> None:
    for row in rows:
        name = _name(row)
        if name not in every:
            raise InputError(f"{where}: no minimum of {_words(name)} is given")
        if row[column] != every[name]["minimum"]:
            raise InputError(
                f"{where}: the minimum of {_words(name)} is {row[column]}, but "
                f"{every[name]['minimum']} in the row of its minimum"
            )


def _records(table: pd.DataFrame) -> list[Record]:
    return [
        {key: _rounded(value) for key, value in row.items()} for row in table.to_dict("records")
    ]


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return None if value != value else float(f"{value:.6g}")
    return value


def _cells(every: Named) -> dict[tuple[int, int], list[tuple[int, ...]]]:
    found: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for name in every:
        found.setdefault((name[1], name[2]), []).append(name)
    return found


def _cell(boards: Sequence[Record], known: Named, proofs: Named) -> dict[str, Any]:
    """Return the boards of a cell in lists; ``boards`` has n² symbols per board, row by row."""
    optimal = []
    for row in boards:
        if (name := _name(row)) not in known:
            raise InputError(f"the solutions of {_words(name)} are not counted")
        optimal.append(known[name])
    for row, other in zip(boards, optimal, strict=True):
        for move, forced in zip(row["moves"], other["forced"], strict=True):
            if forced not in (FREE, move):
                raise InputError(
                    f"{_words(_name(row))}: {forced} is forced, but the solution is {row['moves']}"
                )
    proven = [proofs.get(_name(row)) for row in boards]
    packed = [row and [row[key] for key in PROOF] for row in proven]
    return {
        "n": boards[0]["n"],
        "k": boards[0]["k"],
        "i": [row["board"] for row in boards],
        "boards": "".join(row["fields"].replace("/", "") for row in boards),
        "moves": [row["moves"] for row in boards],
        "solutions": [row["solutions"] for row in optimal],
        "forced": [row["forced"] for row in optimal],
        **({"proofs": packed} if any(packed) else {}),
    }


def _timed(rows: pd.DataFrame, names: Sequence[tuple[int, ...]]) -> dict[str, Any]:
    """Return times and numbers of a cell's boards, in lists with an element for each board.

    ``faster`` has a string for each timing method, with a character for each board: ``m`` or ``e``
    if the minimal or the extended encoding is faster, ``=`` for a tie, ``t`` for a timeout, and
    ``-`` for a board that was not timed.
    """
    numbers = [name[-1] for name in names]
    by_board = rows.groupby("board")
    late = set(by_board.filter(lambda group: (group["status"] == "timeout").any())["board"])
    packed: dict[str, Any] = {}
    medians: dict[str, dict[str, pd.Series]] = {timed_phases: {} for timed_phases in TIMED_PHASES}
    for encoding in ENCODINGS:
        runs = rows[rows["encoding"] == encoding]
        of_board = runs.groupby("board")
        packed[encoding] = {
            name: _listed(of_board[name].median(), numbers)
            for name in ("variables", "clauses", "conflicts")
        }
        for timed_phases, parts in TIMED_PHASES.items():
            medians[timed_phases][encoding] = (
                runs[parts].sum(axis=1).groupby(runs["board"]).median()
            )
            micro = 1e6 * medians[timed_phases][encoding]
            packed[encoding][timed_phases] = _listed(micro, numbers, 1)
    packed["faster"] = {
        timed_phases: "".join(
            _winner(i, late, *(of[encoding] for encoding in ENCODINGS)) for i in numbers
        )
        for timed_phases, of in medians.items()
    }
    return packed


def _listed(values: pd.Series, numbers: Iterable[int], digits: int = 0) -> list[float | None]:
    """Return a value for each board, as an integer if possible, or None if it is missing."""
    found = [values.get(i) for i in numbers]
    if inf in found:
        raise InputError(f"the times of board {values.idxmax()} are too large to be shown")
    rounded = [None if x is None or x != x else round(float(x), digits) for x in found]
    return [int(x) if x is not None and x == int(x) else x for x in rounded]


def _winner(i: int, late: set[int], minimal: pd.Series, extended: pd.Series) -> str:
    if i not in minimal.index or i not in extended.index:
        return "-"
    if i in late:
        return "t"
    ours, theirs = minimal[i], extended[i]
    return "m" if ours < theirs else "e" if ours > theirs else "="


def _claim(row: Record, links: Mapping[str, str]) -> dict[str, Any]:
    """Return a claim with a link to its evidence, and the view or the figure of this evidence."""
    columns = ("source", "origin", "section", "claim", "measured", "verdict", "evidence")
    first = row["evidence"].partition(AND)[0]
    stem = first.rpartition("/")[2].removesuffix(".csv")
    return {key: row[key] for key in columns} | {
        "link": links.get(first),
        "leads": LEADS.get(stem),
        "figure": FIGURES.get(first),
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
    study = claims.resolve().parent.parent
    found = {}
    for name in {row["evidence"].partition(AND)[0] for row in verdicts}:
        first, *rest = Path(name).parts
        path = study.joinpath(*rest) if first == "results" else study.parent / name
        if path.is_file():
            place = Path(os.path.relpath(path, Path(folder).resolve())).as_posix()
            found[name] = quote(place)  # a colon would end a scheme, such as that of a script
    return found

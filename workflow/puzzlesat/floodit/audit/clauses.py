"""How many clauses there are, and how many of them are new (Table 3.1 and §4.2.2).

Raw rows count, for each board at its minimum and for each condition, the clauses by formula, the
clauses emitted, and how many of them already stand among conditions of a lower number. Two tables
are made of them: `table`, condition by condition, beside Table 3.1; and `overlap_table`, which
tells by how much the extended encoding really differs from the minimal one.
"""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from puzzlesat.floodit.audit.boards import CELL, NAME, minima, sample
from puzzlesat.floodit.thesis import EXTENDED, Encoder, clause_counts
from puzzlesat.report.claims import FAILS, HOLDS, LIMITS, OPEN, Verdict
from puzzlesat.report.rows import Columns, Row, count

COLUMNS: Columns = NAME | {
    **{"p": count, "condition": str, "formula": count, "misprint": count, "emitted": count},
    **{"shortest": count, "longest": count, "repeated": count, "in_9": count},
}
"""The columns of `rows`."""

UNKNOWN = "not at hand"

PRINTED = dict.fromkeys(map(str, range(1, 13)), UNKNOWN) | {"9": "n² · p(n² + 4n(n-1))"}
"""The formulas of Table 3.1 as far as they are known: all that is known is condition 9's slip."""

CORRECTED = {
    **{"1": "n²", "2": "p", "3": "p·k(k-1)/2", "4": "p·n²", "5": "p·n²", "6": "p·n²"},
    **{"7": "p·n²", "8": "(p+1)·Σ|C|(|C|-1)", "9": "p(n² + 4n(n-1))", "10": "n²"},
    **{"11": "(p-1)·n²", "12": "p·4n(n-1)"},
}
"""The formulas that the emitted clauses follow, for clusters C."""

TABLE: Columns = {
    **{"condition": str, "printed": str, "corrected": str, "arity": str, "boards": count},
    **{"by_misprint": count, "by_formula": count, "emitted": count, "wrong": count},
}
"""The columns of `table`."""

OVERLAP: Columns = {
    **{"n": count, "k": count, "boards": count, "minimal": count, "extended": count},
    **{"condition_12": count, "in_condition_9": count, "repeated_11": count, "new": count},
}
"""The columns of `overlap_table`."""


def rows(seed: int, n: int, k: int, boards: int) -> Iterator[Row]:
    """Yield the counts of every condition on every board, at its minimum."""
    for name, board, p in minima(sample(seed, n, k, boards)):
        formula = Encoder(board, EXTENDED).formula(p)
        by_formula = clause_counts(board, p)
        emitted: dict[str, list[frozenset[int]]] = {}
        for family in formula.families:
            found = (frozenset(c) for array in family.arrays() for c in array.tolist())
            emitted.setdefault(family.name.rstrip("ab"), []).extend(found)
        ninth = set(emitted["9"])
        seen: set[frozenset[int]] = set()
        for condition, clauses in emitted.items():
            lengths = [len(c) for c in clauses]
            yield name | {
                "p": p,
                "condition": condition,
                "formula": by_formula[condition],
                "misprint": by_formula[condition] * (n * n if condition == "9" else 1),
                "emitted": len(clauses),
                "shortest": min(lengths, default=0),
                "longest": max(lengths, default=0),
                "repeated": len(clauses) - len(set(clauses) - seen),
                "in_9": sum(c in ninth for c in clauses),
            }
            seen |= set(clauses)


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each condition: its formulas beside its clauses, summed over all boards.

    ``wrong`` counts the boards on which the corrected formula is not the number emitted.
    """
    found = []
    for condition in map(str, range(1, 13)):
        group = rows[rows["condition"] == condition]
        filled = group[group["emitted"] > 0]
        shortest, longest = filled["shortest"].min(), filled["longest"].max()
        arity = f"{shortest}" if shortest == longest else f"{shortest}..{longest}"
        found.append(
            {"condition": condition, "printed": PRINTED[condition]}
            | {"corrected": CORRECTED[condition], "arity": arity if len(filled) else ""}
            | {"boards": len(group), "by_misprint": group["misprint"].sum()}
            | {"by_formula": group["formula"].sum(), "emitted": group["emitted"].sum()}
            | {"wrong": int((group["formula"] != group["emitted"]).sum())}
        )
    return pd.DataFrame(found)[list(TABLE)]


def overlap_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each (n, k): the clauses of both encodings, and the new ones, summed.

    ``in_condition_9`` counts the clauses of condition 12 that stand in condition 9,
    ``repeated_11`` those of condition 11 that stand in any of 1–10, ``new`` the clauses of
    conditions 11 and 12 that stand in none of the conditions before them.
    """
    found = []
    for cell, group in rows.groupby(CELL):
        total: Any = group.groupby("condition")[["emitted", "repeated", "in_9"]].sum()
        minimal = int(total["emitted"].drop(["11", "12"]).sum())
        both = total.loc[["11", "12"]]
        found.append(
            dict(zip(CELL, cell, strict=True))
            | {"boards": int((group["condition"] == "1").sum()), "minimal": minimal}
            | {"extended": minimal + int(both["emitted"].sum())}
            | {"condition_12": int(total.loc["12", "emitted"])}
            | {"in_condition_9": int(total.loc["12", "in_9"])}
            | {"repeated_11": int(total.loc["11", "repeated"])}
            | {"new": int((both["emitted"] - both["repeated"]).sum())}
        )
    return pd.DataFrame(found)[list(OVERLAP)]


def overlap_verdicts(table: pd.DataFrame) -> list[Verdict]:
    """Judge whether condition 12 says anything that condition 9 does not."""
    total = table[["boards", "minimal", "extended", "condition_12", "in_condition_9", "new"]].sum()
    stand, clauses = total["in_condition_9"], total["condition_12"]
    if not clauses:
        verdict = OPEN
    elif stand == clauses:
        verdict = FAILS
    else:
        verdict = LIMITS if stand else HOLDS
    return [
        Verdict(
            "Condition 12 adds to the encoding",
            "§4.2.2",
            f"{stand:,} of the {clauses:,} clauses of condition 12 stand in condition 9 "
            f"({total['boards']} boards at their minima, all clauses compared). The extended "
            f"encoding has {total['extended'] - total['minimal']:,} clauses more, of which "
            f"{total['new']:,} are new: the n²(p-1) of condition 11.",
            verdict,
        )
    ]


def verdicts(table: pd.DataFrame) -> list[Verdict]:
    """Judge Table 3.1, as far as it is known."""
    ninth = table[table["condition"] == "9"].iloc[0]
    factor = ninth["by_misprint"] / ninth["emitted"] if ninth["emitted"] else float("nan")
    rest = table[table["condition"] != "9"]
    unknown = int((rest["printed"] == UNKNOWN).sum())
    boards = int(table["boards"].max())
    wrong, wrong_of = int(table["wrong"].sum()), int(table["boards"].sum())
    right = ninth["by_misprint"] == ninth["emitted"]
    of_ninth = OPEN if not ninth["emitted"] else HOLDS if right else FAILS
    return [
        Verdict(
            "Table 3.1: the number of clauses of condition 9",
            "Table 3.1",
            f"The printed number is {factor:.1f} times what is emitted, by a factor n² "
            f"({boards} boards at their minima, all clauses counted).",
            of_ninth,
        ),
        Verdict(
            "Table 3.1: the other numbers of clauses",
            "Table 3.1",
            f"The printed formulas of {unknown} of {len(rest)} conditions are not at hand. Those "
            f"given here are what is emitted, but for {wrong} of {wrong_of} counts.",
            OPEN if unknown else FAILS if wrong else HOLDS,
        ),
    ]

"""The table of the study: a summary of its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzlesat_studies.core.statistics import bootstrap_mean, bootstrap_ratio
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.core.tables import by_group

if TYPE_CHECKING:
    import pandas as pd

SIZE = ["rows", "cols", "mines"]


def audit_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Summarize the measurements of the audit by size."""
    return by_group(rows, SIZE, _audit_columns, sort=False)


def _audit_columns(group: pd.DataFrame) -> Record:
    constraints = group["constraints"].sum()
    flag_results = group["satisfiable_wrong"].dropna()
    uncertain = group[group["uncertain"] > 0]
    saved_ratios = group["calls_partial"] / group["calls_complete"]
    with_work = group[(group["trials"] > 0) & (group["backbone_propagations"] > 0)]
    work_ratios = with_work["backbone_propagations"] / with_work["trials"]
    columns: Record = {
        "states": len(group),
        "covered": group["covered"].mean(),
        "constraints": group["constraints"].mean(),
        "satisfiable": group["satisfiable"].sum(),
        "satisfiable_flagged": group["satisfiable_flagged"].sum(),
        "wrongly_flagged": len(flag_results),
        "satisfiable_wrong": int(flag_results.sum()),
        "several": (group["backbone"] < group["covered"]).sum(),
        "weaker": (group["consistency"] < group["backbone"]).sum(),
        "share": group["consistency"].sum() / max(group["backbone"].sum(), 1),
        "total_helps": (group["certain"] > group["backbone"]).sum(),
        "unseen_helps": (group["unseen_decided"] > 0).sum(),
        "enumerated": group["exhaustive"].notna().sum(),
        "wrong": group["wrong"].sum(),
        "printed": group["unassigned"].notna().sum(),
        "partial": (group["unassigned"] > 0).sum(),
        "lifted": group["unassigned_lifted"].sum() / group["variables"].sum(),
        **group[["literals", "calls_iterative", "calls_complete", "calls_partial"]].mean(),
        **bootstrap_ratio(saved_ratios).columns("saved_ratio"),
        "clauses_per_constraint": group["table_clauses"].sum() / constraints,
        "total_clauses": group["total_clauses"].mean(),
        "trials_per_constraint": group["trials"].sum() / constraints,
        "consistency_microseconds": 1e6 * group["consistency_seconds"].sum() / constraints,
        "backbone_microseconds": 1e6 * group["backbone_seconds"].sum() / constraints,
        "backbone_max_seconds": group["backbone_seconds"].max(),
        **bootstrap_ratio(work_ratios).columns("work_ratio"),
        "uncertain_states": len(uncertain),
    }
    for name, score in (("gain", "brier_models"), ("gain_total", "brier_total")):
        columns |= bootstrap_mean(uncertain["brier_even"] - uncertain[score]).columns(name)
    return columns

"""Count the boards on which each encoding is solved faster, by three timing methods: Table 4.1.

The encoding with the smaller median time over the repeats wins a board. The thesis does not state
what it timed, so each timing method sums other phases.
"""

from typing import get_args

import pandas as pd

from puzzlesat_studies.core.script import log_to, read_results
from puzzlesat_studies.core.statistics import bootstrap_ratio, sign_test
from puzzlesat_studies.core.tables import write_table
from puzzlesat_studies.floodit.measure import EncodingTimes
from puzzlesat_studies.floodit.thesis import EncodingWins, Phases

log_to(snakemake.log[0])
params = snakemake.params

run = {"seed": params.seed, "solver": params.solver}
times = read_results(snakemake.input.times, EncodingTimes, **run)
printed = pd.read_csv(snakemake.input.printed).rename(
    columns={"minimal": "thesis_minimal", "extended": "thesis_extended"}
)


def wins(rows: pd.DataFrame, seconds: pd.Series) -> dict[str, float]:
    """Return the wins of both encodings in a grid point; boards with a timeout are not compared."""
    is_late = rows["status"].eq("timeout").groupby(rows["board"]).transform("any")
    repeats = (
        rows.assign(seconds=seconds)[~is_late]
        .pivot(index=["board", "repeat"], columns="encoding", values="seconds")
        .reindex(columns=["minimal", "extended"])  # even if all ran out of time
    )
    medians = repeats.groupby("board").median()
    minimal = int((medians["minimal"] < medians["extended"]).sum())
    extended = int((medians["minimal"] > medians["extended"]).sum())
    share = (repeats["minimal"] < repeats["extended"]).groupby("board").mean()
    return {
        "boards": rows["board"].nunique(),
        "minimal": minimal,
        "extended": extended,
        "ambiguous": int(share.between(0, 1, inclusive="neither").sum()),  # repeats disagree
        "timeouts": rows.loc[is_late, "board"].nunique(),
        **bootstrap_ratio(medians["extended"] / medians["minimal"]).columns("ratio"),
        "sign_p_value": sign_test(minimal, extended),
    }


table = pd.DataFrame(
    {"timed_phases": method, "n": n, "k": k}
    | wins(rows, sum(rows[f"{phase}_seconds"] for phase in method.split("_")))
    for method in get_args(Phases)
    for (n, k), rows in times.groupby(["n", "k"])
).merge(printed, how="left", on=["n", "k"])
table = table[[*EncodingWins.model_fields]]

shown = table[table["timed_phases"] == params.timed_phases]
displayed = shown[["n", "k", "boards", "minimal", "extended", "timeouts", "ambiguous"]].assign(
    **{
        "thesis: minimal": shown["thesis_minimal"].map("{:.0f}".format).replace("nan", ""),
        "thesis: extended": shown["thesis_extended"].map("{:.0f}".format).replace("nan", ""),
        "extended / minimal [95%]": [
            f"{ratio:.3f} [{low:.3f}, {high:.3f}]"
            for ratio, low, high in shown[["ratio", "ratio_low", "ratio_high"]].to_numpy()
        ],
        "sign test": [f"{p:.1e}" if p < 0.001 else f"{p:.3f}" for p in shown["sign_p_value"]],
    }
)
write_table(
    table,
    snakemake.output,
    displayed,
    title="Table 4.1: boards on which each encoding is solved faster",
    note=f"Times are CPU seconds of these steps: {params.timed_phases.replace('_', ', ')}; a "
    "program's contain its start. The encoding with the smaller median over the repeats wins a "
    "board. Boards with a timeout are not compared. Ambiguous: boards on which not all repeats "
    "agree. Extended / minimal: ratio of times, geometric mean over boards, with its 95% bootstrap "
    "interval; above 1 the minimal encoding is faster. Sign test: two-sided p-value of 'both win "
    "equally often', not corrected over the grid points. Thesis: the printed numbers, of 100 "
    "boards.",
)

"""Which encoding is solved faster, and by how much (thesis, §4.2, Table 4.1)."""

import pandas as pd

from puzzlesat.report.statistics import bootstrap_ratio, sign_test

CLOCKS = {
    "solve": ["solve_seconds"],
    "load_solve": ["load_seconds", "solve_seconds"],
    "encode_load_solve": ["encode_seconds", "load_seconds", "solve_seconds"],
}
"""The times that each clock adds up; the thesis's MiniSat program reports ``load_solve``."""


def wins_table(timings: pd.DataFrame, thesis: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each clock and (n, k): how often the minimal encoding is the faster one.

    A board goes to the encoding with the smaller median over the repeats, as in the thesis's count.
    It is *too close to call* when not every repeat agrees on the winner. A board on which a repeat
    ran into the time limit is counted as such and not compared.

    Parameters
    ----------
    timings : DataFrame
        Rows of `experiment.timing_rows` for the encodings ``minimal`` and ``extended``.
    thesis : DataFrame
        Table 4.1 as printed: ``n, k, minimal, extended``.

    Returns
    -------
    DataFrame
        ``clock, n, k, boards, minimal, extended`` (wins), ``thesis_minimal, thesis_extended``,
        ``too_close``, ``timeouts``; ``ratio, ratio_low, ratio_high``, the time of the extended over
        that of the minimal encoding, as geometric mean over the boards with its 95% bootstrap
        interval; ``sign_p``, the two-sided sign test of "both win equally often".
    """
    rows = [
        {"clock": clock, "n": n, "k": k} | _compare(cell.assign(seconds=cell[parts].sum(axis=1)))
        for clock, parts in CLOCKS.items()
        for (n, k), cell in timings.groupby(["n", "k"])
    ]
    printed = thesis.rename(columns={"minimal": "thesis_minimal", "extended": "thesis_extended"})
    return pd.DataFrame(rows).merge(printed, how="left", on=["n", "k"])[COLUMNS]


def printed(wins: pd.DataFrame, clock: str) -> pd.DataFrame:
    """Return the table of one clock, as Table 4.1 is laid out for reading."""
    rows = wins[wins["clock"] == clock]
    return pd.DataFrame(
        {
            "n": rows["n"],
            "k": rows["k"],
            "minimal": rows["minimal"],
            "extended": rows["extended"],
            "too close": rows["too_close"],
            "thesis: minimal": rows["thesis_minimal"].map("{:.0f}".format),
            "thesis: extended": rows["thesis_extended"].map("{:.0f}".format),
            "extended / minimal [95%]": [
                f"{row.ratio:.3f} [{row.ratio_low:.3f}, {row.ratio_high:.3f}]"
                for row in rows.itertuples()
            ],
            "sign test": [f"{p:.1e}" if p < 0.001 else f"{p:.3f}" for p in rows["sign_p"]],
        }
    )


TIMED = [
    *("n", "k", "i", "encoding", "repeat", "status"),
    *("encode_seconds", "load_seconds", "solve_seconds"),
]
"""The columns that rows of times must have."""

COLUMNS = [
    *("clock", "n", "k", "boards", "minimal", "extended", "thesis_minimal", "thesis_extended"),
    *("too_close", "timeouts", "ratio", "ratio_low", "ratio_high", "sign_p"),
]


def _compare(cell: pd.DataFrame) -> dict[str, float]:
    """Compare the encodings on the boards of one (n, k), by the column ``seconds``."""
    late = cell.groupby("i")["status"].agg(lambda status: (status == "timeout").any())
    in_time = cell[~cell["i"].map(late)]
    repeats = in_time.pivot_table(index=["i", "repeat"], columns="encoding", values="seconds")
    repeats = repeats.reindex(columns=["minimal", "extended"])  # also where all ran out of time
    boards = repeats.groupby("i").median()
    wins = int((boards["minimal"] < boards["extended"]).sum())
    losses = int((boards["minimal"] > boards["extended"]).sum())
    votes = (repeats["minimal"] < repeats["extended"]).groupby("i").mean()
    ratio = bootstrap_ratio(boards["extended"] / boards["minimal"])
    return {
        "boards": len(late),
        "minimal": wins,
        "extended": losses,
        "too_close": int(votes.between(0, 1, inclusive="neither").sum()),
        "timeouts": int(late.sum()),
        "ratio": ratio.estimate,
        "ratio_low": ratio.low,
        "ratio_high": ratio.high,
        "sign_p": sign_test(wins, losses),
    }

"""The numbers of boards on which each encoding is faster, and the ratio of times (Table 4.1)."""

from collections.abc import Callable
from typing import Any

import click
import pandas as pd

from puzzlesat.common.command import outputs_option
from puzzlesat.common.errors import InputError
from puzzlesat.common.rows import Columns, Row, Schema, count, number, one_of, positive
from puzzlesat_studies.core.statistics import bootstrap_ratio, sign_test
from puzzlesat_studies.core.tables import read_frame, write_table
from puzzlesat_studies.floodit.thesis.bounds import THESIS_BOARDS
from puzzlesat_studies.floodit.thesis.rows import TIMES

CLOCKS = {
    "solve": ["solve_seconds"],
    "load_solve": ["load_seconds", "solve_seconds"],
    "encode_load_solve": ["encode_seconds", "load_seconds", "solve_seconds"],
}
"""The times that each clock sums. The thesis does not name the clock of Table 4.1."""

THESIS: Columns = Schema(
    {"n": positive, "k": positive, "minimal": count, "extended": count}, key=["n", "k"]
)


def check_wins(row: Row) -> None:
    """Raise `InputError` if there are more wins than boards, or an interval excludes its ratio."""
    if row["minimal"] + row["extended"] > row["boards"] - row["timeouts"]:
        raise InputError(
            f"{row['minimal']} and {row['extended']} wins exceed {row['boards']} boards minus "
            f"{row['timeouts']} timeouts"
        )
    if row["ratio_low"] > row["ratio"] or row["ratio"] > row["ratio_high"]:
        raise InputError(
            f"ratio is {row['ratio']}, outside its interval, {row['ratio_low']} to "
            f"{row['ratio_high']}"
        )


WINS: Columns = Schema(
    {
        **{"clock": one_of(*CLOCKS), "n": positive, "k": positive, "boards": count},
        **{"minimal": count, "extended": count, "thesis_minimal": number},
        **{"thesis_extended": number, "ambiguous": count, "timeouts": count},
        **{"ratio": number, "ratio_low": number, "ratio_high": number, "sign_p": number},
    },
    key=["clock", "n", "k"],
    check=check_wins,
)


def wins_table(timings: pd.DataFrame, thesis: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each clock and (n, k), with the number of boards that each encoding wins.

    The encoding with the smaller median over the repeats wins a board.
    """
    rows = [
        {"clock": clock, "n": n, "k": k} | _compare(cell.assign(seconds=cell[parts].sum(axis=1)))
        for clock, parts in CLOCKS.items()
        for (n, k), cell in timings.groupby(["n", "k"])
    ]
    as_printed = thesis.rename(columns={"minimal": "thesis_minimal", "extended": "thesis_extended"})
    return pd.DataFrame(rows).merge(as_printed, how="left", on=["n", "k"])[list(WINS)]


def _compare(cell: pd.DataFrame) -> dict[str, float]:
    board = ["seed", "i"]
    late = cell["status"].eq("timeout").groupby([cell[key] for key in board]).transform("any")
    repeats = cell[~late].pivot(index=[*board, "repeat"], columns="encoding", values="seconds")
    repeats = repeats.reindex(columns=["minimal", "extended"])  # even if all ran out of time
    medians = repeats.groupby(board).median()
    wins = int((medians["minimal"] < medians["extended"]).sum())
    losses = int((medians["minimal"] > medians["extended"]).sum())
    votes = (repeats["minimal"] < repeats["extended"]).groupby(board).mean()
    return {
        "boards": len(cell[board].drop_duplicates()),
        "minimal": wins,
        "extended": losses,
        "ambiguous": int(votes.between(0, 1, inclusive="neither").sum()),
        "timeouts": len(cell.loc[late, board].drop_duplicates()),
        **bootstrap_ratio(medians["extended"] / medians["minimal"]).columns("ratio"),
        "sign_p": sign_test(wins, losses),
    }


TITLE = "Table 4.1: boards on which each encoding is solved faster"


def note(clock: str) -> str:
    """Return the note below the printed table, which explains its columns and the clock."""
    steps = clock.replace("_", ", ")
    return (
        f"Times are CPU seconds of these steps: {steps}. The encoding with the smaller median over "
        "the repeats wins a board. Boards with a timeout are not compared. Ambiguous: boards on "
        "which not all repeats agree. Extended / minimal: ratio of times, geometric mean over "
        "boards, with its 95% bootstrap interval; above 1 the minimal encoding is faster. Sign "
        "test: two-sided p-value of 'both win equally often', not corrected over the cells. "
        f"Thesis: the printed numbers, of {THESIS_BOARDS} boards."
    )


def printed(wins: pd.DataFrame, clock: str) -> pd.DataFrame:
    """Return the table of one clock, laid out for reading like Table 4.1."""
    rows = wins[wins["clock"] == clock]

    def whole(value: float) -> str:
        return "" if pd.isna(value) else f"{value:.0f}"

    return pd.DataFrame(
        {
            **rows[["n", "k", "boards", "minimal", "extended", "timeouts", "ambiguous"]],
            "thesis: minimal": rows["thesis_minimal"].map(whole),
            "thesis: extended": rows["thesis_extended"].map(whole),
            "extended / minimal [95%]": [
                f"{row.ratio:.3f} [{row.ratio_low:.3f}, {row.ratio_high:.3f}]"
                for row in rows.itertuples()
            ],
            "sign test": [f"{p:.1e}" if p < 0.001 else f"{p:.3f}" for p in rows["sign_p"]],
        }
    )


def clock_option(text: str) -> Callable[..., Any]:
    """Return the option for one of `CLOCKS`; `text` is its help."""
    clocks = click.Choice(list(CLOCKS))
    return click.option("--clock", default="load_solve", show_default=True, type=clocks, help=text)


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--thesis", required=True, metavar="FILE", help="Table 4.1 as printed, a CSV file.")
@clock_option("Timing method to show; a .csv output always contains all methods.")
@outputs_option
def wins(files: tuple[str, ...], thesis: str, clock: str, outputs: tuple[str, ...]) -> None:
    """Count the boards in FILES of times on which each encoding is faster (Table 4.1)."""
    table = wins_table(read_frame(files, TIMES), read_frame([thesis], THESIS))
    write_table(table, outputs, printed(table, clock), TITLE, note(clock))

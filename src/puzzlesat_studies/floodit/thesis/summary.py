"""Summary of a run, and comparisons with the thesis and with the reference run."""

from collections.abc import Iterator
from pathlib import Path

import click
import pandas as pd

from puzzlesat.common.command import output_option
from puzzlesat.common.errors import DisagreementError, InputError, counted
from puzzlesat.common.files import atomic_write
from puzzlesat.common.rows import Columns, Schema, count
from puzzlesat.floodit.board.formats import NAME
from puzzlesat_studies.core.tables import Table, read_frame
from puzzlesat_studies.floodit.thesis.bounds import BOUNDS, THESIS_BOARDS, in_thesis
from puzzlesat_studies.floodit.thesis.rows import MINIMA
from puzzlesat_studies.floodit.thesis.wins import WINS, clock_option

MINIMUM: Columns = Schema({**dict.fromkeys(NAME, count), "minimum": count}, key=NAME)


def summary(bounds: pd.DataFrame, wins: pd.DataFrame, clock: str) -> list[str]:
    """Return five lines that summarize a run and compare its findings with those of the thesis.

    The tables are those of `bounds_table` and `wins_table`; `clock` is the timing method to compare
    with Table 4.1.
    """
    shared = bounds[in_thesis(bounds)]
    return [
        f"Minima: {bounds['count'].sum()} boards in {len(bounds)} cells (n, k), every solution "
        "replayed and every minimum confirmed by A*.",
        _quartiles(
            "25th percentile above n+k-5", shared["q1_above_lower"], shared["q1_from_lower"]
        ),
        _quartiles("75th percentile below n+k", shared["q3_below_upper"], shared["q3_to_upper"]),
        *_wins(wins[(wins["clock"] == clock) & wins["thesis_minimal"].notna()], clock),
    ]


def _quartiles(what: str, strictly: pd.Series, with_ties: pd.Series) -> str:
    if strictly.empty:
        return f"{what}: no cell of the thesis's Fig. 4.2 to compare."
    return (
        f"{what}, in the {counted(len(strictly), 'cell')} of the thesis's Fig. 4.2 that this run "
        f"has: thesis all; here {strictly.sum()}, and {with_ties.sum()} with ties."
    )


def _wins(shared: pd.DataFrame, clock: str) -> list[str]:
    faster, most = f"Boards on which the minimal encoding is faster ({clock})", "Cells that it wins"
    if shared.empty:
        none = "no cell of the thesis's Table 4.1 to compare."
        return [f"{faster}: {none}", f"{most}: {none}"]
    ours, theirs = shared["minimal"], shared["thesis_minimal"]
    where = f"in the {counted(len(shared), 'cell')} of Table 4.1 that this run has"
    return [
        f"{faster}, {where}: thesis {theirs.sum():.0f} of {THESIS_BOARDS * len(shared)}; "
        f"here {ours.sum()} of {shared['boards'].sum()}.",
        f"{most}: thesis {(theirs > shared['thesis_extended']).sum()} of {len(shared)}; "
        f"here {(ours > shared['extended']).sum()} of {len(shared)}, the extended encoding taking "
        f"{shared['ratio'].min():.2f} to {shared['ratio'].max():.2f} times as long.",
    ]


def minima_table(minima: pd.DataFrame) -> pd.DataFrame:
    """Gather the minima of all boards, in the order of (n, k, i)."""
    return minima[list(MINIMUM)].sort_values(["n", "k", "i"], ignore_index=True)


MINIMA_TABLE = Table(MINIMA, minima_table)


def compare_minima(ours: pd.DataFrame, reference: pd.DataFrame) -> tuple[int, list[str]]:
    """Return the number of boards in both runs, and a sentence for each minimum that differs."""
    both = ours.merge(reference, on=list(NAME), suffixes=("", "_reference"))
    differing = both[both["minimum"] != both["minimum_reference"]]
    return len(both), [
        f"board {row.i} of n = {row.n}, k = {row.k}, seed {row.seed}: minimum {row.minimum}, but "
        f"{row.minimum_reference} in the reference"
        for row in differing.itertuples()
    ]


def compare_bounds(ours: pd.DataFrame, reference: pd.DataFrame) -> str:
    """Return a sentence with the number of cells in which two runs have the same box (Fig. 4.2).

    Boxes of different numbers of boards are not compared.
    """
    box = ["min", "whisker_low", "q1", "median", "q3", "whisker_high", "max"]
    both = ours.merge(reference, on=["n", "k"], suffixes=("", "_reference"))
    alike = both[both["count"] == both["count_reference"]]
    same = (alike[box].to_numpy() == alike[[f"{x}_reference" for x in box]].to_numpy()).all(axis=1)
    others = len(both) - len(alike)
    return f"{same.sum()} of {len(alike)} shared boxes are identical" + (
        f"; {others} not compared: different numbers of boards" if others else ""
    )


def compare_wins(ours: pd.DataFrame, reference: pd.DataFrame) -> Iterator[str]:
    """Yield a sentence for each clock: the number of cells in which the two runs' ratios agree.

    Two ratios agree if their 95% intervals overlap. Times depend on the machine, so a difference is
    not an error.
    """
    both = ours.merge(reference, on=["clock", "n", "k"], suffixes=("", "_reference"))
    overlap = (both["ratio_low"] <= both["ratio_high_reference"]) & (
        both["ratio_high"] >= both["ratio_low_reference"]
    )
    for clock, agreeing in overlap.groupby(both["clock"], sort=False):
        yield f"by {clock}, {agreeing.sum()} of {len(agreeing)} ratios agree (intervals overlap)"


@click.command("summary")
@click.argument("bounds_file")
@click.argument("wins_file")
@clock_option("Timing method to compare.")
@output_option
def summary_step(bounds_file: str, wins_file: str, clock: str, output: str) -> None:
    """Compare the thesis's findings with the tables BOUNDS_FILE and WINS_FILE."""
    bounds, wins = read_frame([bounds_file], BOUNDS), read_frame([wins_file], WINS)
    with atomic_write(output) as file:
        file.writelines(f"{line}\n" for line in summary(bounds, wins, clock))


@click.command()
@click.argument("results", default="results/thesis")
@click.argument("reference", default="reference")
def compare(results: str, reference: str) -> None:
    """Compare the tables of a run with the reference; the minima must be identical.

    RESULTS is the folder of the run (default: results/thesis). REFERENCE is the folder of the
    reference run (default: reference).
    """
    for name in ("minima", "bounds", "wins"):
        if not Path(results, f"{name}.csv").exists():
            raise InputError(f"{results}/{name}.csv does not exist; run snakemake first")

    def both(name: str, columns: Columns) -> list[pd.DataFrame]:
        return [read_frame([f"{folder}/{name}.csv"], columns) for folder in (results, reference)]

    shared, differences = compare_minima(*both("minima", MINIMUM))
    if not shared:
        raise InputError(f"{results} and {reference} have no board in common")
    for line in differences:
        click.echo(line)
    same = f"{shared - len(differences)} of {shared} shared boards are identical"
    findings = [
        ("minima", f"{results}/minima.csv", same),
        ("Fig. 2.1", "figures/solution.pdf", "drawn from these minima"),
        ("Fig. 4.2", "figures/bounds.pdf", compare_bounds(*both("bounds", BOUNDS))),
        *(("Table 4.1", "figures/wins.pdf", line) for line in compare_wins(*both("wins", WINS))),
    ]
    for what, path, sentence in findings:
        click.echo(f"{what:10} {path:26} {sentence}")
    if differences:
        raise DisagreementError(f"{len(differences)} minima differ from the reference")

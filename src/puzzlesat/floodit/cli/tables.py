"""The commands that make and compare tables and pages, where they need more than rows."""

from pathlib import Path

import click
import pandas as pd

from puzzlesat.common.command import Output, output_option, outputs_option, progress, quiet_option
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.files import atomic_write
from puzzlesat.floodit.studies.hardness import family as families
from puzzlesat.floodit.studies.hardness.rows import INTERESTING
from puzzlesat.floodit.studies.instances.rows import ATTEMPTED, ATTEMPTS, INSTANCES
from puzzlesat.floodit.studies.instances.tables import (
    description,
    instances_printed,
    instances_table,
)
from puzzlesat.floodit.studies.reproduction import summary as findings
from puzzlesat.floodit.studies.reproduction.bounds import BOUNDS
from puzzlesat.floodit.studies.reproduction.rows import TIMES
from puzzlesat.floodit.studies.reproduction.summary import (
    MINIMUM,
    compare_bounds,
    compare_minima,
    compare_wins,
)
from puzzlesat.floodit.studies.reproduction.wins import CLOCKS, THESIS, WINS, printed, wins_table
from puzzlesat.report.provenance import environment
from puzzlesat.report.rows import Columns, read_rows, write_rows
from puzzlesat.report.tables import read_frame, write_table


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--thesis", required=True, metavar="FILE", help="Table 4.1 as printed, a CSV file.")
@click.option(
    "--clock",
    default="load_solve",
    show_default=True,
    type=click.Choice(list(CLOCKS)),
    help="The clock of all outputs but .csv, which has every one.",
)
@outputs_option
def wins(files: tuple[str, ...], thesis: str, clock: str, outputs: tuple[str, ...]) -> None:
    """Count in FILES of times how often each encoding is the faster one (Table 4.1)."""
    table = wins_table(read_frame(files, TIMES), read_frame([thesis], THESIS))
    write_table(table, outputs, printed=printed(table, clock))


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--attempt", "attempts", multiple=True, metavar="FILE", help="A solver's attempts; repeatable."
)
@outputs_option
def instances(files: tuple[str, ...], attempts: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Gather the instances in FILES of rows, and what a solver made of them."""
    table = instances_table(read_frame(files, INSTANCES), read_frame(attempts, ATTEMPTS))
    write_table(table, outputs, printed=instances_printed(table))


@click.command()
@click.argument("table")
@output_option
def describe(table: str, output: str) -> None:
    """Describe the instances in a TABLE of instances on a page, as the competitions ask for."""
    described = read_frame([table], ATTEMPTED).replace({"status": {"": None}})
    with atomic_write(output) as file:
        file.write(description(described, environment()))


@click.command()
@click.argument("tried")
@click.option("--formulas", required=True, metavar="DIR", help="Where the instances are.")
@click.option(
    "--folder", cls=Output, required=True, metavar="DIR", help="Where to write their proofs."
)
@quiet_option
@output_option
def family(tried: str, formulas: str, folder: str, quiet: bool, output: str) -> None:
    """Gather the interesting instances of the rows TRIED, and prove the unsatisfiable ones."""
    rows = families.family_rows(read_rows(tried, INTERESTING), Path(formulas), Path(folder))
    write_rows(progress(rows, unit="instance", quiet=quiet), output)


@click.command("describe-family")
@click.argument("file")
@output_option
def describe_family(file: str, output: str) -> None:
    """Describe the family of instances in a FILE of rows, as the competitions ask for."""
    described = families.description(read_frame([file], families.FAMILY), environment())
    with atomic_write(output) as page:
        page.write(described)


@click.command()
@click.argument("bounds_file")
@click.argument("wins_file")
@click.option(
    "--clock",
    type=click.Choice(list(CLOCKS)),
    default="load_solve",
    show_default=True,
    help="The clock that counts.",
)
@output_option
def summary(bounds_file: str, wins_file: str, clock: str, output: str) -> None:
    """Set the thesis's findings beside those of the tables BOUNDS_FILE and WINS_FILE."""
    bounds, wins = read_frame([bounds_file], BOUNDS), read_frame([wins_file], WINS)
    with atomic_write(output) as file:
        file.writelines(f"{line}\n" for line in findings.summary(bounds, wins, clock))


@click.command()
@click.argument("results", default="results/thesis")
@click.argument("reference", default="reference")
def compare(results: str, reference: str) -> None:
    """Compare the tables in RESULTS with those in REFERENCE; the minima must be identical."""

    def both(name: str, columns: Columns) -> list[pd.DataFrame]:
        return [read_frame([f"{folder}/{name}.csv"], columns) for folder in (results, reference)]

    shared, differences = compare_minima(*both("minima", MINIMUM))
    if not shared:
        raise InputError(f"{results} and {reference} have no board in common")
    for line in differences:
        click.echo(line)
    same = f"{shared - len(differences)} of {shared} shared boards are identical"
    said = [
        ("minima", f"{results}/minima.csv", same),
        ("Fig. 2.1", "figures/solution.pdf", "drawn from these minima"),
        ("Fig. 4.2", "figures/bounds.pdf", compare_bounds(*both("bounds", BOUNDS))),
        *(("Table 4.1", "figures/wins.pdf", line) for line in compare_wins(*both("wins", WINS))),
    ]
    for what, path, sentence in said:
        click.echo(f"{what:10} {path:26} {sentence}")
    if differences:
        raise DisagreementError(f"{len(differences)} minima differ from the reference")

"""Instances by their parameters, and the comparison with the reference run."""

import click

from puzzlesat.common.command import SETTINGS, Output, Program


@click.group("puzzlesat", cls=Program, invoke_without_command=False, **SETTINGS)
def main() -> None:
    """Write an instance, or compare the results of the thesis with the reference."""


@main.command("instance")
@click.option("-n", required=True, type=click.IntRange(1, 1000), help="Rows and columns.")
@click.option("-k", required=True, type=click.IntRange(1, 62), help="Number of colours.")
@click.option("--seed", required=True, type=click.IntRange(0), help="Seed of the sample.")
@click.option("--board", required=True, type=click.IntRange(0), help="Number of the board.")
@click.option("--moves", required=True, type=click.IntRange(0), help="Moves allowed.")
@click.option("--encoding", default="minimal", show_default=True)
@click.option("--variant", default="corrected", show_default=True)
@click.option("-o", "--output", cls=Output, required=True, metavar="FILE")
def write_instance_file(
    n: int, k: int, seed: int, board: int, moves: int, encoding: str, variant: str, output: str
) -> None:
    """Write the instance of a board of a sample. The same arguments give the same bytes.

    The output file is compressed if its name ends in .gz, .xz, .bz2 or .zst.
    """
    from puzzlesat_studies.floodit.instances import sampled_instance, write_instance

    instance = sampled_instance(seed, n, k, board, moves, encoding, variant)
    write_instance(instance, seed, board, output)


class NothingComparedError(click.ClickException):
    """Two runs have no board in common, which has a status of its own."""

    exit_code = 3


@main.command("compare")
@click.argument("results", default="results/thesis")
@click.argument("reference", default="reference/thesis")
def compare_runs(results: str, reference: str) -> None:
    """Compare the thesis's tables of a run with the reference; the minima must be identical.

    RESULTS is the folder of the run (default: results/thesis). REFERENCE is the folder of the
    reference run (default: reference/thesis). The status is 1 if a minimum differs, and 3 if the
    runs have no board in common.
    """
    from puzzlesat_studies.floodit.thesis import NoSharedBoardError, compare

    try:
        for line in compare(results, reference):
            click.echo(line)
    except NoSharedBoardError as error:
        raise NothingComparedError(str(error)) from None


if __name__ == "__main__":
    main()

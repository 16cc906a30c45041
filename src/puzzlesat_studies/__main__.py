"""The comparison of a run with the reference."""

import click

from puzzlesat.common.command import SETTINGS, Program


@click.group("puzzlesat", cls=Program, invoke_without_command=False, **SETTINGS)
def main() -> None:
    """Compare the results of the thesis with the reference."""


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

"""The command that draws the growth of the minimum, from two tables."""

import click

from puzzlesat.common.command import outputs_option
from puzzlesat.floodit.studies.audit.figures import growth_figure
from puzzlesat.floodit.studies.audit.growth import FIT
from puzzlesat.floodit.studies.audit.quartiles import TABLE
from puzzlesat.report.style import save
from puzzlesat.report.tables import read_frame


@click.command()
@click.argument("quartiles")
@click.argument("fit")
@outputs_option
def growth(quartiles: str, fit: str, outputs: tuple[str, ...]) -> None:
    """Draw the quartiles over n from the tables QUARTILES and FIT, with the fitted bounds."""
    save(growth_figure(read_frame([quartiles], TABLE), read_frame([fit], FIT)), outputs)

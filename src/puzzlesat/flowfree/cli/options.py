"""The options that several commands share."""

import click

from puzzlesat.flowfree.board.puzzle import RULES
from puzzlesat.flowfree.encode.methods import ENCODINGS, METHODS

rule_option = click.option(
    "--rule",
    type=click.Choice(RULES),
    default="strict",
    show_default=True,
    help="Strict: no flow touches itself, as in the post; touching: flows may.",
)

encoding_option = click.option(
    "--encoding",
    type=click.Choice(list(ENCODINGS)),
    default="links",
    show_default=True,
    help="links: this project's encoding; published: the post's.",
)

method_option = click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default="repair",
    show_default=True,
    help="How cycles are excluded.",
)

"""The options that several commands share."""

import click

from puzzlesat.flowfree.board.puzzle import RULES
from puzzlesat.flowfree.encode.methods import ENCODINGS, METHODS

rule_option = click.option(
    "--rule",
    type=click.Choice(RULES),
    default="strict",
    show_default=True,
    help="strict: no flow touches itself, as in Zucker's post; touching: flows may touch "
    "themselves.",
)

encoding_option = click.option(
    "--encoding",
    type=click.Choice(list(ENCODINGS)),
    default="links",
    show_default=True,
    help="links: this project's encoding; published: the encoding of Zucker's post, for plain "
    "boards under the strict rule.",
)

method_option = click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default="repair",
    show_default=True,
    help="How cycles are excluded. If a model contains a cycle, clauses that forbid it are added, "
    "and the same solver (repair) or a new one (restart) searches for another model. In advance: "
    "by the order of cells along flows (ranks), by their distances from an endpoint (rooted) or, "
    "on plain boards under the strict rule, by paths out of the board that cross no flow (escape). "
    "During the search: by a propagator (propagator).",
)

"""The options that several commands share."""

import click

from puzzlesat.flowfree.board.puzzle import RULES
from puzzlesat.flowfree.encode.methods import ENCODINGS, METHODS

rule_option = click.option(
    "--rule",
    type=click.Choice(RULES),
    default="strict",
    show_default=True,
    help="strict: no flow may touch itself, as in Zucker's post of 2016; touching: flows may touch "
    "themselves.",
)

encoding_option = click.option(
    "--encoding",
    type=click.Choice(list(ENCODINGS)),
    default="links",
    show_default=True,
    help="links: this project's encoding; published: the encoding of Zucker's post, which requires "
    "the strict rule and a board without bridges, warps, walls or missing cells.",
)

method_option = click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default="repair",
    show_default=True,
    help="How cycles are excluded. repair: if a model contains cycles, clauses that forbid them "
    "are added, and the same solver searches for another model; restart: likewise, but with a new "
    "solver. ranks, rooted, escape: clauses exclude cycles in advance, by the order of cells along "
    "flows, by the distance of cells from an endpoint, or by paths out of the board that cross no "
    "flow. propagator: a propagator excludes cycles during the search. The method escape requires "
    "the strict rule and a board without bridges, warps, walls or missing cells.",
)

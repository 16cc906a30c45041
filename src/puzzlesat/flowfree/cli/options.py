"""The options that several commands share."""

from collections.abc import Callable
from typing import Any

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


def encoding_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option for the encoding."""
    return click.option(
        "--encoding",
        type=click.Choice(list(ENCODINGS)),
        default="links",
        show_default=True,
        help="links: this project's encoding; published: the post's.",
    )(function)


def method_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option for the method that excludes cycles."""
    return click.option(
        "--method",
        type=click.Choice(list(METHODS)),
        default="repair",
        show_default=True,
        help="How cycles are excluded.",
    )(function)

"""The public programs and the steps of the studies, called alike."""

import sys
from pkgutil import resolve_name

import click

from puzzlesat.__main__ import main as studies


def is_step(program: str, words: list[str]) -> bool:
    """Return whether words begin with a study or a step, and not with a public command."""
    group = studies.commands[program]
    return words[0] in group.list_commands(click.Context(group))


def called(program: str, words: list[object]) -> tuple[click.Command, list[str]]:
    words = [*map(str, words)]
    if is_step(program, words):
        return studies, [program, *words]
    return resolve_name(f"puzzlesat.{program}.cli:main"), words


def command_line(program: str, *words: object) -> list[str]:
    words = [*map(str, words)]
    if is_step(program, words):
        return [sys.executable, "-m", "puzzlesat", program, *words]
    return [sys.executable, "-m", f"puzzlesat.{program}.cli", *words]

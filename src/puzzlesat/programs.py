"""The entry points of the installed commands, which end quietly if Ctrl-C comes during imports."""

import gc
import sys
from importlib import import_module


def floodit() -> None:
    """Run the command floodit."""
    _run("floodit")


def flowfree() -> None:
    """Run the command flowfree."""
    _run("flowfree")


def minesweeper() -> None:
    """Run the command minesweeper."""
    _run("minesweeper")


def _run(name: str) -> None:
    gc.disable()  # until the command is loaded: what is loaded is never garbage
    try:
        main = import_module(f"puzzlesat.{name}.cli").main
    except KeyboardInterrupt:
        print(f"{name}: interrupted", file=sys.stderr)
        sys.exit(130)
    main()

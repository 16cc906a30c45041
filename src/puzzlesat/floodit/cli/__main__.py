"""``python -m puzzlesat.floodit.cli`` is ``floodit``."""

from puzzlesat.floodit.cli import main

main()

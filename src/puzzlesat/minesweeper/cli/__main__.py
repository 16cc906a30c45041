"""``python -m puzzlesat.minesweeper.cli`` is ``minesweeper``."""

from puzzlesat.minesweeper.cli import main

main()

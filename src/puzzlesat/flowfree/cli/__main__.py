"""``python -m puzzlesat.flowfree.cli`` is ``flowfree``."""

from puzzlesat.flowfree.cli import main

main()

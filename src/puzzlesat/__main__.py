"""``python -m puzzlesat PUZZLE STUDY STEP`` runs one step of a study, as the workflow does."""

from puzzlesat.common.command import studies

main = studies("floodit", "flowfree", "minesweeper")

if __name__ == "__main__":
    main()

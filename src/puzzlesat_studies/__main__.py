"""``python -m puzzlesat_studies PUZZLE STUDY STEP`` runs one step, as the workflow does."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from puzzlesat.common.command import SETTINGS, Lazy, Program

TABLE_HELP = "Make a table from measured rows, as .csv, .md, .tex or .html."
FIGURE_HELP = "Draw a figure, as .pdf, .png or .svg."


def studies(*puzzles: str) -> Program:
    """Return the program that runs a step of a study: PUZZLE STUDY STEP.

    A puzzle's studies are the subpackages of ``puzzlesat_studies.PUZZLE``. If this package itself
    declares `STEPS`, it is the only study, and STUDY is omitted. `STEPS`, `TABLES` and `FIGURES`
    map names to places, ``module:name`` within the study.
    """
    program = Program("puzzlesat", help="Run one step of a study.", **SETTINGS)
    for puzzle in puzzles:
        package = import_module(f"puzzlesat_studies.{puzzle}")
        group = Lazy(puzzle, help=package.__doc__)
        program.add_command(group)
        if hasattr(package, "STEPS"):
            _add_steps(group, package)
            continue
        for found in iter_modules(package.__path__):
            if found.ispkg:
                study = import_module(f"{package.__name__}.{found.name}")
                below = Lazy(found.name, help=study.__doc__)
                _add_steps(below, study)
                group.add_command(below)
    return program


def _add_steps(group: Lazy, study: ModuleType) -> None:
    """Add the steps, tables and figures that a study declares."""

    def places(of: Mapping[str, str]) -> dict[str, tuple[str, str]]:
        return {name: (f"{study.__name__}.{place}", "") for name, place in of.items()}

    group.places = places(study.STEPS)
    if tables := places(getattr(study, "TABLES", {})):
        group.add_command(Lazy("table", places=tables, help=TABLE_HELP))
    if figures := places(getattr(study, "FIGURES", {})):
        group.add_command(Lazy("figure", places=figures, help=FIGURE_HELP))


main = studies("floodit", "flowfree", "minesweeper")

if __name__ == "__main__":
    main()

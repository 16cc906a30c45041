"""The level of a puzzle with one solution, from the definition in docs/flowfree.md."""

from puzzlesat._engine.flowfree import Deduction
from puzzlesat.flowfree.board.puzzle import Puzzle


def deduction_of(puzzle: Puzzle) -> Deduction:
    """Return the links that rules decide; its method `assume` makes rounds of assumptions."""
    return Deduction(puzzle.grid.graph, puzzle.node_flow, puzzle.strict)


def level_of(puzzle: Puzzle) -> int:
    """Return 0 for an easy puzzle, 1 for a medium, 2 for a hard and 3 for an extreme one."""
    deduction = deduction_of(puzzle)
    for level, max_rounds in enumerate((0, 1, len(deduction.known))):
        deduction.assume(max_rounds)
        assert not deduction.contradicted, puzzle.text
        if -1 not in deduction.known:
            return level
    return 3

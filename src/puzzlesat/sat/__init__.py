"""SAT: formulas, solvers, backbones and proofs; independent of any puzzle.

The names below are the public interface; docs/api.md has examples. Each module is imported when one
of its names is first used.
"""

from typing import TYPE_CHECKING

from puzzlesat.common.public import lazy

if TYPE_CHECKING:
    from puzzlesat.sat.answer import parse_answer as parse_answer
    from puzzlesat.sat.answer import read_answer as read_answer
    from puzzlesat.sat.backbone import Backbone as Backbone
    from puzzlesat.sat.backbone import UnsatisfiableError as UnsatisfiableError
    from puzzlesat.sat.backbone import find_backbone as find_backbone
    from puzzlesat.sat.dimacs import write as write
    from puzzlesat.sat.formula import ClauseTemplate as ClauseTemplate
    from puzzlesat.sat.formula import Formula as Formula
    from puzzlesat.sat.formula import arrays_by_length as arrays_by_length
    from puzzlesat.sat.formula import static_template as static_template
    from puzzlesat.sat.lrat import Proof as Proof
    from puzzlesat.sat.proof import check_proof as check_proof
    from puzzlesat.sat.solver import open_solver as open_solver
    from puzzlesat.sat.solver import solve as solve

NAMES = {
    "answer": "parse_answer read_answer",
    "backbone": "Backbone UnsatisfiableError find_backbone",
    "dimacs": "write",
    "formula": "ClauseTemplate Formula arrays_by_length static_template",
    "lrat": "Proof",
    "proof": "check_proof",
    "solver": "open_solver solve",
}
"""The public names that each module of this package defines."""

PUBLIC, __all__, __getattr__, __dir__ = lazy(__name__, NAMES)

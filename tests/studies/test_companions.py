"""The configurations that the studies of Flow Free and Minesweeper refuse before they measure."""

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat_studies import MODULES
from puzzlesat_studies.core.workflow import Workflow


@pytest.mark.parametrize(
    ("study", "change", "sentence"),
    [
        ("flowfree", {"methods": ["tree"]}, "flowfree.methods should begin with a SAT method"),
        (
            "flowfree",
            {"marked": {"methods": ["tree"]}},
            "flowfree.marked.methods should begin with a SAT method",
        ),
        ("flowfree", {"flows_per_row": 5}, "a board of 5×5 cells has room for 2 to 8 flows"),
        ("flowfree", {"audit": {"largest": 4}}, "no size in flowfree.sizes is at most"),
        ("flowfree", {"audit": {"solvers": ["nosuch"]}}, "unknown solver 'nosuch'"),
        ("flowfree", {"published": "nowhere"}, "there is no puzzles/.*in flowfree.published"),
        ("flowfree", {"difficulty": {"sets": {"more": "nowhere"}}}, "sets.more: there is no nowh"),
        ("flowfree", {"difficulty": {"sets": {"walked": "x"}}}, "a built-in set has this name"),
        ("minesweeper", {"sizes": [[2, 2, 4]]}, "4 mines on 2×2 fields leave no safe field"),
        ("minesweeper", {"audit": {"sizes": [[2, 2, 4]]}}, "leave no safe field"),
        ("minesweeper", {"optimum": {"boards": [[5, 7]]}}, "but a board of 5×7 has 35"),
        ("minesweeper", {"solvability": {"percents": [99]}}, "fields leave no opening"),
        ("minesweeper", {"solver": "cadical195"}, "cadical195 cannot be interrupted"),
        ("minesweeper", {"timed": 501}, "minesweeper.timed is 501; expected at most"),
        ("minesweeper_games", {"sizes": [[3, 3, 5]]}, "leave no room for the start opening"),
    ],
)
def test_impossible_configurations_are_refused(study, change, sentence):
    workflow = Workflow(MODULES, {study: change})
    with pytest.raises(InputError, match=sentence):
        workflow.studies[study].check(workflow.config)

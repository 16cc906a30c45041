"""The studies: experiments on the three puzzles, with their tables, figures and claims.

The package is on top of `puzzlesat` and is never imported by it. Each study is one object,
`puzzlesat_studies.core.study.Study`, in a module of its own.
"""

MODULES = (
    "floodit.thesis",
    "floodit.audit",
    "floodit.frontier",
    "floodit.ablation",
    "floodit.growth",
    "floodit.percolation",
    "floodit.largest_minima",
    "floodit.competition",
    "floodit.solvers",
    "floodit.verified",
    "floodit.nogoods",
    "floodit.explorer",
    "floodit.article",
    "flowfree",
    "minesweeper",
    "claims",
)
"""The modules of the studies, in the order of their sections in ``config/studies.yaml``."""

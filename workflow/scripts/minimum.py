"""Find the minimum of every board of a grid point (n, k), for Fig. 2.1, Fig. 4.2 and Table 4.1.

SAT with the minimal encoding finds it (thesis, chapter 4). The solution is replayed by the rules of
the game, and A*, which uses no SAT, confirms that no solution is shorter.
"""

from puzzlesat.common.command import progress
from puzzlesat.floodit import confirmed_minimum, parse_board
from puzzlesat_studies.core.run import write_models
from puzzlesat_studies.core.script import log_to, read_results
from puzzlesat_studies.floodit.boards import SampledBoard
from puzzlesat_studies.floodit.measure import FoundMinimum

log_to(snakemake.log[0])
params = snakemake.params

boards = read_results(snakemake.input, SampledBoard, seed=int(snakemake.wildcards.seed))
rows = []
for row in progress(boards.to_dict("records"), unit="board"):
    board = parse_board(row["fields"], row["k"])
    found = confirmed_minimum(board, params.search, "minimal", params.solver)
    rows.append(
        FoundMinimum(
            **row,
            minimum=found.p,
            moves=board.format_colours(found.moves),
            queries=" ".join(map(str, found.queries)),  # the values of p, in order
            search=params.search,
            solver=params.solver,
        )
    )
write_models(rows, FoundMinimum, snakemake.output[0])

"""Draw Fig. 2.1: a shortest solution of a board, move by move."""

from puzzlesat.floodit import parse_board
from puzzlesat_studies.core import style
from puzzlesat_studies.core.script import log_to, read_results
from puzzlesat_studies.floodit.drawing import solution_figure
from puzzlesat_studies.floodit.measure import FoundMinimum

log_to(snakemake.log[0])
params = snakemake.params

run = {"seed": params.seed, "solver": params.solver, "search": params.search}
minima = read_results(snakemake.input, FoundMinimum, **run)
row = minima.set_index("board").loc[params.board]
board = parse_board(row["fields"], row["k"])
style.save(solution_figure(board, board.colours_in(row["moves"])), snakemake.output)

"""The meanings of columns that many tables share; a field's own description replaces them."""

import re

MEANINGS = {
    "board": "the board",
    "boards": "number of boards",
    "bytes": "size before compression",
    "chance_high": "upper bound on the probability of winning under perfect play",
    "chance_low": "lower bound on the probability of winning under perfect play; equal to `wins`/`games` if `status` is optimal",
    "claim": "the claim in this project's words",
    "clauses": "number of clauses of the formula",
    "cols": "number of columns of the board",
    "compressed_bytes": "size of the compressed file",
    "conflicts": "number of conflicts, as counted by the solver; independent of the machine",
    "covered": "number of covered fields",
    "cuts": "number of clauses added to exclude cycles",
    "decisions": "number of decisions, as counted by the solver",
    "density": "share of the fields that are mines",
    "easy_seconds": "wall-clock time of `easy_solver`",
    "easy_solver": "the solver that must not solve the instance within `easy_timeout`",
    "easy_timeout": "time limit of `easy_solver` in seconds",
    "encode_seconds": "time to build the formula",
    "encoding": "`minimal`, `extended`, `reduced` or `clusters`",
    "extended": "sum of the measure over all boards for the extended encoding",
    "finished": "number of states for which a run ended within the time limit",
    "flows": "number of flows",
    "formula": "`numbers` (the formula of the visible numbers only, with a variable for every covered field), or `total` (that of the visible numbers and the total number of mines, with a single variable for all fields without an adjacent number)",
    "games": "number of games",
    "hard_seconds": "wall-clock time of `hard_solver`; empty if this solver was not run",
    "hard_solver": "the solver that must solve the instance within `hard_timeout`",
    "hard_timeout": "time limit of `hard_solver` in seconds",
    "host": "name of the machine",
    "i": "the number of the board in the sample, from 0",
    "k": "number of colours from which the board is drawn; a small board may not contain all of them",
    "load_seconds": "time to load the clauses into the solver",
    "losses": "number of boards on which the measure is larger for the minimal encoding",
    "lower_bound": "lower bound on the minimum",
    "lower_by": "the method that found the lower bound",
    "m": "number of moves that the formula allows",
    "max_peak_mb": "largest peak memory for a board, or for all boards if one call solved them, in MiB",
    "max_seconds": "longest time for a board",
    "measure": "`conflicts` or `propagations`",
    "median_seconds": "median time for a board",
    "method": "a method of `floodit solve`, `clusters-minimal` (`clusters` without its redundant clauses), another solver, or a program from the configuration",
    "milliseconds": "median time in milliseconds",
    "mines": "number of mines on the whole board",
    "minimal": "sum of the measure over all boards for the minimal encoding",
    "minimum": "the fewest moves that flood the board",
    "missing": "whether the solver is not installed",
    "moves": "the best solution found, as colour symbols, after it was replayed; empty for a program",
    "n": "number of rows, and of columns",
    "name": "the instance's file",
    "numbering": "numbering of the variables: `predicates first`, `time first`, `moves first` or `random`",
    "order": "order of the clauses: `text` (as in the thesis), `reversed` or `shuffled`",
    "origin": "`text`, or `extension` (a question of this project)",
    "peak_mb": "peak memory of the board's process, including the interpreter, or of the program that it ran, whichever is larger, in MiB",
    "procedure": "the procedure that computes the backbone: enumeration, iterative, reducing or `reducing, lifting` (ours), or an algorithm of BBScan (PySAT)",
    "propagations": "number of propagations, as counted by the solver",
    "proven": "number of boards whose minimum is proven, or given by a program without proof (`answered`)",
    "published": "the published sum of the minima of the set, as given in the configuration; 0 if the configuration does not contain it",
    "puzzle": "name of the puzzle",
    "puzzles": "number of puzzles",
    "query": "the formulas that are solved: `minimum` (p is the minimum), `minimum - 1` (p is one less), or `search` (all queries of the search of Fig. 4.3)",
    "ratio": "geometric mean, over boards, of measure + 1 for the extended encoding divided by measure + 1 for the minimal encoding",
    "repairs": "number of rounds in which a model had cycles",
    "repeat": "number of the repeat, from 0",
    "restarts": "number of restarts, as counted by the solver",
    "rows": "number of rows of the board",
    "seconds": "wall-clock time",
    "seed": "the sample's seed",
    "set": "the set's name in the configuration, and the name of its file",
    "sha256": "SHA-256 of the file",
    "size": "rows×columns",
    "solutions": "the requested number of solutions: `one`, `several` or `any`",
    "solve_seconds": "time of the solver",
    "solver": "PySAT's name of the SAT solver, for the methods that use one",
    "start": "the guarantee for the first field: `unprotected` (none), `safe` (no mine) or `opening` (it shows 0)",
    "state": "the state as shown to the player, row by row, with rows joined by `/`: `0` to `8` is an uncovered field, and `.` a covered one",
    "states": "number of states",
    "status": "`sat`, `unsat` or `timeout`",
    "strict": "the number of solutions if no flow may touch itself: `none`, `one` or `several`; empty after a timeout",
    "tautologies": "whether the tautologies of condition 8 are kept",
    "ties": "number of boards on which the measure is equal for both encodings",
    "timeout": "limit on `solve_seconds`",
    "touching": "the number of solutions if flows may touch themselves: `none`, `one` or `several`; empty after a timeout",
    "upper_bound": "upper bound on the minimum",
    "upper_by": "the method that found the upper bound; for a beam search, with the beam width",
    "variables": "number of variables of the formula",
    "variant": "`corrected` (states end at m) or `printed` (conditions 5 and 10 extend to state m+1, as in the thesis)",
    "verdict": "`holds`, `holds with limits`, `does not hold` or `cannot be decided`",
    "version": "PySAT's version",
    "wins": "number of boards on which the measure is smaller for the minimal encoding",
    "won": "share of games won",
}


def meaning(column: str, own: str | None) -> str:
    """Return the meaning of a column: its own, the shared one, or one by a pattern of its name.

    Raise `LookupError` if there is none.
    """
    if own or column in MEANINGS:
        return own or MEANINGS[column]
    for form, text in DERIVED.items():
        if found := re.fullmatch(form, column):
            return text.format(found[1])
    raise LookupError(f"nothing explains the column {column}")


DERIVED = {
    r"(.+)_low": "lower end of the 95% confidence interval of `{}`",
    r"(.+)_high": "upper end of the 95% confidence interval of `{}`",
    r"median_(.+)": "median of `{}`",
    r"max_(.+)": "maximum of `{}`",
}
"""The meaning of columns without an explanation of their own, by a pattern for their names."""

"""Calls of every command that reads files; ``<PARAMETER:FILE>`` is a file to be damaged.

``>`` is the output. The number after ``#`` scales the number of examples of slow commands.
"""

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from .seeds import NAME

CALLS = """
floodit solve <files:board.txt> --json -q
floodit solve <files:boards.txt> --json -q --method pdr
floodit solve <files:shown.txt> --json -q --method thesis
floodit solve <files:line.txt> --json -q --format lines
floodit solve <files:sized.txt> --json -q
floodit solve <files:n4k3.csv> --json -q --format csv
floodit hint <file:board.txt> --json --timeout 9
floodit convert <files:boards.txt> --as json -o >.json
floodit convert <files:n4k3.csv> --as rows -o >.txt
floodit show <files:shown.txt>
floodit show <files:sized.txt> --svg -o >.svg
floodit show <files:board.txt> --html -o >.html   # 0.5
floodit encode <file:boards.txt> --board 1 --moves 2 -o >.cnf
floodit decode <file:centre.cnf> <answer:answer.txt>
floodit decode <file:formula.cnf> <answer:answer.txt>
floodit prove <boards:boards.txt> --format nogoods -o >.txt   # 0.5
floodit verify <evidence:refuted.txt> <boards:boards.txt>
floodit verify <evidence:refuted.txt>
floodit prove <boards:board.txt> -o <output:proven>   # 0.3
floodit verify <evidence:proven> <boards:board.txt>   # 0.3
floodit verify <evidence:proven>   # 0.5
puzzlesat floodit thesis minimum <file:n4k3.csv> -q -o >.csv
puzzlesat floodit thesis time <file:minima.csv> --repeats 1 -q -o >.csv
puzzlesat floodit baselines measure-set <file:boards.txt> --name set --start centre
    --method pdr -q -o >.csv
puzzlesat floodit frontier measure <files:n4k3.csv> --method pdr -q -o >.csv   # 0.3
puzzlesat floodit instances attempt <file:formula.cnf> --timeout 9 -o >.csv
puzzlesat floodit instances attempt <file:clusters.cnf.xz> --timeout 9 -o >.csv
puzzlesat floodit verified measure-proofs <file:n4k3.csv> --timeout 9 -q -o >.csv   # 0.3
puzzlesat floodit hardness hardness <file:n4k3.csv> --solver minisat22 --below 1 --above 1
    --timeout 9 -o >.csv
puzzlesat floodit interesting interesting -n 4 -k 3 --boards 1 --distance -1 --distance 0
    --bounds-timeout 9 --wanted 1
    --easy cadical195 9 --hard minisat22 9 --folder <folder:proven> -o >.csv   # 0.1
puzzlesat floodit interesting family <tried:tried.csv> --formulas <formulas:formulas>
    --folder >.d -q -o >.csv   # 0.3
puzzlesat floodit interesting describe-family <file:family.csv> -o >.md
puzzlesat floodit instances describe <table:instances.csv> -o >.md
puzzlesat floodit thesis summary <bounds_file:bounds.csv> <wins_file:wins.csv> -o >.txt
puzzlesat floodit thesis compare <results:thesis> <reference:thesis>
puzzlesat floodit explorer optimal <files:minima.csv> -q -o >.csv
puzzlesat floodit thesis table minima <files:minima.csv> -o >.csv
puzzlesat floodit thesis table bounds <files:minima.csv> -o >.md
puzzlesat floodit thesis table wins <files:times.csv> --thesis <thesis:thesis.csv> -o >.csv
puzzlesat floodit frontier table frontier <files:outcomes.csv> -o >.md
puzzlesat floodit frontier table law <files:outcomes.csv> -o >.csv
puzzlesat floodit frontier table scaling <files:outcomes.csv> -o >.md
puzzlesat floodit frontier table large <files:outcomes.csv> -o >.csv
puzzlesat floodit baselines table baselines <files:outcomes.csv> -o >.md
puzzlesat floodit baselines table sets <files:sets.csv> -o >.md
puzzlesat floodit instances table instances <files:instance.csv> --attempt
    <attempts:attempt.csv> -o >.md
puzzlesat floodit verified table proofs <files:proofs.csv> -o >.md
puzzlesat floodit interesting table family <files:family.csv> -o >.md
puzzlesat floodit hardness table hardness <files:hardness.csv> -o >.html
puzzlesat floodit thesis figure bounds <files:minima.csv> -o >.svg   # 0.2
puzzlesat floodit thesis figure wins <files:wins.csv> -o >.svg   # 0.2
puzzlesat floodit thesis figure solution <file:minima.csv> -o >.svg   # 0.2
puzzlesat floodit frontier figure frontier <files:outcomes.csv> --scaling
    <scaling:scaling.csv> -o >.svg   # 0.2
puzzlesat floodit frontier figure extended <files:outcomes.csv> -o >.svg   # 0.2
puzzlesat floodit verified figure proofs <files:proof_sizes.csv> -o >.svg   # 0.2
puzzlesat floodit hardness figure hardness <files:hardness.csv> -o >.svg   # 0.2
puzzlesat floodit audit table final-state <files:final-state_rows.csv> -o >.csv
puzzlesat floodit audit table ablation <files:ablation_rows.csv> -o >.csv
puzzlesat floodit audit table overlap <files:clauses_rows.csv> -o >.csv
puzzlesat floodit audit table counts <files:clauses_rows.csv> -o >.csv
puzzlesat floodit audit table quartiles <files:minima_rows.csv> -o >.csv
puzzlesat floodit audit table offsets <files:minima_rows.csv> -o >.csv
puzzlesat floodit audit table fit <files:minima_rows.csv> -o >.csv
puzzlesat floodit audit table growth <files:minima_rows.csv> -o >.csv
puzzlesat floodit audit table searches <files:searches_rows.csv> -o >.csv
puzzlesat floodit timing table effects <files:timing_counts.csv> -o >.csv   # 0.1
puzzlesat floodit timing table cross <files:timing_counts.csv> -o >.csv   # 0.1
puzzlesat floodit timing table size <files:timing_sizes.csv> -o >.csv   # 0.1
puzzlesat floodit timing table instructions <files:timing_runs.csv> -o >.csv   # 0.1
puzzlesat floodit timing table hypotheses <files:effects.csv> --size <size:size.csv>
    --instructions <instructions:instructions.csv> --wins <wins:reference_wins.csv>
    --thesis <thesis:thesis.csv> -o >.csv   # 0.05
puzzlesat floodit timing figure search <files:effects.csv> --thesis
    <thesis:thesis.csv> -o >.svg   # 0.1
puzzlesat floodit timing figure cost <files:instructions.csv> --wins <wins:reference_wins.csv>
    --thesis <thesis:thesis.csv> -o >.svg   # 0.1
puzzlesat floodit timing compare <results:counted> <reference:counted>   # 0.2
puzzlesat floodit audit table solvers <files:solvers_rows.csv> -o >.csv   # 0.4
puzzlesat floodit audit table redundant <files:redundant_rows.csv> -o >.csv
puzzlesat floodit audit table forced-moves <files:forced-moves_rows.csv> -o >.csv
puzzlesat floodit audit figure final-state <files:final-state_table.csv> -o >.svg   # 0.2
puzzlesat floodit audit figure ablation <files:ablation_table.csv> -o >.svg   # 0.2
puzzlesat floodit audit figure quartiles <files:quartiles_table.csv> -o >.svg   # 0.2
puzzlesat floodit audit figure growth <files:quartiles_table.csv>
    --fit <fit:fit_table.csv> -o >.svg   # 0.2
puzzlesat floodit audit figure searches <files:searches_table.csv> -o >.svg   # 0.2
puzzlesat floodit audit figure solvers <files:solvers_table.csv> -o >.svg   # 0.1
puzzlesat floodit audit figure redundant <files:redundant_table.csv> -o >.svg   # 0.2
puzzlesat floodit audit figure forced-moves <files:forced-moves_table.csv> -o >.svg   # 0.2
flowfree solve <file:puzzle.txt> --json --unique
flowfree solve <file:numberlink.txt> --json --unique
flowfree solve <file:puzzles.csv> --encoding published --method ranks
flowfree solve <file:sketch.txt> --json --unique
flowfree solve <file:sketches.csv> --json --unique --method ranks
flowfree count <file:puzzle.txt> --json
flowfree count <file:sketch.txt> --json
flowfree hint <file:puzzle.txt> --link 2
flowfree show <file:puzzle.txt>
flowfree show <file:sketch.txt>
flowfree explain <file:puzzle.txt> -o >.html
flowfree explain <file:sketch.txt> --rule touching -o >.html
flowfree encode <file:puzzle.txt> -o >.cnf
flowfree encode <file:sketch.txt> -o >.cnf
flowfree decode <file:flow.cnf> <answer:flow_answer.txt>
flowfree prove <file:puzzle.txt> -o <folder:flow_proven>   # 0.3
flowfree prove <file:sketch.txt> -o <folder:marked_proven>   # 0.3
flowfree verify <folder:flow_proven> <puzzles:puzzle.txt>   # 0.5
flowfree verify <folder:marked_proven>   # 0.5
flowfree rate <files:puzzles.csv> -q -o >.csv
puzzlesat flowfree time <files:puzzles.csv> --repeats 1 -q -o >.csv
puzzlesat flowfree audit <files:puzzle.txt> --solver minisat22 -q -o >.csv
puzzlesat flowfree table difficulty <files:flow_ratings.csv> -o >.md
puzzlesat flowfree table puzzles <files:flow_times.csv>
    --published <published:published.csv> -o >.md
puzzlesat flowfree table rules <files:flow_audit.csv> -o >.md
puzzlesat flowfree table marked <files:flow_times.csv> -o >.csv
puzzlesat flowfree table sizes <files:flow_times.csv> -o >.csv
puzzlesat flowfree figure difficulty <files:flow_ratings.csv> -o >.svg   # 0.2
puzzlesat flowfree figure marked <files:flow_times.csv> -o >.svg   # 0.2
puzzlesat flowfree figure times <files:flow_times.csv> -o >.svg   # 0.2
puzzlesat flowfree figure puzzle <file:puzzle.txt> -o >.svg   # 0.2
puzzlesat flowfree figure sketch <file:sketch.txt> -o >.svg   # 0.2
minesweeper deduce <file:state.txt> --json
minesweeper deduce <file:states.csv> --json
minesweeper encode <file:state.txt> -o >.cnf
minesweeper hint <file:state.txt> --json
minesweeper explain <file:state.txt> -o >.html
minesweeper prove <file:state.txt> -o <folder:mines_proven>   # 0.3
minesweeper verify <folder:mines_proven> <states:state.txt>   # 0.5
puzzlesat minesweeper network <file:state.txt> -o >.txt
puzzlesat minesweeper decide <file:states.csv> -q -o >.csv
puzzlesat minesweeper time <file:states.csv> --repeats 1 -q -o >.csv   # 0.5
puzzlesat minesweeper audit <file:states.csv> -q -o >.csv   # 0.5
puzzlesat minesweeper table methods <files:decided.csv> --games <games:games.csv> -o >.csv
puzzlesat minesweeper table procedures <files:mines_times.csv> -o >.md
puzzlesat minesweeper table growth <files:decided.csv> --times <times:mines_times.csv> -o >.csv
puzzlesat minesweeper table audit <files:mines_states.csv> -o >.csv
puzzlesat minesweeper table wins <files:mines_wins.csv> --published
    <published:mines_published.csv> -o >.csv
puzzlesat minesweeper figure wins <files:mines_rates.csv> -o >.svg   # 0.2
puzzlesat minesweeper table optimum <files:optima.csv> -o >.md
puzzlesat minesweeper table no-guess <files:needs.csv> -o >.csv
puzzlesat minesweeper figure optimum <files:optimum.csv> -o >.svg   # 0.2
puzzlesat minesweeper figure no-guess <files:no-guess.csv> -o >.svg   # 0.2
puzzlesat minesweeper figure methods <files:methods.csv> -o >.svg   # 0.2
puzzlesat minesweeper figure procedures <files:procedures.csv> -o >.svg   # 0.2
puzzlesat minesweeper figure growth <files:growth.csv> -o >.svg   # 0.2
puzzlesat minesweeper figure trace <file:state.txt> consistency --step 1 -o >.svg   # 0.2
puzzlesat minesweeper figure trace <file:state.txt> backbone --step 1 -o >.svg   # 0.2
"""


class Call(NamedTuple):
    """One of `CALLS`, and the factor for the number of its examples."""

    line: str
    share: float

    @property
    def files(self) -> dict[str, str]:
        return {found[1]: found[2] for found in NAME.finditer(self.line)}

    @property
    def command(self) -> str:
        return re.split(r" <| --| -\w| >", self.line)[0].removesuffix(" consistency")

    @property
    def checker(self) -> bool:
        return bool(re.search("prove|proofs|proof_sizes|family", self.line))

    def words(self, paths: Mapping[str, Path], output: Path) -> list[str]:
        """Return the words of the call with these files."""
        line = NAME.sub(lambda found: shlex.quote(str(paths[found[1]])), self.line)
        return [word.replace(">", str(output)) for word in shlex.split(line)]


def calls() -> list[Call]:
    lines = CALLS.strip().replace("\n    ", " ").splitlines()
    split = [line.partition("#") for line in lines]
    return [Call(line.strip(), float(share or 1)) for line, _, share in split]

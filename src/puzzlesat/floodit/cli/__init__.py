"""The command ``floodit``: sample boards, find minima, time encodings, make tables and figures.

Here is only where each command stands. Its module is imported when it is asked for.
"""

import click

from puzzlesat.common.command import Lazy, Program

CLI = "puzzlesat.floodit.cli"
STUDIES = "puzzlesat.floodit.studies"
AUDIT = f"{STUDIES}.audit"
TIMING = f"{STUDIES}.timing"


@click.group(
    "floodit",
    cls=Program,
    typed=("solve", "show", "encode", "decode", "prove", "verify", "sample"),
    places={
        "solve": f"{CLI}.solve:solve",
        "show": f"{CLI}.show:show",
        "encode": f"{CLI}.encode:encode",
        "decode": f"{CLI}.encode:decode",
        "prove": f"{CLI}.prove:prove",
        "verify": f"{CLI}.prove:verify",
        "sample": f"{CLI}.steps:sample",
        "minimum": f"{CLI}.steps:minimum",
        "time": f"{CLI}.steps:time",
        "measure": f"{CLI}.measure:measure",
        "measure-set": f"{CLI}.measure:measure_set",
        "measure-proofs": f"{CLI}.measure:measure_proofs",
        "instance": f"{CLI}.instances:instance",
        "attempt": f"{CLI}.instances:attempt",
        "hardness": f"{CLI}.instances:hardness",
        "interesting": f"{CLI}.instances:interesting",
        "family": f"{CLI}.tables:family",
        "describe-family": f"{CLI}.tables:describe_family",
        "describe": f"{CLI}.tables:describe",
        "summary": f"{CLI}.tables:summary",
        "compare": f"{CLI}.tables:compare",
        "optimal": f"{CLI}.explorer:optimal",
        "explorer": f"{CLI}.explorer:explorer",
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="puzzlesat")
def main() -> None:
    """Flood-It: flood a board from its top-left cell in as few moves as possible.

    Where a FILE is asked for, - is standard input. Rows and columns of a board are counted
    from 0, lines of a file and the characters in them from 1.

    \b
    Boards are read in four formats, recognised or named with --format:
      rows   one row per line, a digit or letter per cell, side by side or with blanks,
             commas or tabs between cells, which may then be numbers or names of colours;
             blank lines between boards; JSON, a list of lists, is read as rows
      lines  one square board per line (recognised from 64 cells on)
      sized  rows cols k, then the colours 1..k, then the known minimum or 0
      csv    a sample, as floodit sample writes it
    """  # noqa: D301, click's sign for lines that stay as they are


@main.group(
    cls=Lazy,
    places={
        "minima": f"{STUDIES}.reproduction.summary:MINIMA_TABLE",
        "bounds": f"{STUDIES}.reproduction.bounds:BOUNDS_TABLE",
        "wins": f"{CLI}.tables:wins",
        "frontier": f"{STUDIES}.frontier.tables:FRONTIER_TABLE",
        "law": f"{STUDIES}.frontier.tables:LAW_TABLE",
        "scaling": f"{STUDIES}.frontier.tables:SCALING_TABLE",
        "large": f"{STUDIES}.frontier.tables:LARGE_TABLE",
        "baselines": f"{STUDIES}.baselines.tables:BASELINES_TABLE",
        "sets": f"{STUDIES}.baselines.tables:SETS_TABLE",
        "instances": f"{CLI}.tables:instances",
        "proofs": f"{STUDIES}.verified.tables:PROOFS_TABLE",
        "hardness": f"{STUDIES}.hardness.tables:HARDNESS_TABLE",
        "family": f"{STUDIES}.hardness.family:FAMILY_TABLE",
    },
)
def table() -> None:
    """Make a table from measured rows, as .csv, .md, .tex or .html."""


@main.group(
    cls=Lazy,
    places={
        "bounds": f"{STUDIES}.reproduction.figures:BOUNDS_FIGURE",
        "wins": f"{STUDIES}.reproduction.figures:WINS_FIGURE",
        "solution": f"{CLI}.figures:solution",
        "frontier": f"{STUDIES}.frontier.figure:FRONTIER_FIGURE",
        "extended": f"{STUDIES}.frontier.figure:EXTENDED_FIGURE",
        "proofs": f"{STUDIES}.verified.figure:PROOFS_FIGURE",
        "trust": f"{CLI}.figures:trust",
        "hardness": f"{STUDIES}.hardness.figure:HARDNESS_FIGURE",
    },
)
def figure() -> None:
    """Draw a figure, as .pdf, .png or .svg."""


@main.group(
    cls=Lazy,
    places={
        "final-state": f"{CLI}.audit:final_state",
        "ablation": f"{CLI}.audit:ablation",
        "clauses": f"{CLI}.audit:clauses",
        "minima": f"{CLI}.audit:minima",
        "searches": f"{CLI}.audit:searches",
        "solvers": f"{CLI}.audit:solvers",
        "redundant": f"{CLI}.audit:redundant",
        "forced-moves": f"{CLI}.audit:forced_moves",
        "claims": f"{CLI}.audit:claims",
        "paper": f"{CLI}.audit:paper",
    },
)
def audit() -> None:
    """Put the thesis's claims to the test: rows, tables, figures, verdicts.

    The commands named for an experiment measure the first boards of the sample of (n, k), for one n
    and some k, and write a row for each measurement. docs/audit.md explains them.
    """


@audit.group(
    "table",
    cls=Lazy,
    places={
        "final-state": f"{AUDIT}.final_state:FINAL_STATE_TABLE",
        "ablation": f"{AUDIT}.ablation:ABLATION_TABLE",
        "overlap": f"{AUDIT}.clauses:OVERLAP_TABLE",
        "counts": f"{AUDIT}.clauses:COUNTS_TABLE",
        "quartiles": f"{AUDIT}.quartiles:QUARTILES_TABLE",
        "offsets": f"{AUDIT}.quartiles:OFFSETS_TABLE",
        "fit": f"{AUDIT}.growth:FIT_TABLE",
        "searches": f"{AUDIT}.searches:SEARCHES_TABLE",
        "solvers": f"{AUDIT}.solvers:SOLVERS_TABLE",
        "redundant": f"{AUDIT}.redundant:REDUNDANT_TABLE",
        "growth": f"{AUDIT}.growth:GROWTH_TABLE",
        "forced-moves": f"{AUDIT}.forced_moves:FORCED_MOVES_TABLE",
    },
)
def audit_table() -> None:
    """Make the table of an experiment, or a summary of such a table."""


@audit.group(
    "figure",
    cls=Lazy,
    places={
        "final-state": f"{AUDIT}.figures:FINAL_STATE_FIGURE",
        "ablation": f"{AUDIT}.figures:ABLATION_FIGURE",
        "quartiles": f"{AUDIT}.figures:QUARTILES_FIGURE",
        "growth": f"{CLI}.growth:growth",
        "searches": f"{AUDIT}.figures:SEARCHES_FIGURE",
        "solvers": f"{AUDIT}.figures:SOLVERS_FIGURE",
        "redundant": f"{AUDIT}.figures:REDUNDANT_FIGURE",
        "forced-moves": f"{AUDIT}.figures:FORCED_MOVES_FIGURE",
    },
)
def audit_figure() -> None:
    """Draw the table of an experiment."""


@main.group(
    cls=Lazy,
    places={
        "counts": f"{CLI}.timing:counts",
        "sizes": f"{CLI}.timing:sizes",
        "instructions": f"{CLI}.timing:instructions",
        "claims": f"{CLI}.timing:claims",
        "compare": f"{CLI}.timing:compare",
    },
)
def timing() -> None:
    """Study what Table 4.1 can have measured: rows, tables, figures, verdicts.

    docs/audit.md explains the study.
    """


@timing.group(
    "table",
    cls=Lazy,
    places={
        "effects": f"{TIMING}.tables:EFFECTS_TABLE",
        "cross": f"{TIMING}.tables:CROSS_TABLE",
        "size": f"{TIMING}.tables:SIZE_TABLE",
        "instructions": f"{TIMING}.tables:INSTRUCTIONS_TABLE",
        "hypotheses": f"{TIMING}.inference:HYPOTHESES_TABLE",
    },
)
def timing_table() -> None:
    """Make a table of the timing study."""


@timing.group(
    "figure",
    cls=Lazy,
    places={
        "search": f"{TIMING}.figures:SEARCH_FIGURE",
        "cost": f"{TIMING}.figures:COST_FIGURE",
    },
)
def timing_figure() -> None:
    """Draw a figure of the timing study."""

"""Hypotheses on the measure behind Table 4.1, tested by exact counts and seconds (§4.2).

The results of ``counts`` and ``sizes`` are the same on every machine, those of ``instructions`` on
one machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from puzzlesat_studies.core.params import Params, Sample
from puzzlesat_studies.core.study import Files, LazyModule, Row, Study, column
from puzzlesat_studies.floodit import thesis
from puzzlesat_studies.floodit.boards import BoardKey, GridPoint, items_by_size
from puzzlesat_studies.floodit.timing.rows import count_rows, instruction_rows, size_rows

if TYPE_CHECKING:
    import pandas as pd


lazy_figures = LazyModule(f"{__package__}.figures")
lazy_inference = LazyModule(f"{__package__}.inference")
lazy_tables = LazyModule(f"{__package__}.tables")

SIZES, COLOURS = [4, 5, 6, 7, 8, 9, 10, 11], [3, 4, 5, 6]


class Counts(Sample):
    """A grid of cells, with boards on which everything is combined."""

    crossed: int = Field(
        ge=0,
        description="Boards of each (n, k), from board 0, on which all combinations are measured.",
    )


class Timing(Params):
    """Exact counts for Table 4.1."""

    counts: Counts = Field(
        Counts.of(SIZES, COLOURS, 100, crossed=2),
        description="Boards of each (n, k) on which MiniSat's conflicts and propagations are "
        "counted. On the first `crossed` of these boards, all numberings, clause orders and "
        "solvers are combined.",
    )
    instructions: Sample = Field(
        Sample.of(SIZES, COLOURS, 100),
        description="Boards of each (n, k) on which instructions are counted, if valgrind and "
        "minisat are installed. Each board takes one to ten seconds.",
    )


STUDY = Study(
    "timing",
    Timing,
    "Audit",
    "`snakemake timing`: hypotheses about Table 4.1, tested with exact counts (docs/timing.md). "
    "The times in seconds come from the experiments of the section `thesis`.",
)

Numbering = Literal["predicates first", "time first", "moves first", "random"]
Order = Literal["text", "reversed", "shuffled"]
Program = Annotated[
    Literal["minisat", "minisat -no-pre"],
    Field(
        description="`minisat` (the program) or `minisat -no-pre` (the program without "
        "preprocessing)"
    ),
]
Solver = Annotated[
    Literal["core", "minisat", "minisat -no-pre"],
    Field(
        description="`core` (PySAT's MiniSat 2.2), `minisat` (the program) or `minisat -no-pre` "
        "(the program without preprocessing)"
    ),
]
Encoding = Literal["minimal", "extended"]
QueryKind = Literal["minimum", "minimum - 1", "search"]


class Layout(Row):
    """The layout of a formula, and the solver."""

    numbering: Numbering
    order: Order
    tautologies: bool
    solver: Solver


class BoardQuery(BoardKey):
    """A board and a number of moves p."""

    minimum: int
    p: int = column("the number of moves that the formula allows")
    queries: int = column("how often the search of Fig. 4.3 queries p")


class CountRow(Layout, BoardQuery):
    """MiniSat's conflicts and propagations on a formula."""

    encoding: Encoding
    conflicts: int
    propagations: int
    version: str = column("the solver's version; for a program, the first digits of its SHA-256")


class SizeRow(BoardQuery):
    """The clauses and literals of a formula."""

    tautologies: bool
    encoding: Encoding
    clauses: int
    literals: int = column("number of literals of the formula")


class InstructionRow(BoardKey):
    """The instructions that the program minisat executes for the formula at the minimum."""

    p: int = column("the number of moves that the formula allows: the minimum")
    numbering: Numbering
    solver: Program
    encoding: Encoding
    parsing: int | None = column("instructions for reading the file")
    total: int | None = column("instructions of the whole run")
    version: str = column("names and digests of minisat and valgrind, or `not installed`")


count_all = STUDY.rows(CountRow, "counts", items=items_by_size("timing", "counts"))(count_rows)

size_all = STUDY.rows(SizeRow, "sizes", items=items_by_size("timing", "counts"))(size_rows)

instructions_all = STUDY.rows(
    InstructionRow, "instruction-rows", items=items_by_size("timing", "instructions")
)(instruction_rows)


COMPARISON_NOTE = (
    "Wins, ties and losses: boards on which the minimal encoding needs less, as much and more than "
    "the extended one. Minimal and extended: sums over boards. Ratio: extended over minimal, each "
    "plus one, geometric mean over boards."
)


class EncodingTotals(Row):
    """The comparison of both encodings on the boards of a group."""

    boards: int = column("number of boards compared")
    wins: int
    ties: int
    losses: int
    minimal: int
    extended: int
    ratio: float | None


class Versioned(Row):
    """The version of a solver."""

    version: str = column("the solver's version; for a program, the first digits of its SHA-256")


class CountedMeasure(Row):
    """What was counted."""

    query: QueryKind
    measure: Literal["conflicts", "propagations"]


class CountEffect(Versioned, EncodingTotals, GridPoint, CountedMeasure, Layout):
    """MiniSat's conflicts and propagations, summed over all boards of a cell."""


class CrossedEffect(Versioned, EncodingTotals, CountedMeasure, Layout):
    """Conflicts and propagations for a combination of numbering, clause order and solver.

    They are summed over the first boards of all cells.
    """


class FormulaQuery(Row):
    """What was counted in formulas."""

    tautologies: bool
    query: QueryKind
    measure: Literal["clauses", "literals"] = column("`clauses` or `literals`")


class FormulaSize(EncodingTotals, GridPoint, FormulaQuery):
    """Numbers of clauses and literals of a cell."""


class InstructionPart(Row):
    """A part of the instructions."""

    numbering: Numbering
    solver: Program
    part: Literal["parsing", "rest", "total"] = column(
        "`parsing` (reading the file), `rest` (simplifying and solving), `total`"
    )


class InstructionEffect(Versioned, EncodingTotals, GridPoint, InstructionPart):
    """The instructions that the program minisat executes at the minimum, by callgrind."""

    version: str = column("names and digests of minisat and valgrind, or `not installed`")


effects_table = STUDY.table(
    CountEffect,
    "effects",
    rows=count_all,
    label="Conflicts and propagations",
    title="Conflicts and propagations of MiniSat on both encodings, by n and k",
    note=f"{COMPARISON_NOTE} Query: the formula at the minimum, the one below it, or all "
    "formulas of the search of Fig. 4.3. Clauses in the order of the text, without tautologies.",
)(lazy_tables.effects)


cross_table = STUDY.table(
    CrossedEffect,
    "cross",
    rows=count_all,
    label="Every numbering, order and solver",
    title="Conflicts and propagations of MiniSat for every numbering, order and solver",
    note=f"{COMPARISON_NOTE} Over the first boards of each n and k, for all combinations of the "
    "numbering of variables, the order of clauses, tautologies and the solver.",
)(lazy_tables.cross)


size_table = STUDY.table(
    FormulaSize,
    "size",
    rows=size_all,
    label="Sizes of formulas",
    title="Clauses and literals of both encodings",
    note=f"{COMPARISON_NOTE} Query: the formula at the minimum, the one below it, or all "
    "formulas of the search of Fig. 4.3.",
)(lazy_tables.size)


instructions_table = STUDY.table(
    InstructionEffect,
    "instructions",
    rows=instructions_all,
    label="Instructions",
    title="Instructions of the program minisat at the minimum, counted by callgrind",
    note=f"{COMPARISON_NOTE} Parsing: reading the file. Rest: simplifying and solving. No "
    "boards if minisat or valgrind is not installed.",
)(lazy_tables.instructions)


class HypothesisRow(Row):
    """A hypothesis on the 32 numbers printed in Table 4.1."""

    family: str = column("the family of hypotheses to which the hypothesis belongs")
    hypothesis: str = column("name of the hypothesis")
    parameters: int = column("number of fitted parameters")
    fitted: str = column("values of the fitted parameters")
    cells: int = column("number of cells, and thus of printed numbers, compared")
    boards: int = column("fewest boards measured in a cell; 0 without measurements")
    log_likelihood: float = column("log-likelihood of the printed numbers")
    aic: float = column("Akaike's information criterion: 2·`parameters` − 2·`log_likelihood`")
    delta_aic: float = column("`aic` minus the lowest `aic` of all hypotheses")
    mean_distance: float = column("mean absolute difference from the printed numbers, in boards")
    correlation: float | None = column("Spearman's correlation with the printed numbers over cells")
    goodness_p: float = column("share of drawn tables that are no likelier than the printed one")
    fits: bool = column("whether `delta_aic` is at most 10 and `goodness_p` is at least 0.01")


PRINTED = Files([str(thesis.TABLE_4_1)], thesis.PrintedWins)

HYPOTHESIS_INPUTS = {
    "effects": effects_table,
    "size": size_table,
    "instructions": instructions_table,
    "wins": thesis.wins_table,
    "thesis": PRINTED,
}
"""The inputs of a comparison of hypotheses."""


hypotheses = STUDY.table(
    HypothesisRow,
    "hypotheses",
    **HYPOTHESIS_INPUTS,
    label="Hypotheses on Table 4.1",
    title="Possible measures behind Table 4.1",
    note="Each hypothesis is fitted to the printed numbers of the 32 cells. Boards: the "
    "smallest number measured in a cell, 0 for a model. Delta AIC: its AIC minus the smallest. "
    "Distance: mean distance of expected from printed numbers, in boards of 100. Correlation: "
    "Spearman's. Goodness: p-value of a simulated goodness-of-fit test. Fits: p-value of at least "
    "0.01 and an AIC at most 10 above the best.",
)(lazy_inference.hypotheses_table)


class Attribution(Row):
    """Tables drawn from the best hypothesis of a family, as far as they point to a family."""

    drawn_from: str = column("the family whose best hypothesis the tables come from")
    family: str = column("a family whose best hypothesis was fitted to the tables")
    tables: int = column("number of tables drawn")
    attributed: int = column("tables on which this family has the lowest AIC")
    near: int = column("tables on which its AIC is at most 10 above the lowest")


def display_power(power: pd.DataFrame) -> pd.DataFrame:
    """Return the numbers of attributed tables, with a row for each family they are drawn from."""
    families = power["family"].unique()
    attributed = power.pivot(index="drawn_from", columns="family", values="attributed")
    return attributed.loc[families, families].reset_index()


power = STUDY.table(
    Attribution,
    "power",
    **HYPOTHESIS_INPUTS,
    label="Power of the comparison",
    title="Tables drawn from the best hypothesis of each family, by the family they point to",
    display=display_power,
    note="Rows: the family from whose best hypothesis on the printed table 100 tables of 32 "
    "numbers are drawn. Columns: the family that has the lowest AIC on a drawn table, after the "
    "best hypotheses of all families have been fitted to it.",
)(lazy_inference.power_table)


search_figure = STUDY.figure(
    "search",
    effects=effects_table,
    thesis=PRINTED,
    label="Table 4.1 and conflicts",
    note=(
        "**Search effort does not explain Table 4.1.** Black squares: the number of boards, out "
        "of 100, on which the thesis found the minimal encoding faster. Coloured: the percentage "
        "of our boards on which MiniSat needs fewer conflicts for this encoding at the minimum, "
        "plus half of the ties, for four numberings of the variables; error bars are exact 95% "
        "intervals. The grey line marks 50%."
    ),
)(lazy_figures.search_figure)


cost_figure = STUDY.figure(
    "cost",
    instructions=instructions_table,
    wins=thesis.wins_table,
    thesis=PRINTED,
    label="Table 4.1, seconds and instructions",
    note=lambda solver: (
        "**Table 4.1 next to times and instructions, with and without loading and generation.** "
        "Black squares: the number of boards, out of 100, on which the thesis found the minimal "
        "encoding faster. Coloured: the percentage of our boards on which this encoding takes "
        f"less time (medians of repeats, {solver}) or fewer instructions (the program minisat), "
        "plus half of the ties; error bars are exact 95% intervals."
    ),
)(lazy_figures.cost_figure)

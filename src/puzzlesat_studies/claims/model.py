"""Claims as data: the files of claims, the rows that a claim is judged by, and its sentence."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Callable, Mapping
from functools import cached_property
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from puzzlesat.common.errors import InputError
from puzzlesat_studies.claims.predicates import PREDICATES, Judgement, NoEvidenceError, plain
from puzzlesat_studies.claims.verdicts import HOLDS, LIMITS, OPEN, combine_readings
from puzzlesat_studies.core.params import Params, Text, merge, validate

if TYPE_CHECKING:
    import pandas as pd


Basis = Literal["measurement", "proof", "foregone", "own table", "none"]
"""What a verdict rests on: see docs/audit.md."""


class Pivot(Params):
    """Columns made from the values of a column; rows without all of them are left out."""

    index: list[str]
    columns: str
    values: str


class View(Params):
    """Rows of a table of evidence. The keys are applied in the order of declaration."""

    table: str = Field("", description="The path; by default, the claim's first table.")
    union: list[str] = Field([], description="Other views, whose rows are put together.")
    where: str = Field("", description="The condition on rows.")
    all_of: str = Field(
        "",
        description="The path of a table to join by its first column; the view is empty unless it "
        "has a row for each of the table's.",
    )
    distinct: list[str] = Field([], description="Columns of which each value is kept once.")
    pivot: Pivot | None = None
    columns: dict[str, str] = Field({}, description="Further columns, as expressions.")
    texts: dict[str, str] = Field({}, description="Further columns, as text with places.")
    sum_by: list[str] = Field([], description="Columns by which all others are summed.")
    sort: list[str] = Field([], description="Columns by which the rows are sorted.")
    filter: str = Field("", description="A second condition, which can use the further columns.")


class ListTemplate(Params):
    """A list in a sentence, with a part for each row of a view or of a reading."""

    view: str = "main"
    each: str


class Claim(Params):
    """A claim in a text, the evidence, and the predicate that judges it.

    A sentence has places for numbers: ``{NUMBER}`` of the predicate, ``{READING.NUMBER}``,
    ``{COLUMN.STATISTIC}`` of the view *main*, ``{VIEW.COLUMN.STATISTIC}``, ``{VIEW.rows}`` and
    ``{LIST}``, each with a format.
    """

    name: Text
    section: Text
    claim: Text
    origin: Literal["text", "extension"] = "text"
    basis: Basis = Field("measurement", description="What the verdict rests on.")
    evidence: list[Text] = Field(min_length=1, description="Paths; the strongest comes first.")
    measured: Text
    note: str = Field("", description="What follows the sentence of a template.")
    views: dict[str, View] = Field({}, description="Rows by name.")
    by: dict[str, Any] = Field({}, description="The predicate, its view and arguments.")
    readings: dict[str, dict[str, Any]] = Field({}, description="Several predicates, by name.")
    also: dict[str, dict[str, Any]] = Field({}, description="Predicates that decide nothing.")
    lists: dict[str, ListTemplate] = Field({}, description="Lists in the sentence, by name.")
    at_most: Literal["holds", "holds with limits"] = "holds"

    def tables(self) -> list[str]:
        """Return the paths of the tables that the claim needs."""
        view_tables = [path for view in self.views.values() for path in (view.table, view.all_of)]
        return [path for path in [*self.evidence, *view_tables] if path.endswith(".csv")]


class TextClaims(Params):
    """A text with its claims. A claim has the keys of what it is `like`, too.

    This is a template or an earlier claim.
    """

    source: Text
    templates: dict[str, dict[str, Any]] = Field({}, description="Keys that claims share.")
    claims: list[Claim]


def load_source(path: Path) -> TextClaims:
    """Return the claims in the data file of a text."""
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    known = dict(document.get("templates", {}))
    for claim in document["claims"]:
        claim.update(merge(known.get(claim.pop("like", ""), {}), claim))
        known[claim.get("name", "")] = claim
    try:
        return validate(TextClaims, document)
    except InputError as error:
        raise InputError(f"{path.name}: {error}") from None


STATISTICS: dict[str, Callable[[pd.Series], Any]] = {
    **{each: methodcaller(each) for each in ("min", "max", "sum", "mean", "median", "nunique")},
    "gmean": lambda x: x.prod() ** (1 / len(x)),
    "first": lambda x: x.iloc[0],
    "last": lambda x: x.iloc[-1],
}
"""The statistics of a column that a sentence can name."""


class Evidence(string.Formatter):
    """The tables of evidence of a claim, and the numbers in its sentence."""

    def __init__(self, claim: Claim, tables: Mapping[str, pd.DataFrame]) -> None:
        self.claim = claim
        self.tables = tables
        self.views: dict[str, pd.DataFrame] = {}
        self.judgements: dict[str, Judgement] = {}

    @cached_property
    def first_table(self) -> str:
        """The path of the claim's first table, or nothing."""
        return next((path for path in self.claim.evidence if path.endswith(".csv")), "")

    def view(self, name: str) -> pd.DataFrame:
        """Return the rows of a view, of a reading, or of the claim's first table."""
        if name in self.judgements and (rows := self.judgements[name].rows) is not None:
            return rows
        if name not in self.views:
            if name not in self.claim.views and name != "main":
                raise InputError(f"there is no view {name}")
            self.views[name] = self._evaluate(self.claim.views.get(name, View()))
        return self.views[name]

    def _evaluate(self, view: View) -> pd.DataFrame:
        import pandas as pd

        frame = self.tables.get(view.table or self.first_table, pd.DataFrame())
        if view.union:
            frame = pd.concat([self.view(name) for name in view.union], ignore_index=True)
        if frame.empty:
            return frame
        if view.where:
            frame = frame.query(view.where)
        if view.all_of:
            complete = self.tables.get(view.all_of, pd.DataFrame())
            key = complete.columns[0] if len(complete.columns) else ""
            if not key or not set(complete[key]) <= set(frame[key]):
                return frame.head(0)
            frame = frame.merge(complete, on=key, suffixes=("", "_printed"))
        if view.distinct:
            frame = frame.drop_duplicates(view.distinct)
        if frame.empty:
            return frame
        if view.pivot:
            frame = frame.pivot(**view.pivot.model_dump()).dropna().reset_index()
        for column, expression in view.columns.items():
            frame = frame.assign(**{column: frame.eval(expression)})
        for column, template in view.texts.items():
            rows = frame.to_dict("records")
            frame = frame.assign(**{column: [template.format(**row) for row in rows]})
        if view.sum_by:
            frame = frame.groupby(view.sum_by, sort=False).sum(numeric_only=True).reset_index()
        if view.sort:
            frame = frame.sort_values(view.sort, kind="stable")
        return (frame.query(view.filter) if view.filter else frame).reset_index(drop=True)

    def number_at(self, place: str) -> Any:
        """Return the number at a place in a sentence."""
        *prefix, field_name = place.split(".")
        if not prefix:
            if field_name in self.claim.lists:
                template = self.claim.lists[field_name]
                rows = self.view(template.view).to_dict("records")
                records = ({key: plain(value) for key, value in row.items()} for row in rows)
                return "; ".join(template.each.format(**row) for row in records) or "none"
            return _chosen(field_name, self.judgements["by"].numbers, "number")
        if len(prefix) == 1:
            [view_name] = prefix
            if view_name in self.judgements and field_name in self.judgements[view_name].numbers:
                return self.judgements[view_name].numbers[field_name]
            if field_name == "rows":
                return len(self.view(view_name))
            prefix = ["main", view_name]
        view, column = prefix
        frame = self.view(view)
        return plain(STATISTICS[field_name](frame[column])) if len(frame) else float("nan")

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> tuple[Any, str]:
        """Look a place up, for `format`."""
        return self.number_at(field_name), field_name

    def judge(self) -> tuple[str, str]:
        """Return the verdict, and the sentence on the measurement."""
        claim = self.claim
        deciding = claim.readings or {"by": claim.by}
        for name, declaration in (claim.also | deciding).items():
            arguments = dict(declaration)
            predicate = _chosen(arguments.pop("predicate"), PREDICATES, "predicate")
            rows = self.view(arguments.pop("view", "main"))
            if rows.empty and (self.first_table or predicate.__name__ != "fixed"):
                raise NoEvidenceError
            if "values" in arguments:
                place_by_key = arguments["values"].items()
                arguments["values"] = {key: self.number_at(value) for key, value in place_by_key}
            self.judgements[name] = predicate(rows, **arguments)
        verdict = combine_readings(self.judgements[name].verdict for name in deciding)
        if verdict == HOLDS and claim.at_most == LIMITS:
            verdict = LIMITS
        return verdict, self.format(" ".join(f"{claim.measured} {claim.note}".split()))


def _chosen(name: str, values: Mapping[str, Any], kind: str) -> Any:
    if name not in values:
        raise InputError(f"there is no {kind} {name}; choose from {', '.join(values)}")
    return values[name]


MISSING = "The evidence is missing: no rows of {} decide this claim."
"""The sentence on every claim without evidence."""


def judge(claim: Claim, tables: Mapping[str, pd.DataFrame]) -> tuple[str, str]:
    """Return the verdict on a claim by the tables of evidence, and the sentence on the measurement.

    Raise `InputError` if the claim names columns or places that do not exist.
    """
    try:
        return Evidence(claim, tables).judge()
    except NoEvidenceError:
        return OPEN, MISSING.format(", ".join(claim.evidence))
    except (KeyError, NameError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"claim {claim.name}: {error}") from error

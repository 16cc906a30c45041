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
from puzzlesat_studies.claims.predicates import PREDICATES, Judged, NoEvidenceError, plain
from puzzlesat_studies.claims.verdicts import HOLDS, LIMITS, OPEN, over_readings
from puzzlesat_studies.core.params import Params, Text, merged, validated

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
        "", description="A table with the same `key`: the view has a row for each, or is empty."
    )
    distinct: list[str] = Field([], description="Columns of which each value is kept once.")
    pivot: Pivot | None = None
    columns: dict[str, str] = Field({}, description="Further columns, as expressions.")
    texts: dict[str, str] = Field({}, description="Further columns, as text with places.")
    sum_by: list[str] = Field([], description="Columns by which all others are summed.")
    sort: list[str] = Field([], description="Columns by which the rows are sorted.")
    filter: str = Field("", description="A second condition, which can use the further columns.")


class Listed(Params):
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
    views: dict[str, View] = Field({}, description="Rows by name.")
    by: dict[str, Any] = Field({}, description="The predicate, its view and arguments.")
    readings: dict[str, dict[str, Any]] = Field({}, description="Several predicates, by name.")
    also: dict[str, dict[str, Any]] = Field({}, description="Predicates that decide nothing.")
    lists: dict[str, Listed] = Field({}, description="Lists in the sentence, by name.")
    at_most: Literal["holds", "holds with limits"] = "holds"

    def tables(self) -> list[str]:
        """Return the paths of the tables that the claim needs."""
        named = [path for view in self.views.values() for path in (view.table, view.all_of)]
        return [path for path in [*self.evidence, *named] if path.endswith(".csv")]


class Source(Params):
    """A text with its claims. A claim that is `like` a template has the template's keys, too."""

    source: Text
    templates: dict[str, dict[str, Any]] = Field({}, description="Keys that claims share.")
    claims: list[Claim]


def load(path: Path) -> Source:
    """Return the claims in the data file of a text."""
    given = tomllib.loads(path.read_text(encoding="utf-8"))
    templates = given.get("templates", {})
    given["claims"] = [
        merged(templates.get(one.pop("like", ""), {}), one) for one in given["claims"]
    ]
    try:
        return validated(Source, given)
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
        self.judged: dict[str, Judged] = {}

    @cached_property
    def first(self) -> str:
        """The path of the claim's first table, or nothing."""
        return next((path for path in self.claim.evidence if path.endswith(".csv")), "")

    def view(self, name: str) -> pd.DataFrame:
        """Return the rows of a view, of a reading, or of the claim's first table."""
        if name in self.judged and (rows := self.judged[name].rows) is not None:
            return rows
        if name not in self.views:
            if name not in self.claim.views and name != "main":
                raise InputError(f"there is no view {name}")
            self.views[name] = self._made(self.claim.views.get(name, View()))
        return self.views[name]

    def _made(self, view: View) -> pd.DataFrame:
        import pandas as pd

        frame = self.tables.get(view.table or self.first, pd.DataFrame())
        if view.union:
            frame = pd.concat([self.view(name) for name in view.union], ignore_index=True)
        if frame.empty:
            return frame
        if view.where:
            frame = frame.query(view.where)
        if view.all_of:
            other = self.tables.get(view.all_of, pd.DataFrame())
            key = other.columns[0] if len(other.columns) else ""
            if not key or not set(other[key]) <= set(frame[key]):
                return frame.head(0)
            frame = frame.merge(other, on=key, suffixes=("", "_printed"))
        if view.distinct:
            frame = frame.drop_duplicates(view.distinct)
        if frame.empty:
            return frame
        if view.pivot:
            frame = frame.pivot(**view.pivot.model_dump()).dropna().reset_index()
        for column, expression in view.columns.items():
            frame = frame.assign(**{column: frame.eval(expression)})
        for column, text in view.texts.items():
            rows = frame.to_dict("records")
            frame = frame.assign(**{column: [text.format(**row) for row in rows]})
        if view.sum_by:
            frame = frame.groupby(view.sum_by, sort=False).sum(numeric_only=True).reset_index()
        if view.sort:
            frame = frame.sort_values(view.sort, kind="stable")
        return (frame.query(view.filter) if view.filter else frame).reset_index(drop=True)

    def place(self, name: str) -> Any:
        """Return the number at a place in a sentence."""
        *before, last = name.split(".")
        if not before:
            if last in self.claim.lists:
                listed = self.claim.lists[last]
                rows = self.view(listed.view).to_dict("records")
                shown = ({key: plain(value) for key, value in row.items()} for row in rows)
                return "; ".join(listed.each.format(**row) for row in shown) or "none"
            return self.judged["by"].numbers[last]
        if len(before) == 1:
            [of] = before
            if of in self.judged and last in self.judged[of].numbers:
                return self.judged[of].numbers[last]
            if last == "rows":
                return len(self.view(of))
            before = ["main", of]
        view, column = before
        frame = self.view(view)
        return plain(STATISTICS[last](frame[column])) if len(frame) else float("nan")

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> tuple[Any, str]:
        """Look a place up, for `format`."""
        return self.place(field_name), field_name

    def judge(self) -> tuple[str, str]:
        """Return the verdict, and the sentence on the measurement."""
        claim = self.claim
        deciding = claim.readings or {"by": claim.by}
        for name, given in (claim.also | deciding).items():
            arguments = dict(given)
            predicate = PREDICATES[arguments.pop("predicate")]
            rows = self.view(arguments.pop("view", "main"))
            if rows.empty and (self.first or predicate.__name__ != "fixed"):
                raise NoEvidenceError
            if "values" in arguments:
                places = arguments["values"].items()
                arguments["values"] = {key: self.place(value) for key, value in places}
            self.judged[name] = predicate(rows, **arguments)
        verdict = over_readings(self.judged[name].verdict for name in deciding)
        if verdict == HOLDS and claim.at_most == LIMITS:
            verdict = LIMITS
        return verdict, self.format(" ".join(claim.measured.split()))


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

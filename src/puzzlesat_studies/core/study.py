"""A study as one object: its parameters, and the steps that make rows, tables, figures and texts.

A study declares everything once: parameters with their types, limits, defaults and meanings
(`Params`), rows with the types and meanings of their columns (`Row`), and steps, which are
functions with a decorator. The rules of the workflow, ``config/studies.yaml``, and the pages on
keys and columns follow from these declarations.

>>> from puzzlesat_studies.core.params import Count, Params
>>> from pydantic import Field
>>> class Squares(Params):
...     numbers: Count = Field(3, description="Numbers to square.")
>>> class Square(Row):
...     n: int = column("a number")
...     square: int = column("its square")
>>> STUDY = Study("squares", Squares, "Examples")
>>> @STUDY.rows(Square)
... def squares(*, numbers):
...     '''Square the first numbers.'''
...     return ({"n": n, "square": n * n} for n in range(numbers))
>>> squares.path, [row["square"] for row in squares(numbers=3)]
('results/squares/squares.csv', [0, 1, 4])

A function's positional parameters are its inputs, by the names in the decorator. Its keyword-only
parameters are keys of the study's section, ``seed``, ``solver``, or values of an item. So the
function's signature lists all values on which the output depends, and the workflow remakes the
output if one of these, an input, or the version of puzzlesat changes.

Every job imports its study. So modules of studies import pandas, scipy and matplotlib only in the
functions that need them.
"""

from __future__ import annotations

import csv
import inspect
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from puzzlesat.common.errors import InputError
from puzzlesat_studies.core.params import Params

if TYPE_CHECKING:
    import pandas as pd

Kind = Literal["rows", "table", "figure", "text"]

ENDINGS: dict[Kind, tuple[str, ...]] = {
    "rows": ("csv",),
    "table": ("csv", "md", "tex", "html"),
    "figure": ("pdf", "png", "svg"),
}
"""The formats in which a step writes its output; the last one of a table or figure is reported."""

Model = TypeVar("Model", bound="Row")

Record = dict[str, Any]
"""The values of a row by column."""


class Row(BaseModel):
    """A row of a CSV file. Its fields are the columns, with types and meanings (`column`).

    A field without a meaning of its own has the one in `puzzlesat_studies.core.columns`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def columns(cls) -> dict[str, set[type]]:
        """Return the types of each column; `NoneType` is among them if cells may be empty."""
        return {name: _types(info.annotation) for name, info in cls.model_fields.items()}


def column(meaning: str) -> Any:
    """Return the declaration of a column with a meaning of its own."""
    return Field(description=meaning)


def _types(annotation: Any) -> set[type]:
    if isinstance(annotation, type) and not typing.get_args(annotation):
        return {annotation}
    arguments = typing.get_args(annotation)
    if typing.get_origin(annotation) is Literal:
        return {type(value) for value in arguments}
    return set().union(*map(_types, arguments))


def read_models(paths: Iterable[str | Path], row: type[Model]) -> list[Model]:
    """Return the rows of CSV files. Raise `InputError` if a row does not have the columns."""
    text_columns = {name for name, types in row.columns().items() if str in types}
    adapter = TypeAdapter(list[row])  # type: ignore[valid-type]
    rows: list[Model] = []
    for path in paths:
        with Path(path).open(newline="", encoding="utf-8") as file:
            records = [
                {
                    name: cell if cell or name in text_columns else None
                    for name, cell in line.items()
                }
                for line in csv.DictReader(file)
            ]
        try:
            rows += adapter.validate_python(records)
        except ValidationError as error:
            first_error = error.errors()[0]
            index, *column = first_error["loc"]
            raise InputError(
                f"{path}: line {int(index) + 2}: {'.'.join(map(str, column))}: {first_error['msg']}"
            ) from None
    return rows


def read_frame(paths: Sequence[str | Path], row: type[Row]) -> pd.DataFrame:
    """Return the rows of CSV files as one data frame, with the columns and types of `row`.

    Empty cells are empty strings in columns of text, and nan in others. Raise `InputError` if a
    file does not have the columns, or a cell has another type.
    """
    import pandas as pd

    dtypes: dict[str, type | str] = {}
    na_values = {}
    for name, types in row.columns().items():
        value_types = types - {NoneType}
        if value_types == {str}:
            dtypes[name] = str
        elif NoneType in types:
            dtypes[name] = "boolean" if value_types == {bool} else float
            na_values[name] = [""]
        else:
            dtypes[name] = next(iter(value_types)) if len(value_types) == 1 else float
    frames = []
    for path in paths:
        try:
            frame = pd.read_csv(path, dtype=dtypes, keep_default_na=False, na_values=na_values)
            frames.append(frame[list(dtypes)])
        except (ValueError, KeyError) as error:
            raise InputError(f"{path}: {error}") from None
    if not frames:
        return pd.DataFrame({name: pd.Series(dtype=dtype) for name, dtype in dtypes.items()})
    return pd.concat(frames, ignore_index=True)


def module_name(module: str) -> str:
    """Return the full name of a study's module, which is in this package or a file elsewhere.

    >>> module_name("floodit.growth"), module_name("more/mine.py")
    ('puzzlesat_studies.floodit.growth', 'own_study_more_mine')
    """
    if module.endswith(".py"):
        return "own_study_" + re.sub(r"\W", "_", module.removesuffix(".py"))
    return f"puzzlesat_studies.{module}"


@dataclass(frozen=True)
class Files:
    """Input files, and the model of their rows; without a model, a step gets the paths."""

    paths: Sequence[str]
    row: type[Row] | None = None


def chunks(count: int, size: int) -> list[tuple[int, int]]:
    """Return the number of the first element, and the number of elements, of each chunk.

    >>> chunks(250, 100)
    [(0, 100), (100, 100), (200, 50)]
    """
    return [(first, min(size, count - first)) for first in range(0, count, size)]


@dataclass(frozen=True)
class Item:
    """A part of the rows that one job measures into one file.

    `inputs` and `values` are arguments of the function, in addition to those of its step.
    """

    name: str
    inputs: Mapping[str, Files] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)


Text = str | Callable[..., str]


@dataclass(frozen=True, eq=False)
class Step:
    """A function that makes one output of a study, and what the workflow needs to run it.

    Parameters
    ----------
    make : callable
        The function.
    inputs : mapping
        For each positional parameter of `make`: `Files`, another step, whose whole output is read,
        or a function that returns `Files` for the configuration. If `make` returns rows, it gets a
        list of rows, otherwise a data frame.
    items : callable, optional
        For rows: the items of the configuration, one job and one file each. By default, all rows
        are in one file.
    label : str
        The name in the report; by default, the title or the name.
    title, note : str or callable
        The text above and below a table. The note of a figure is its caption. A callable gets keys
        of the configuration by the names of its parameters.
    display : callable, optional
        The function that lays out a table for readers. It takes the data frame, and keys by name.
    alone : bool
        Whether the job must run alone on the machine, because it measures time.
    mem_mb, minutes : int
        The memory and the time that a job needs; a job that is repeated gets twice as much. The
        memory may be a function of the configuration.
    extra_output : str
        Another output of each item, with this suffix: ``/`` is a folder. `make` gets its path as
        ``extra_output``.
    needed : callable
        A function that returns whether the study makes the output for a configuration; if not, it
        is made only on request.
    """

    study: Study
    name: str
    kind: Kind
    make: Callable[..., Any]
    row: type[Row] | None = None
    inputs: Mapping[str, Any] = field(default_factory=dict)
    items: Callable[[Any], Sequence[Item]] | None = None
    label: str = ""
    title: Text = ""
    note: Text = ""
    display: Callable[..., pd.DataFrame] | None = None
    alone: bool = False
    mem_mb: int | Callable[[Any], int] = 2000
    minutes: int = 60
    extra_output: str = ""
    needed: Callable[[Any], bool] = lambda config: True

    def __call__(self, *arguments: Any, **values: Any) -> Any:
        """Call the function itself."""
        return self.make(*arguments, **values)

    @property
    def stem(self) -> str:
        """The path of the output without the name of an item and the ending."""
        folder = self.study.figures if self.kind == "figure" else self.study.results
        return f"{folder}/{self.name}"

    @property
    def path(self) -> str:
        """The path of the output that other steps read; of rows without items, or of a table."""
        return self.stem if self.kind == "text" else f"{self.stem}.{ENDINGS[self.kind][0]}"

    def item_path(self, item: str) -> str:
        """Return the path of the rows of an item."""
        return f"{self.stem}/{item}.csv"

    def files(self, config: Any) -> Files:
        """Return the output that other steps read."""
        if self.items is None:
            return Files([self.path], self.row)
        return Files([self.item_path(item.name) for item in self.items(config)], self.row)

    def outputs(self, config: Any) -> list[str]:
        """Return all files that the step makes."""
        if self.kind == "rows":
            return [*self.files(config).paths]
        if self.kind == "text":
            return [self.path]
        return [f"{self.stem}.{ending}" for ending in ENDINGS[self.kind]]

    def item(self, config: Any, name: str) -> Item:
        """Return the item of a name, or an item without values for no name.

        Raise `InputError` if the configuration does not have the item.
        """
        if self.items is None or not name:
            return Item(name)
        items = {item.name: item for item in self.items(config)}
        if name not in items:
            examples = ", ".join([*items][:5]) + ", …" * (len(items) > 5)
            raise InputError(
                f"{self.study.name}: {self.name} has no item {name}; choose from {examples}"
            )
        return items[name]

    def input_files(self, config: Any, item: Item) -> dict[str, Files]:
        """Return the input files of an item, by the names of the function's parameters."""
        files: dict[str, Files] = {}
        for name, source in self.inputs.items():
            if isinstance(source, Step):
                files[name] = source.files(config)
            else:
                files[name] = source if isinstance(source, Files) else source(config)
        return files | dict(item.inputs)

    @cached_property
    def keys(self) -> list[str]:
        """The names of the function's keyword-only parameters, and of the texts' parameters."""
        names = dict.fromkeys(keyword_only(self.make))
        for text_or_function in (self.title, self.note):
            if callable(text_or_function):
                names |= dict.fromkeys(inspect.signature(text_or_function).parameters)
        if self.display is not None:
            names |= dict.fromkeys(keyword_only(self.display))
        return [name for name in names if name != "extra_output"]

    def values(self, config: Any, item: Item) -> dict[str, Any]:
        """Return the value of each key: of the item, the study's section, or the configuration."""
        section = getattr(config, self.study.name, None)
        values = {}
        for name in self.keys:
            if name in item.values:
                values[name] = item.values[name]
            elif section is not None and name in type(section).model_fields:
                values[name] = getattr(section, name)
            elif name in type(config).model_fields:
                values[name] = getattr(config, name)
            else:
                raise LookupError(
                    f"{self.study.name}/{self.name}: {name} is no key of the configuration"
                )
        return values

    def plain_values(self, config: Any, item: Item) -> dict[str, Any]:
        """Return these values in types of Python, for the parameters of a rule.

        An item with a value of its own, such as n, does not depend on the list of all values, such
        as ``n_values``: in its values, this list has one element. So another n remakes no file.
        """
        own = {
            f"{name}{ending}": [value]
            for name, value in item.values.items()
            for ending in LIST_ENDINGS
        }
        return {name: _plain(value, own) for name, value in self.values(config, item).items()}

    def load_values(self, plain: Mapping[str, Any]) -> dict[str, Any]:
        """Return values from what `plain_values` returned."""
        return {
            name: TypeAdapter(self._value_type(name)).validate_python(value)
            for name, value in plain.items()
        }

    def _value_type(self, name: str) -> Any:
        """Return the type of a value: that of the section's key, or of the function's parameter."""
        if name in self.study.params.model_fields:
            return self.study.params.model_fields[name].annotation
        for function in filter(None, (self.make, self.display)):
            annotation = function.__annotations__.get(name, Any)
            if annotation is not Any:
                is_text = isinstance(annotation, str)
                return eval(annotation, function.__globals__) if is_text else annotation
        return Any


OBEYED_BY: Mapping[str, Sequence[Kind]] = {
    **dict.fromkeys(("items", "alone", "extra_output"), ("rows",)),
    **dict.fromkeys(("mem_mb", "minutes"), ("rows", "table")),
}
"""The kinds of steps whose rules obey an option, if not all do."""

LIST_ENDINGS = ("s", "_values")
"""The endings of the names of lists, such as ``n_values``, whose values name the items."""


def _plain(value: Any, own_lists: Mapping[str, Any]) -> Any:
    if not isinstance(value, BaseModel):
        return value
    plain = value.model_dump()
    return {key: own_lists.get(key, inner) for key, inner in plain.items()}


def keyword_only(function: Callable[..., Any]) -> list[str]:
    """Return the names of a function's keyword-only parameters."""
    parameters = inspect.signature(function).parameters.values()
    return [parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]


class Study:
    """A study: a section of the configuration, and steps in the order of their declaration.

    Parameters
    ----------
    name : str
        The name of its section, of its folders in ``results`` and ``figures``, and of the target.
    params : type
        The model of its section.
    category : str
        Its category in the report.
    about : str
        The comment on the section in ``config/studies.yaml``.
    results, figures : str
        The folders of its output, if they are not ``results/NAME`` and ``figures/NAME``.
    uses : sequence of Study
        The other studies whose sections it needs.
    check : callable, optional
        A function of the configuration that raises `InputError` for what the models cannot express
        (solvers that do not exist, files that are missing). It is called before a job of this study
        is planned.
    """

    def __init__(
        self,
        name: str,
        params: type[Params],
        category: str,
        about: str = "",
        *,
        results: str = "",
        figures: str = "",
        uses: Sequence[Study] = (),
        check: Callable[[Any], None] = lambda _: None,
    ) -> None:
        self.name = name
        self.params = params
        self.category = category
        self.about = about
        self.results = results or f"results/{name}"
        self.figures = figures or f"figures/{name}"
        self.uses = uses
        self.check = check
        self.module = ""  # set by `puzzlesat_studies.core.run.load_study`
        self.steps: dict[tuple[Kind, str], Step] = {}

    def rows(self, row: type[Row], name: str = "", **needs: Any) -> Callable[[Any], Step]:
        """Declare a function that returns rows: mappings, or instances of `row`."""
        return self._declare("rows", name, row=row, **needs)

    def table(self, row: type[Row], name: str = "", **needs: Any) -> Callable[[Any], Step]:
        """Declare a function that returns a table as a data frame with the columns of `row`."""
        return self._declare("table", name, row=row, **needs)

    def figure(self, name: str = "", **needs: Any) -> Callable[[Any], Step]:
        """Declare a function that returns a figure of matplotlib."""
        return self._declare("figure", name, **needs)

    def text(self, name: str, **needs: Any) -> Callable[[Any], Step]:
        """Declare a function that returns the text or bytes of the file NAME."""
        return self._declare("text", name, **needs)

    def _declare(self, kind: Kind, name: str, **arguments: Any) -> Callable[[Any], Step]:
        step_fields = {field.name for field in fields(Step)}

        def declare(function: Callable[..., Any]) -> Step:
            step_name = name or getattr(function, "__name__", "").replace("_", "-")
            options = {key: value for key, value in arguments.items() if key in step_fields}
            for option in options:
                if kind not in OBEYED_BY.get(option, [kind]):
                    kinds = " and ".join(OBEYED_BY[option])
                    raise TypeError(f"{self.name}: {step_name}: only {kinds} can have {option}")
            inputs = {key: value for key, value in arguments.items() if key not in step_fields}
            for key, source in inputs.items():
                if not isinstance(source, Files) and not callable(source):
                    raise TypeError(
                        f"{self.name}: {step_name}: {key} is no option, and no input either, which "
                        "is a step, Files or a function"
                    )
            step = Step(self, step_name, kind, function, inputs=inputs, **options)
            if (kind, step_name) in self.steps:
                raise ValueError(f"{self.name} has two steps {kind} {step_name}")
            self.steps[kind, step_name] = step
            return step

        return declare

    def outputs(self, config: Any) -> Iterator[str]:
        """Yield all files that the study makes, without optional ones."""
        for step in self.steps.values():
            if step.needed(config):
                yield from step.outputs(config)

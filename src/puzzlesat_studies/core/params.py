"""The configuration as pydantic models: names, types, limits, defaults and meanings of all keys.

A study declares its section of ``config.yaml`` as a subclass of `Params`. `config.yaml`,
``config/README.md`` and ``config/schema.json`` are made from these models by ``tools/pages.py``.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, Union, get_args, get_origin

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from puzzlesat.common.errors import InputError
from puzzlesat.sat.solver import check_solver

Item = TypeVar("Item")
Model = TypeVar("Model", bound=BaseModel)


class Params(BaseModel):
    """Keys of the configuration. Unknown keys are errors, and 1.0 is not a whole number."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    inline: ClassVar[bool] = False
    """Whether config.yaml shows the keys in one line, below the comment on all of them."""


def _no_duplicates(values: list[Any]) -> list[Any]:
    if any(value in values[:place] for place, value in enumerate(values)):
        raise ValueError("an item occurs twice")
    return values


Count = Annotated[int, Field(ge=1, le=10**9)]
N = Annotated[int, Field(ge=1, le=1000)]
K = Annotated[int, Field(ge=1, le=62)]
Seconds = Annotated[float, Field(gt=0, le=10**7)]
Text = Annotated[str, Field(min_length=1)]
Several = Annotated[list[Item], Field(min_length=1), AfterValidator(_no_duplicates)]
"""A list of at least one item, without duplicates."""


class Sample(Params):
    """A grid of cells (n, k), and the boards of each cell."""

    inline: ClassVar[bool] = True

    n_values: Several[N] = Field(description="Rows and columns of the boards.")
    k_values: Several[K] = Field(description="Numbers of colours.")
    boards: Count = Field(description="Boards of each (n, k).")

    @classmethod
    def of(cls, n_values: list[int], k_values: list[int], boards: int, **others: Any) -> Self:
        """Return a grid, with further keys of a subclass."""
        return cls(n_values=n_values, k_values=k_values, boards=boards, **others)


def check_solvers(names: list[str], limit: float | None, key: str) -> None:
    """Raise `InputError`, which names the key, unless all solvers exist and support the limit."""
    for name in names:
        try:
            check_solver(name, limit)
        except InputError as error:
            raise InputError(f"config: {key}: {error}") from None


def typed(value: Any, kind: Any) -> Any:
    """Return a part of a configuration with strings parsed as YAML where its type is not text.

    Snakemake passes the parts of a value of ``--config`` as strings. `kind` is the type: a model,
    or the annotation of a key.

    >>> typed({"n_values": ["4", "5"], "boards": "3"}, Sample)
    {'n_values': [4, 5], 'boards': 3}
    >>> typed(["null", "# moves"], list[str | None])
    [None, '# moves']
    """
    kinds = [*_kinds(kind)]
    match value:
        case dict():
            models = [each for each in kinds if _is_model(each)]
            fields = {
                part.alias or key: part
                for model in models
                for key, part in model.model_fields.items()
            }
            others = [get_args(each)[1] for each in kinds if get_origin(each) is dict]
            other = others[0] if others else Any
            return {
                key: typed(inner, fields[key].annotation if key in fields else other)
                for key, inner in value.items()
            }
        case list():
            inner = [get_args(each)[0] for each in kinds if get_origin(each) in (list, tuple)]
            return [typed(each, inner[0] if inner else Any) for each in value]
        case str() if any(each in (str, Any) or _has_text(each) for each in kinds):
            return None if value == "null" and NoneType in kinds else value
        case str():
            try:
                return yaml.safe_load(value)
            except (yaml.YAMLError, ValueError):  # ValueError for a number with too many digits
                return value
        case _:
            return value


def _kinds(kind: Any) -> Iterator[Any]:
    """Yield the types of which a type is the union."""
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _kinds(get_args(kind)[0])
    elif origin in (Union, UnionType):
        for part in get_args(kind):
            yield from _kinds(part)
    else:
        yield kind


def _has_text(kind: Any) -> bool:
    return get_origin(kind) is Literal and any(isinstance(one, str) for one in get_args(kind))


def merged(defaults: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the defaults with the given values, merged key by key at all depths."""
    whole = dict(defaults)
    for key, value in given.items():
        if isinstance(value, Mapping) and isinstance(whole.get(key), Mapping):
            whole[key] = merged(whole[key], value)
        else:
            whole[key] = value
    return whole


MAX_VALUES = 100_000
"""Maximum number of values in a configuration; a few YAML aliases can make billions."""


def check_size(config: Mapping[str, Any]) -> None:
    """Raise `InputError` if a configuration has more than `MAX_VALUES` values.

    >>> twice = ["x"]
    >>> for _ in range(50):
    ...     twice = [twice, twice]
    >>> check_size({"seed": twice})
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: config: more than 100,000 values, perhaps by YAML aliases
    """
    todo: list[Any] = [config]
    for _ in range(MAX_VALUES):
        if not todo:
            return
        match todo.pop():
            case dict(inner):
                todo += inner.values()
            case list(inner):
                todo += inner
    raise InputError(f"config: more than {MAX_VALUES:,} values, perhaps by YAML aliases")


def validated(model: type[Model], given: Mapping[str, Any]) -> Model:
    """Return a model of the configuration; raise `InputError` with a sentence that names the key.

    >>> class Thesis(Params):
    ...     boards: Count = 100
    >>> validated(Thesis, {"bords": 5})
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: config: unknown key 'bords'; did you mean 'boards'?
    >>> validated(Thesis, {"boards": 0})
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: config: boards is 0; it should be greater than or equal to 1
    """
    try:
        return model.model_validate(given)
    except ValidationError as error:
        found = error.errors()
    # An unknown key may be a missing one that is misspelt.
    first = min(found, key=lambda one: one["type"] != "extra_forbidden")
    raise InputError(f"config: {_sentence(model, first)}") from None


def _sentence(model: type[BaseModel], error: Any) -> str:
    """Return a sentence on an error of pydantic's, with the key and what is expected."""
    *within, last = path = [str(part) for part in error["loc"]]
    if error["type"] == "extra_forbidden":
        known = _keys(model, within)
        close = get_close_matches(last, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"known keys are {', '.join(known)}"
        return f"unknown key {_cut(last)}{f' in {_dotted(within)}' if within else ''}; {hint}"
    if error["type"] == "missing":
        return f"missing key {_dotted(path)}"
    if error["type"] == "value_error":
        reason = error["ctx"]["error"]
        return f"{_dotted(path)}: {reason}" if path else str(reason)
    wanted = error["msg"].removeprefix("Input ")
    return f"{_dotted(path)} is {_cut(error['input'])}; it {wanted}"


def _dotted(path: list[str]) -> str:
    return ".".join(path)


def _keys(model: type[BaseModel], path: list[str]) -> list[str]:
    """Return the keys of the model at a path, or none if the path leaves the models."""
    for key in path:
        if key.isdecimal():
            continue
        found = model.model_fields[key].annotation if key in model.model_fields else None
        inner = [one for one in (found, *getattr(found, "__args__", ())) if _is_model(one)]
        if not inner:
            return []
        model = inner[0]
    return [field.alias or name for name, field in model.model_fields.items()]


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _cut(value: Any) -> str:
    """Return Python's representation of a value, truncated."""
    if type(value) is int and value.bit_length() > 200:
        return "a number with too many digits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"

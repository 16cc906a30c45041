"""The configuration as pydantic models: names, types, limits, defaults and meanings of all keys.

A study declares its section of ``config/studies.yaml`` as a subclass of `Params`. This file is
made from these models by ``tools/pages.py``.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from puzzlesat.common.errors import InputError
from puzzlesat.sat.solver import check_solver

Element = TypeVar("Element")
Model = TypeVar("Model", bound=BaseModel)


class Params(BaseModel):
    """Keys of the configuration. Unknown keys are errors, and 1.0 is not a whole number."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    inline: ClassVar[bool] = False
    """Whether config/studies.yaml shows the keys in one line, below the comment on all of them."""


def _check_unique(values: list[Any]) -> list[Any]:
    if any(value in values[:index] for index, value in enumerate(values)):
        raise ValueError("an item occurs twice")
    return values


Count = Annotated[int, Field(ge=1, le=10**9)]
N = Annotated[int, Field(ge=1, le=1000)]
K = Annotated[int, Field(ge=1, le=62)]
Seconds = Annotated[float, Field(gt=0, le=10**7)]
Text = Annotated[str, Field(min_length=1)]
UniqueList = Annotated[list[Element], Field(min_length=1), AfterValidator(_check_unique)]
"""A list of at least one item, without duplicates."""


class Sample(Params):
    """A grid of points (n, k), and the number of boards at each point."""

    inline: ClassVar[bool] = True

    n_values: UniqueList[N] = Field(description="Rows and columns of the boards.")
    k_values: UniqueList[K] = Field(description="Numbers of colours.")
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


def parse_strings(value: Any, annotation: Any) -> Any:
    """Return a part of a configuration with strings parsed as YAML where its type is not text.

    Snakemake passes the parts of a value of ``--config`` as strings. `annotation` is the type: a
    model, or the annotation of a key.

    >>> parse_strings({"n_values": ["4", "5"], "boards": "3"}, Sample)
    {'n_values': [4, 5], 'boards': 3}
    >>> parse_strings(["null", "# moves"], list[str | None])
    [None, '# moves']
    """
    types = [*_union_members(annotation)]
    match value:
        case dict():
            models = [type_ for type_ in types if _is_model(type_)]
            fields = {key: info for model in models for key, info in model.model_fields.items()}
            value_types = [get_args(type_)[1] for type_ in types if get_origin(type_) is dict]
            value_type = value_types[0] if value_types else Any
            return {
                key: parse_strings(inner, fields[key].annotation if key in fields else value_type)
                for key, inner in value.items()
            }
        case list():
            item_types = [get_args(type_)[0] for type_ in types if get_origin(type_) is list]
            return [parse_strings(item, item_types[0] if item_types else Any) for item in value]
        case str() if any(type_ in (str, Any) or _is_text_literal(type_) for type_ in types):
            return None if value == "null" and NoneType in types else value
        case str():
            import yaml  # not needed by jobs

            try:
                return yaml.safe_load(value)
            except (yaml.YAMLError, ValueError):  # ValueError for a number with too many digits
                return value
        case _:
            return value


def _union_members(annotation: Any) -> Iterator[Any]:
    """Yield the types of which a type is the union."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _union_members(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for member in get_args(annotation):
            yield from _union_members(member)
    else:
        yield annotation


def _is_text_literal(annotation: Any) -> bool:
    return get_origin(annotation) is Literal and any(
        isinstance(value, str) for value in get_args(annotation)
    )


def merge(defaults: Mapping[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Return the defaults with the given values, merged key by key at all depths."""
    result = dict(defaults)
    for key, value in overrides.items():
        if isinstance(value, Mapping) and isinstance(result.get(key), Mapping):
            result[key] = merge(result[key], value)
        else:
            result[key] = value
    return result


def validate(model: type[Model], values: Mapping[str, Any]) -> Model:
    """Return a model of the configuration; raise `InputError` with a sentence that names the key.

    >>> class Thesis(Params):
    ...     boards: Count = 100
    >>> validate(Thesis, {"bords": 5})
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: config: unknown key 'bords'; did you mean 'boards'?
    >>> validate(Thesis, {"boards": 0})
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: config: boards is 0; it should be greater than or equal to 1
    """
    try:
        return model.model_validate(values)
    except ValidationError as error:
        errors = error.errors()
    # An unknown key may be a missing one that is misspelt.
    first_error = min(errors, key=lambda error_: error_["type"] != "extra_forbidden")
    raise InputError(f"config: {_error_sentence(model, first_error)}") from None


def _error_sentence(model: type[BaseModel], error: Any) -> str:
    """Return a sentence on an error of pydantic's, with the key and what is expected."""
    *parents, key = path = [str(part) for part in error["loc"]]
    if error["type"] == "extra_forbidden":
        known_keys = _keys_at(model, parents)
        similar = get_close_matches(key, known_keys, n=1, cutoff=0.7)
        if places := _sections_with(model, parents, key):
            hint = (
                f"it is a key of {' and of '.join(places[:3])}{' and others' * (len(places) > 3)}"
            )
        elif similar:
            hint = f"did you mean {similar[0]!r}?"
        else:
            hint = f"known keys are {', '.join(known_keys)}"
            if not parents and "studies" in known_keys:
                hint = f"list the file of a study of your own in studies; {hint}"
        return (
            f"unknown key {_short_repr(key)}{f' in {_dotted(parents)}' if parents else ''}; {hint}"
        )
    if error["type"] == "missing":
        return f"missing key {_dotted(path)}"
    if error["type"] == "value_error":
        reason = error["ctx"]["error"]
        return f"{_dotted(path)}: {reason}" if path else str(reason)
    requirement = REQUIREMENTS.get(error["type"], error["msg"].removeprefix("Input "))
    return f"{_dotted(path)} is {_short_repr(error['input'])}; it {requirement}"


REQUIREMENTS = {
    "too_short": "should have at least one item",
    "model_type": "should be a section of keys",
    "dict_type": "should be a section of keys",
    "bool_type": "should be true or false",
    "float_type": "should be a number",
    "string_too_short": "should not be empty",
    "list_type": "should be a list in brackets",
    "int_type": "should be a whole number",
    "string_type": "should be a text",
    "string_pattern_mismatch": "should be the path of a Python file, such as own.py",
}
"""What is required, by pydantic's types of errors whose messages speak of Python."""


def _dotted(path: list[str]) -> str:
    return ".".join(path)


def _sections_with(model: type[BaseModel], path: list[str], key: str) -> list[str]:
    """Return the sections below a path that have a key, at the smallest depth at which any has it.

    >>> class Wins(Params):
    ...     repeats: Count = 5
    >>> class Config(Params):
    ...     wins: Wins = Wins()
    >>> _sections_with(Config, [], "repeats")
    ['wins']
    """
    level = [[*path, name] for name in _keys_at(model, path)]
    while level:
        if found := [_dotted(place) for place in level if key in _keys_at(model, place)]:
            return found
        level = [[*place, name] for place in level for name in _keys_at(model, place)]
    return []


def _keys_at(model: type[BaseModel], path: list[str]) -> list[str]:
    """Return the keys of the model at a path, or none if the path leaves the models."""
    for key in path:
        if key.isdecimal():
            continue
        annotation = model.model_fields[key].annotation if key in model.model_fields else None
        models = [
            member
            for member in (annotation, *getattr(annotation, "__args__", ()))
            if _is_model(member)
        ]
        if not models:
            return []
        model = models[0]
    return [*model.model_fields]


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _short_repr(value: Any) -> str:
    """Return Python's representation of a value, truncated."""
    if type(value) is int and value.bit_length() > 200:
        return "a number with too many digits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"

"""Checking the configuration of the workflow, with messages that name the key to correct.

``config.schema.yaml``, next to this module, describes the settings that all studies share. The
folder of a study contains ``schema.yaml``, the schema of the study's section. For conditions that a
schema cannot express, the folder contains a module ``config`` with a function
``check(section, config)``.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml
from jsonschema.exceptions import best_match, by_relevance
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from puzzlesat.common.errors import InputError
from puzzlesat.common.schema import Validator, explain

MAX_VALUES = 100_000
"""Maximum number of values in a configuration."""


def check_size(config: Mapping[str, Any]) -> None:
    """Raise `InputError` if a configuration has more than `MAX_VALUES` values.

    A few YAML aliases can make a configuration too large to traverse.

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


def typed(value: Any) -> Any:
    """Return a configuration with its strings parsed as YAML, except those that become mappings.

    Snakemake passes the parts of a value of ``--config`` as strings. A string with a colon and
    a blank, which YAML reads as a mapping, may be a regular expression, so it is kept.

    >>> typed({"wins": {"repeats": "3", "clock": "solve", "n_values": ["4", "5"]}})
    {'wins': {'repeats': 3, 'clock': 'solve', 'n_values': [4, 5]}}
    >>> typed("moves: ([0-9]+)")
    'moves: ([0-9]+)'
    """
    match value:
        case dict():
            return {key: typed(inner) for key, inner in value.items()}
        case list():
            return [typed(inner) for inner in value]
        case str():
            try:
                read = yaml.safe_load(value)
            except (yaml.YAMLError, ValueError):  # ValueError for a number with too many digits
                return value
            return value if isinstance(read, dict) else read
        case _:
            return value


SOURCES = Path(__file__).parents[1]
SHARED = Path(__file__).with_name("config.schema.yaml")


def schema_of(study: str) -> Path:
    """Return the path of a study's schema; the only study of a puzzle has the puzzle's name."""
    inner = SOURCES / f"{study}/schema.yaml"
    return inner if inner.exists() else next(SOURCES.glob(f"*/{study}/schema.yaml"))


def program(study: str) -> str:
    """Return the arguments of ``python -m puzzlesat`` that select a study.

    >>> program("frontier"), program("minesweeper")
    ('floodit frontier', 'minesweeper')
    """
    return " ".join(schema_of(study).parent.relative_to(SOURCES).parts)


def check_shared(config: Mapping[str, Any], sections: Iterable[str]) -> None:
    """Check the settings that all studies share, and that each other key names one of the sections.

    Raise `InputError` with a sentence that names the wrong key and what is expected.
    """
    shared = _read(SHARED)
    others: dict[str, Any] = {key: {} for key in sections if key not in shared["properties"]}
    properties = shared["properties"] | others
    _check(config, shared | {"properties": properties, "required": [*properties]})


def check_study(config: Mapping[str, Any], study: str) -> None:
    """Check a study's section of the merged configuration with the study's schema and module.

    If a schema lists properties, all of them are required and no others are allowed. Raise
    `InputError` with a sentence that names the wrong key and what is expected.
    """
    schema = schema_of(study)
    _check(config[study], _read(schema), study)
    if schema.with_name("config.py").exists():
        parts = schema.parent.relative_to(SOURCES.parent).parts
        try:
            import_module(".".join((*parts, "config"))).check(config[study], config)
        except OSError as error:
            raise InputError(
                f"config: a path in {study} cannot be used: {error.strerror}"
            ) from None
        except InputError as error:  # from a check that commands also use
            sentence = str(error).removeprefix("config: ")
            where = "" if study in sentence else f"{study}: "
            raise InputError(f"config: {where}{sentence}") from None


def _check(config: Any, schema: Any, section: str = "") -> None:
    """Check a configuration, or a section with the given name, against a schema."""
    shared = Resource.from_contents(_read(SHARED), DRAFT202012)
    registry: Registry[Any] = Registry().with_resource(SHARED.name, shared)
    errors = Validator(schema, registry=registry).iter_errors(config)
    # An unknown key may be a missing one that is misspelt.
    error = best_match(errors, key=by_relevance(strong={"additionalProperties"}))
    if error is not None:
        raise InputError(f"config: {explain(error, section)}")


@cache
def _read(schema: Path) -> Any:
    return _strict(yaml.safe_load(schema.read_text(encoding="utf-8")))


def _strict(schema: Any) -> Any:
    """Return a schema in which all properties are required and no others are allowed."""
    if isinstance(schema, list):
        return [_strict(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {key: _strict(inner) for key, inner in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        strict |= {"required": list(schema["properties"]), "additionalProperties": False}
    return strict

"""Checking the configuration of the workflow, with an error that a person can act on."""

from collections.abc import Mapping
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.exceptions import best_match
from jsonschema.validators import extend

from puzzlesat.common.errors import InputError

Validator = extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine_many(
        {
            "integer": lambda _, value: type(value) is int,  # not 1.0, which is no range's end
            "number": lambda _, value: type(value) in (int, float) and isfinite(value),
        }
    ),
)
"""JSON Schema, but with numbers as Python needs them."""


def typed(value: Any) -> Any:
    """Return a configuration with every string read as YAML reads it.

    Snakemake hands over what stands inside a value of ``--config`` as strings.

    Examples
    --------
    >>> typed({"wins": {"repeats": "3", "clock": "solve", "n_values": ["4", "5"]}})
    {'wins': {'repeats': 3, 'clock': 'solve', 'n_values': [4, 5]}}
    """
    match value:
        case dict():
            return {key: typed(inner) for key, inner in value.items()}
        case list():
            return [typed(inner) for inner in value]
        case str():
            try:
                return yaml.safe_load(value)
            except yaml.YAMLError:
                return value
        case _:
            return value


def check(config: Mapping[str, Any], schema: str | Path) -> None:
    """Check a configuration against a JSON schema.

    Parameters
    ----------
    config : mapping
        The merged configuration.
    schema : path
        The schema, a YAML file.

    Raises
    ------
    InputError
        In one sentence: which key is wrong, and what would be right.
    """
    validator = Validator(yaml.safe_load(Path(schema).read_text(encoding="utf-8")))
    error = best_match(validator.iter_errors(config))
    if error is not None:
        raise InputError(f"config: {explain(error)}")


def explain(error: ValidationError) -> str:
    """Return a sentence that names the key and what it should be."""
    key = ".".join(str(part) for part in error.absolute_path)
    within = f" in {key}" if key else ""
    wanted: Any = error.validator_value
    schema: Any = error.schema
    given: Any = error.instance
    match error.validator:
        case "additionalProperties":
            known = schema["properties"]
            unknown = next(name for name in given if name not in known)
            close = get_close_matches(str(unknown), known, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(known)}"
            return f"unknown key {unknown!r}{within}{hint}"
        case "required":
            missing = next(name for name in wanted if name not in given)
            return f"the key {missing!r} is missing{within}"
        case "enum":
            return f"{key} is {given!r}, but should be one of " + ", ".join(wanted)
        case "type":
            types = wanted if isinstance(wanted, str) else " or ".join(wanted)
            return f"{key or 'it'} is {given!r}, but should be {types}"
        case "minimum" | "maximum" | "exclusiveMinimum":
            relation = {"minimum": "at least", "maximum": "at most", "exclusiveMinimum": "above"}
            bound = f"{relation[error.validator]} {wanted}"
            return f"{key} is {given!r}, but should be {bound}"
        case _:
            return f"{key}: {error.message}"

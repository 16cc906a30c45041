"""JSON Schema, with messages in one sentence that name the key to correct."""

from difflib import get_close_matches
from math import isfinite
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

Validator = extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine_many(
        {
            "integer": lambda _, value: type(value) is int,  # not 1.0, as range() refuses it
            "number": lambda _, value: (
                type(value) is int or (type(value) is float and isfinite(value))
            ),
        }
    ),
)
"""JSON Schema, except that 1.0 is not an integer, and numbers are finite."""

TYPES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "array": "a list",
    "object": "keys with values",
    "null": "null",
}
"""The name of each JSON Schema type in messages."""


def shown(value: Any, most: int = 60) -> str:
    """Return Python's representation of a value, truncated to the given length.

    >>> shown(["a", 1]), shown("9" * 5000, most=5)
    ("['a', 1]", "'9999…")
    """
    if type(value) is int and value.bit_length() > most:
        return "a number with too many digits"
    return cut(repr(value), most)


def cut(text: str, most: int) -> str:
    """Return a text, truncated to the given length."""
    return text if len(text) <= most else f"{text[:most]}…"


def explain(error: ValidationError, section: str = "") -> str:
    """Return a sentence that names the key and the expected value."""
    key = ".".join(str(part) for part in (*filter(None, [section]), *error.absolute_path))
    within = f" in {key}" if key else ""
    wanted: Any = error.validator_value
    schema: Any = error.schema
    instance: Any = error.instance
    given = shown(instance)
    match error.validator:
        case "additionalProperties":
            known = schema["properties"]
            unknown = next(name for name in instance if name not in known)
            close = get_close_matches(str(unknown), known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"known keys are {', '.join(known)}"
            return f"unknown key {shown(unknown)}{within}; {hint}"
        case "required":
            missing = next(name for name in wanted if name not in instance)
            return f"missing key {missing!r}{within}"
        case "enum":
            return f"{key} is {given}; choose from {', '.join(wanted)}"
        case "type":
            types = [wanted] if isinstance(wanted, str) else wanted
            return f"{key or 'it'} is {given}; expected {' or '.join(TYPES[x] for x in types)}"
        case "minimum" | "maximum" | "exclusiveMinimum":
            relation = {
                "minimum": "of at least",
                "maximum": "of at most",
                "exclusiveMinimum": "above",
            }
            return f"{key} is {given}; expected a number {relation[error.validator]} {wanted}"
        case _:
            return f"{key}: {cut(error.message, most=200)}"

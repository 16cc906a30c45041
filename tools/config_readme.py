"""Write config/README.md, the page on all configuration keys, from config.yaml and the schemas.

Run `python tools/config_readme.py`; a test compares the page with its sources.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from puzzlesat.common.errors import counted
from puzzlesat.common.files import atomic_write
from puzzlesat_studies.core.config import SHARED, TYPES, schema_of

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "config/README.md"

LONGEST = 90
"""Maximum length of a default that is shown."""

INTRODUCTION = """\
# Configuration

<!-- Made by tools/config_readme.py from config.yaml and the schemas: change it there. -->

`config.yaml`, in the parent folder, configures every study. With the tiny grids of
`config/smoke.yaml`, every target takes at most a few minutes. There are three ways to override
values:

- in your own file: `snakemake --configfile mine.yaml`;
- on the command line: `snakemake --config thesis='{samples: 1000}'`;
- in another workflow that uses this one as a module: through `config`, as shown below.

Only values that differ from the defaults are needed. Unknown keys and invalid values are errors,
and nothing runs before they are corrected. After a change, Snakemake rebuilds exactly the results
that depend on it. `snakemake` also writes the configuration of the run to `results/config.yaml`.

## In another workflow

The rules call the package puzzlesat. In Snakemake's environment, install the version that matches
the workflow: `pip install PATH`, where PATH is a clone of the repository, or
`pip install "puzzlesat @ git+URL@TAG"`. The module's Snakefile is `PATH/workflow/Snakefile`. If the
repository is on GitHub, it can also be given as
`github("OWNER/NAME", path="workflow/Snakefile", tag=TAG)`.

```python
module puzzlesat:
    snakefile: "PATH/workflow/Snakefile"
    config: config
    prefix: "puzzlesat"    # results are in puzzlesat/results, figures in puzzlesat/figures

use rule * from puzzlesat as puzzlesat_*
```

## For all studies
"""


@cache
def read(path: Path) -> Any:
    """Return the content of a YAML file."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def resolved(schema: dict[str, Any], home: Path) -> tuple[dict[str, Any], Path]:
    """Return a schema with its references resolved, and the file that contains it."""
    for part in schema.get("allOf", []):
        schema = schema | part
    while "$ref" in schema:
        file, _, inside = schema["$ref"].partition("#/$defs/")
        other = SHARED if file else home
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        schema, home = read(other)["$defs"][inside] | rest, other
    return schema, home


def limits(schema: dict[str, Any]) -> str:
    """Return the limits of a number in words."""
    if "minimum" in schema and "maximum" in schema:
        return f" from {schema['minimum']} to {schema['maximum']}"
    bounds = {"minimum": "of at least", "exclusiveMinimum": "above", "maximum": "at most"}
    parts = [f"{word} {schema[key]}" for key, word in bounds.items() if key in schema]
    return f" {' and '.join(parts)}" if parts else ""


def values(schema: dict[str, Any], home: Path) -> str:
    """Return the allowed values of a schema in words."""
    schema, home = resolved(schema, home)
    if "enum" in schema:
        return "one of " + ", ".join(f"`{name}`" for name in schema["enum"])
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    match types[0]:
        case "array":
            few, most = schema.get("minItems", 0), schema.get("maxItems")
            words = f"a list of {few} items" if few and few == most else "a list"
            if few and few != most:
                words += f" of at least {counted(few, 'item')}"
            item = values(schema["items"], home)
            words += f", each with {item}" if item.startswith("keys") else f", each {item}"
            words += ", without duplicates" if schema.get("uniqueItems") else ""
        case "object" if "properties" in schema:
            words = "keys " + ", ".join(f"`{key}`" for key in schema["properties"])
        case "object":
            value = values(schema["additionalProperties"], home)
            words = f"names of your choice, each with {value}"
        case kind:
            words = TYPES[kind] + limits(schema)
    return words + "".join(f" or {TYPES[kind]}" for kind in types[1:])


def comments() -> dict[tuple[str, ...], list[str]]:
    """Return the lines of the comment above each key of config.yaml, by the key's path."""
    text = (ROOT / "config.yaml").read_text(encoding="utf-8")
    lines = text.splitlines()

    def visit(node: yaml.Node, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                yield (*path, key.value), key.start_mark.line
                yield from visit(value, (*path, key.value))

    found = {}
    for path, number in visit(yaml.compose(text), ()):
        indent = "  " * (len(path) - 1)
        if not lines[number].startswith(f"{indent}{path[-1]}:"):
            continue  # a key in braces
        first = number
        while lines[first - 1].startswith(f"{indent}#"):
            first -= 1
        found[path] = [line[len(indent) + 1 :].removeprefix(" ") for line in lines[first:number]]
    return found


def markdown(lines: list[str], indent: str) -> str:
    """Return a comment as Markdown; indented lines are an example."""
    blocks: list[list[str]] = []
    for line in lines:
        if not blocks or (blocks[-1][0][0] == " ") != (line[0] == " "):
            blocks.append([])
        blocks[-1].append(line)
    texts = [
        "\n".join(f"{indent}    {line}" for line in block)
        if block[0][0] == " "
        else ("" if number == 0 else indent) + re.sub(r"([*<])", r"\\\1", " ".join(block))
        for number, block in enumerate(blocks)
    ]
    return "\n\n".join(texts)


def shown(default: Any) -> str:
    """Return a sentence with the default of a key, or "" if the default is too long."""
    text = yaml.safe_dump(default, default_flow_style=True, width=10**6).split("\n")[0]
    return f" Default: `{text}`." if len(text) <= LONGEST else ""


def entries(
    schema: dict[str, Any],
    home: Path,
    path: tuple[str, ...],
    default: Any,
    meanings: dict[tuple[str, ...], list[str]],
) -> Iterator[str]:
    """Yield an item of the page for a key, and for each key below it."""
    schema, home = resolved(schema, home)
    name = ".".join(path[1:] or path)
    meaning = meanings.get(path) or schema.get("description", "").split("\n")
    if not meaning[0]:
        raise LookupError(f"neither config.yaml nor a schema explains {'.'.join(path)}")
    text = f"- **`{name}`**: {markdown(meaning, '  ')}"
    text += ("\n\n  " if "\n" in text else " ") + f"*Value: {values(schema, home)}."
    if schema.get("type") != "object" and default is not ...:
        text += shown(default)
    yield f"{text}*"
    inner, within = schema, path
    while inner.get("type") == "array":
        inner, home = resolved(inner["items"], home)
        within, default = (*within[:-1], f"{within[-1]}[]"), ...
    if inner.get("additionalProperties"):
        inner, home = resolved(inner["additionalProperties"], home)
        within, default = (*within, "NAME"), ...
    for key, part in inner.get("properties", {}).items():
        value = default[key] if isinstance(default, dict) else ...
        yield from entries(part, home, (*within, key), value, meanings)


def page() -> str:
    """Return the text of the page."""
    config, meanings = read(ROOT / "config.yaml"), comments()
    parts = [INTRODUCTION]
    for key, schema in read(SHARED)["properties"].items():
        [text] = entries(schema, SHARED, (key,), config[key], meanings)
        parts.append(f"{text}\n")
    for key in [key for key in config if key not in read(SHARED)["properties"]]:
        home = schema_of(key)
        parts.append(f"## `{key}`\n\n{markdown(meanings[key,], '')}\n")
        for inner, part in read(home)["properties"].items():
            parts += [
                f"{x}\n" for x in entries(part, home, (key, inner), config[key][inner], meanings)
            ]
    return "\n".join(parts)


if __name__ == "__main__":
    with atomic_write(PAGE) as file:
        file.write(page())

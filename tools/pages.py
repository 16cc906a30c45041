"""Write config/studies.yaml and the pages on keys and columns, from the models of all studies.

`python tools/pages.py` writes config/studies.yaml and config/README.md; a test compares them with
the models. `make docs` writes the page on columns, and config/schema.json for editors, to the site.
"""

import json
import re
import sys
import textwrap
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write
from puzzlesat_studies import MODULES
from puzzlesat_studies.core.columns import meaning
from puzzlesat_studies.core.params import Params
from puzzlesat_studies.core.run import load_study
from puzzlesat_studies.core.study import Row, Step
from puzzlesat_studies.core.workflow import Shared, config_model
from puzzlesat_studies.floodit import thesis
from puzzlesat_studies.floodit.boards import SampledBoard

ROOT = Path(__file__).parents[1]

STUDIES = [load_study(module) for module in MODULES]
MODEL = config_model(STUDIES)

MAX_DEFAULT_LENGTH = 90
"""Maximum length of a default that is shown in a page."""

CONFIG = """\
# The sections of all studies except the thesis, which config.yaml configures, with their defaults.
# tools/pages.py writes this file from the models of the studies. Any key can be changed here, in a
# file (--configfile) or on the command line (--config growth='{chunk: 10}').
"""

README = """\
# Configuration

<!-- Made by tools/pages.py from the models of the studies: change them there. -->

`config.yaml`, in the parent folder, configures the thesis's experiments, and `config/studies.yaml`
all other studies. With the tiny grids of `config/smoke.yaml`, every target takes at most a few
minutes. There are three ways to override values:

- in your own file: `snakemake --configfile mine.yaml`;
- on the command line: `snakemake --config thesis='{boards: 1000}'`;
- in another workflow that uses this one as a module: through `config`, as shown below.

Only values that differ from the defaults are needed. Unknown keys and invalid values are errors,
and nothing runs before they are corrected. After a change, Snakemake rebuilds exactly the results
that depend on it. `snakemake` also writes the configuration of the run to `results/config.yaml`.
Editors that know JSON Schema complete and check the keys by
`site/html/config/schema.json`, which `make docs` writes.

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

DATA = """\
# Columns of the tables

<!-- Made by tools/pages.py from the models of the studies: change them there. -->

All tables are CSV files in UTF-8 with a header. (seed, n, k, board) identifies a board of n×n
fields and k colours. The fields of a board are written row by row, with rows joined by `/`, and a
symbol `0`–`9`, `a`–`z` or `A`–`Z` for each colour. Times are seconds of CPU time unless noted. An
empty cell is a missing value. The summaries of full runs are in `reference/STUDY`, with the same
columns as in `results/STUDY`.
"""


def one_line(value: Any) -> str:
    """Return a value as YAML in one line.

    >>> one_line([{"n": 4, "k": None}]), one_line("a: b")
    ("[{n: 4, k: null}]", "'a: b'")
    """
    text: str = yaml.safe_dump(_whole(value), default_flow_style=True, width=10**6, sort_keys=False)
    return text.removesuffix("\n").removesuffix("\n...")


def _whole(value: Any) -> Any:
    """Return a value with 60 instead of 60.0."""
    match value:
        case dict():
            return {key: _whole(inner) for key, inner in value.items()}
        case list():
            return [_whole(inner) for inner in value]
        case float() if value.is_integer():
            return int(value)
        case _:
            return value


def comment(text: str, indent: str) -> Iterator[str]:
    """Yield the lines of a comment; indented lines are an example, and are kept."""
    for paragraph in re.split(r"\n(?= )|(?<=\n)(?=\S)", text):
        if paragraph.startswith(" "):
            yield f"{indent}# {paragraph.rstrip()}"
        else:
            lead = f"{indent}# "
            yield from textwrap.wrap(
                paragraph, 100, initial_indent=lead, subsequent_indent=lead,
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip


def config_lines(model: Params, indent: str = "", leave_out: Collection[str] = ()) -> Iterator[str]:
    """Yield the lines of config/studies.yaml for the keys of a model."""
    for name, info in type(model).model_fields.items():
        if name in leave_out:
            continue
        value = getattr(model, name)
        if isinstance(value, Params) and not type(value).model_fields:
            continue
        yield from comment(info.description or "", indent)
        key_text, default = f"{indent}{name}:", model.model_dump(include={name})[name]
        text = f"{key_text} {one_line(default)}"
        is_short = len(text) <= 100
        if isinstance(value, Params) and not (indent and value.inline and is_short):
            yield from (key_text, *config_lines(value, indent + "  "))
        elif is_short or not isinstance(default, list):
            yield text
        else:
            yield from (key_text, *(f"{indent}  - {one_line(item)}" for item in default))
        if not indent:
            yield ""


def config_text() -> str:
    """Return the text of config/studies.yaml."""
    model = config_model(study for study in STUDIES if study.name != "thesis")
    kept = Shared.model_fields.keys() - {"studies"}
    return CONFIG + "\n" + "\n".join(config_lines(model(), leave_out=kept)).rstrip() + "\n"


def schema_text() -> str:
    """Return the JSON schema of the configuration, in which no key is required."""

    def optional(schema: Any) -> Any:
        if isinstance(schema, dict):
            return {key: optional(part) for key, part in schema.items() if key != "required"}
        return [optional(part) for part in schema] if isinstance(schema, list) else schema

    schema = optional(MODEL.model_json_schema())
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


TYPE_NAMES = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "null": "null",
}
"""The name of each type of JSON Schema."""

LIMIT_SYMBOLS = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "exclusiveMaximum": "<"}


def resolved(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a schema, or the definition to which it refers."""
    while "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    return schema


def in_words(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """Return the values that a schema allows, in words."""
    schema = resolved(schema, definitions)
    if "anyOf" in schema:
        return " or ".join(in_words(part, definitions) for part in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        names = schema.get("enum", [schema.get("const")])
        return "one of " + ", ".join(f"`{name}`" for name in names)
    if "properties" in schema:
        return "keys " + ", ".join(f"`{key}`" for key in schema["properties"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"a list of {len(schema['prefixItems'])} values"
        case "array":
            item_text = in_words(schema["items"], definitions)
            return f"a list, each {'with ' if item_text.startswith('keys') else ''}{item_text}"
        case "object":
            patterns = iter(schema.get("patternProperties", {}).values())
            inner = schema.get("additionalProperties") or next(patterns)
            return f"names of your choice, each with {in_words(inner, definitions)}"
        case type_:
            limits = [
                f"{word} {schema[key]:,}" for key, word in LIMIT_SYMBOLS.items() if key in schema
            ]
            return TYPE_NAMES[type_] + (f" {' and '.join(limits)}" if limits else "")


DESCRIPTION_PATTERN = r"((?:[^\n]|\n(?! ))*)((?:\n .*)*)\n?((?:.|\n)*)"
"""An explanation, an example of indented lines if there is one, and what follows it."""


def readme_entries(
    schema: Mapping[str, Any], path: str, values: Any, definitions: Mapping[str, Any]
) -> Iterator[str]:
    """Yield an item of config/README.md for each key of a schema, and for each key below it."""
    for name, part in schema["properties"].items():
        inner = resolved(part, definitions)
        while inner.get("type") == "array":
            inner = resolved(inner["items"], definitions)
        text = part.get("description", "").strip()
        if not text:
            raise InputError(
                f"the key {path}{name} is not explained; write Field(…, description=…)"
            )
        first, example, last = re.fullmatch(DESCRIPTION_PATTERN, text).groups()
        details = f"\n\n{textwrap.indent(example[1:], '    ')}" if example else ""
        details += f"\n\n  {last}" if last else ""
        value = values.get(name) if isinstance(values, dict) else None
        default = one_line(value)
        has_default = (
            isinstance(values, dict)
            and len(default) <= MAX_DEFAULT_LENGTH
            and "properties" not in inner
        )
        explanation = re.sub(r"([*<])", r"\\\1", " ".join(first.split()))
        yield (
            f"- **`{path}{name}`**: {explanation}{details}"
            + ("\n\n  " if details else " ")
            + f"*Value: {in_words(part, definitions)}."
            + (f" Default: `{default}`." if has_default else "")
            + "*\n"
        )
        if "properties" in inner:
            separator = "[]." if part.get("type") == "array" else "."
            yield from readme_entries(inner, f"{path}{name}{separator}", value, definitions)


def readme_text() -> str:
    """Return the text of config/README.md."""
    schema = MODEL.model_json_schema()
    definitions, values = schema.get("$defs", {}), MODEL().model_dump()
    parts = [README]
    shared = {"properties": {key: schema["properties"][key] for key in Shared.model_fields}}
    parts += readme_entries(shared, "", values, definitions)
    for study in STUDIES:
        inner = resolved(schema["properties"][study.name], definitions)
        if not study.params.model_fields:
            continue
        parts.append(f"## `{study.name}`\n\n{study.about}\n")
        parts += readme_entries(inner, "", values[study.name], definitions)
    return "\n".join(parts)


def section(title: str, summary: str, row: type[Row]) -> str:
    """Return the section of the page on columns on a kind of file."""
    lines = [f"## {title}\n\n{summary}\n\n| column | meaning |\n|---|---|"]
    lines += [f"| {name} | {meaning(row, name)} |" for name in row.model_fields]
    return "\n".join(lines) + "\n"


def pattern(step: Step) -> str:
    """Return the pattern of the files of a step."""
    if step.items is None:
        return step.path
    depth = {item.name.count("/") for item in step.items(MODEL())} or {0}
    return f"{step.stem}/" + "/".join(["*"] * (1 + min(depth))) + ".csv"


def data_text() -> str:
    """Return the text of the page on columns, docs/data.md of the site."""
    parts = [
        DATA,
        section(
            "results/boards/*/*.csv", "The boards of a sample (`floodit sample`).", SampledBoard
        ),
    ]
    for path, row in thesis.TABLES.items():
        parts.append(section(path, " ".join((row.__doc__ or "").split()), row))
    for study in STUDIES:
        for step in study.steps.values():
            if step.row is not None:
                about = " ".join((step.row.__doc__ or "").split("\n\n")[0].split())
                parts.append(section(pattern(step), about, step.row))
    return "\n".join(parts)


PAGES: dict[str, Callable[[], str]] = {
    "config/studies.yaml": config_text,
    "config/README.md": readme_text,
}
"""The files in the repository."""

if __name__ == "__main__":
    try:
        pages = {name: make() for name, make in PAGES.items()}
    except InputError as error:
        sys.exit(f"tools/pages.py: {error}")
    for name, text in pages.items():
        with atomic_write(ROOT / name) as file:
            file.write(text)

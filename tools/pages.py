"""Write config/studies.yaml and the page on columns, from the models of all studies.

`python tools/pages.py` writes config/studies.yaml; a test compares it with the models. `make docs`
writes the page on columns to the site.
"""

import re
import sys
import textwrap
from collections.abc import Collection, Iterator
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

CONFIG = """\
# The sections of all studies except the thesis, which config.yaml configures, with their defaults.
# tools/pages.py writes this file from the models of the studies. Any key can be changed here, in a
# file (--configfile) or on the command line (--config growth='{chunk: 10}').
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
        if not info.description:
            raise InputError(f"the key {name} is not explained; write Field(…, description=…)")
        yield from comment(info.description, indent)
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


if __name__ == "__main__":
    try:
        text = config_text()
    except InputError as error:
        sys.exit(f"tools/pages.py: {error}")
    with atomic_write(ROOT / "config/studies.yaml") as file:
        file.write(text)

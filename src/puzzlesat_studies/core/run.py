"""Run a step of a study: read its inputs, call its function, and write its output."""

from __future__ import annotations

import csv
import inspect
import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import NoneType
from typing import Any

from pydantic import create_model

from puzzlesat.common.command import progress
from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write
from puzzlesat_studies.core.params import Params, validated
from puzzlesat_studies.core.study import (
    Files,
    Kind,
    Row,
    Step,
    Study,
    keyword_only,
    read_frame,
    read_models,
)


def load(module: str) -> Study:
    """Return the study of a module of this package, such as ``floodit.hardness``."""
    study: Study = import_module(f"puzzlesat_studies.{module}").STUDY
    study.module = module
    return study


def params_file(study: Study) -> str:
    """Return the path of the file with a study's parameters."""
    return f"results/{study.name}/params.json"


def prefix_of(params: str, study: Study) -> str:
    """Return what precedes the path of a study's parameters: the prefix of all files of a module.

    >>> prefix_of("flooding/results/hardness/params.json", load("floodit.hardness"))
    'flooding/'
    """
    usual = params_file(study)
    return params.removesuffix(usual) if params.endswith(f"/{usual}") else ""


def partial_config(path: str | Path, study: Study) -> Any:
    """Return the configuration in a file that the workflow wrote for one study."""
    given = json.loads(Path(path).read_text(encoding="utf-8"))
    kinds: dict[str, Any] = dict.fromkeys(given, (Any, ...))
    kinds |= {each.name: (each.params, ...) for each in (study, *study.uses)}
    return validated(create_model("Config", __base__=Params, **kinds), given)


def run(
    step: Step,
    config: Any,
    item: str,
    inputs: Mapping[str, Sequence[str]],
    outputs: Sequence[str],
    beside: str = "",
    prefix: str = "",
) -> None:
    """Run a step, and write its output to each path, in the format of the path's ending.

    Rows are written to one path, while they are measured.

    `inputs` are the paths of the input files, by name. Those that are missing are the ones of the
    configuration, below a prefix such as ``flooding/``.
    """
    if step.kind == "rows" and len(outputs) > 1:
        raise InputError(f"rows are written to one file, but -o names {len(outputs)}")
    chosen = step.item(config, item)
    files = {
        name: Files([_below(prefix, path) for path in given.paths], given.row)
        for name, given in step.read(config, chosen).items()
    }
    for name, paths in inputs.items():
        files[name] = Files(paths, files[name].row if name in files else None)
    values: dict[str, Any] = step.values(config, chosen)
    arguments = {name: _read(step.kind, given) for name, given in files.items()}
    wanted = {name: values[name] for name in values if name in keyword_only(step.make)}
    if beside:
        wanted["beside"] = Path(beside)
        if step.beside == "/":
            wanted["beside"].mkdir(parents=True, exist_ok=True)
    made = step.make(**arguments, **wanted)
    match step.kind:
        case "rows":
            write_models(progress(made, unit="row"), step.row, outputs[0])
        case "table":
            from puzzlesat_studies.core.tables import write_table

            frame = made[list(step.row.model_fields)]  # type: ignore[union-attr]
            shown = None
            if step.display is not None:
                display = step.resolved(step.display)
                shown = display(frame, **_chosen(display, values))
            whole = [x for x, types in step.row.columns().items() if types == {int, NoneType}]  # type: ignore[union-attr]
            # pandas makes floats, which would lose digits, of integers with missing values
            frame = frame.astype(dict.fromkeys(whole, "Int64"))
            write_table(frame, outputs, shown, words(step.title, values), words(step.note, values))
        case "figure":
            from puzzlesat_studies.core import style

            style.save(made, outputs)
        case "text":
            for path in outputs:
                with atomic_write(path, binary=isinstance(made, bytes)) as file:
                    file.write(made)


def _below(prefix: str, path: str) -> str:
    return path if Path(path).is_absolute() else f"{prefix}{path}"


def _chosen(function: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: values[name] for name in inspect.signature(function).parameters if name in values}


def words(text: Any, values: Mapping[str, Any]) -> str:
    """Return a title or note, which may be a function of keys of the configuration."""
    return text(**_chosen(text, values)) if callable(text) else text


def _read(kind: Kind, files: Files) -> Any:
    if files.row is None:
        return [Path(path) for path in files.paths]
    return (read_models if kind == "rows" else read_frame)(files.paths, files.row)


def write_models(rows: Iterable[Any], row: type[Row] | None, path: str | Path) -> None:
    """Write rows one by one to a CSV file; a mapping is converted to a `row` first.

    The column ``host``, if there is one, is the name of this machine unless a mapping has it.
    """
    assert row is not None
    here = {"host": platform.node()} if "host" in row.model_fields else {}
    with atomic_write(path) as file:
        writer = csv.DictWriter(file, list(row.model_fields), lineterminator="\n")
        writer.writeheader()
        for each in rows:
            made = each if isinstance(each, row) else row(**here | each)
            writer.writerow(made.model_dump())

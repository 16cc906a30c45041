"""Run a step of a study: read its inputs, call its function, and write its output."""

from __future__ import annotations

import csv
import inspect
import platform
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, NoneType
from typing import Any

from pydantic import ValidationError

from puzzlesat.common.command import progress
from puzzlesat.common.errors import InputError, error_in_file
from puzzlesat.common.files import atomic_write
from puzzlesat_studies.core.study import (
    Files,
    Kind,
    Row,
    Step,
    Study,
    keyword_only,
    module_name,
    read_frame,
    read_models,
)
from puzzlesat_studies.core.tables import write_table


def load_study(module: str) -> Study:
    """Return the study of a module of this package, or of a Python file elsewhere.

    A module is given by its name in the package, such as ``floodit.growth``, and a file by its
    path, which ends in ``.py``.
    """
    if "/" in module and not module.endswith(".py"):
        raise InputError(f"config: studies: {module} is no path of a Python file, such as mine.py")
    is_file = module.endswith(".py")
    loaded_module = _load_file(module) if is_file else import_module(module_name(module))
    study: Study = loaded_module.STUDY
    study.module = module
    return study


def _load_file(path: str) -> ModuleType:
    name = module_name(path)
    if name not in sys.modules:
        spec = spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[name] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
            is_study = isinstance(getattr(module, "STUDY", None), Study)
            fault = "" if is_study else "it declares no STUDY"
        except OSError as error:
            fault = f"{error.strerror}"
        except ModuleNotFoundError as error:
            fault = f"{error}; a study of your own is one file, without modules next to it"
        except Exception as error:  # whatever the file does when it is executed
            fault = error_in_file(error, spec.origin or path)
        if fault:
            del sys.modules[name]
            raise InputError(f"config: studies: {path}: {fault}")
    return sys.modules[name]


def run(
    step: Step,
    values: Mapping[str, Any],
    inputs: Mapping[str, Files],
    outputs: Sequence[str | Path],
    extra_output: str = "",
) -> None:
    """Run a step, and write its output to each path, in the format of the path's ending.

    Rows are written to one path, while they are measured.

    Parameters
    ----------
    step : Step
        The step.
    values : mapping
        The values of the step's keys (`Step.values`).
    inputs : mapping
        The input files by the names of the function's positional parameters.
    outputs : sequence of paths
        The files to write.
    extra_output : str
        The path of the other output of an item, if it has one.
    """
    arguments = {name: _read_input(step.kind, source) for name, source in inputs.items()}
    keywords = {name: values[name] for name in values if name in keyword_only(step.make)}
    if extra_output:
        keywords["extra_output"] = Path(extra_output)
        if step.extra_output == "/":
            keywords["extra_output"].mkdir(parents=True, exist_ok=True)
    output = step.make(**arguments, **keywords)
    match step.kind:
        case "rows":
            write_models(progress(output, unit="row"), step.row, outputs[0])
        case "table":
            columns = step.row.columns()  # type: ignore[union-attr]
            frame = _declared_columns(step, output, [*columns])
            displayed = None
            if step.display is not None:
                displayed = step.display(frame, **_accepted_values(step.display, values))
            integers = [column for column, types in columns.items() if types == {int, NoneType}]
            # pandas makes floats, which would lose digits, of integers with missing values
            frame = frame.astype(dict.fromkeys(integers, "Int64"))
            write_table(
                frame,
                outputs,
                displayed,
                resolve_text(step.title, values),
                resolve_text(step.note, values),
            )
        case "figure":
            from puzzlesat_studies.core import style

            style.save(output, outputs)
        case "text":
            for path in outputs:
                with atomic_write(path, binary=isinstance(output, bytes)) as file:
                    file.write(output)


def _declared_columns(step: Step, frame: Any, columns: list[str]) -> Any:
    missing = [column for column in columns if column not in frame]
    if missing:
        raise InputError(
            f"{step.study.name}: the table {step.name} lacks {', '.join(missing)}; its columns "
            f"should be {', '.join(columns)}"
        )
    return frame[columns]


def _accepted_values(function: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: values[name] for name in inspect.signature(function).parameters if name in values}


def resolve_text(text: Any, values: Mapping[str, Any]) -> str:
    """Return a title or note, which may be a function of keys of the configuration."""
    return text(**_accepted_values(text, values)) if callable(text) else text


def _read_input(kind: Kind, files: Files) -> Any:
    if files.row is None:
        return [Path(path) for path in files.paths]
    return (read_models if kind == "rows" else read_frame)(files.paths, files.row)


def write_models(rows: Iterable[Any], row: type[Row] | None, path: str | Path) -> None:
    """Write rows one by one to a CSV file; a mapping is converted to a `row` first.

    The column ``host``, if there is one, is the name of this machine unless a mapping has it.
    """
    assert row is not None
    defaults = {"host": platform.node()} if "host" in row.model_fields else {}
    with atomic_write(path) as file:
        writer = csv.DictWriter(file, list(row.model_fields), lineterminator="\n")
        writer.writeheader()
        for values in rows:
            model = values if isinstance(values, row) else _to_model(row, defaults | values)
            writer.writerow(model.model_dump())


def _to_model(row: type[Row], values: Mapping[str, Any]) -> Row:
    try:
        return row(**values)
    except ValidationError as error:
        first_error = error.errors()[0]
        raise InputError(
            f"{row.__name__}: {'.'.join(map(str, first_error['loc']))}: {first_error['msg']}; "
            f"the columns are {', '.join(row.model_fields)}"
        ) from None

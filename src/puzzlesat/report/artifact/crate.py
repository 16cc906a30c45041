"""The description of an artifact as a research object: an RO-Crate, ``ro-crate-metadata.json``.

It follows the profile Workflow Run Crate 0.5 (https://w3id.org/ro/wfrun/workflow/0.5): the workflow
is the main entity, and each study is an execution of it that has used a configuration and made
files. Libraries that few users need write and validate it: `rocrate` and `roc-validator`.
"""

import json
import mimetypes
import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write
from puzzlesat.report.artifact.archive import SUMS
from puzzlesat.report.artifact.jobs import interval, moment
from puzzlesat.report.artifact.record import (
    CODE,
    CONFIG,
    FIGURES,
    JOB_LIST,
    RESULTS,
    Commit,
    Record,
    machine,
    software,
)

METADATA = "ro-crate-metadata.json"
GUIDE = "REPRODUCE.md"
WORKFLOW = f"{CODE}/Snakefile"
LOCK = f"{CODE}/requirements.lock"

VERSION = "1.1"
"""The version of RO-Crate that the profiles below are written for."""

PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": ("Process Run Crate", "0.5"),
    "https://w3id.org/ro/wfrun/workflow/0.5": ("Workflow Run Crate", "0.5"),
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": ("Workflow RO-Crate", "1.0"),
}

PROFILE = "workflow-run-crate"
"""The name that the validator has for the profile; those that it extends are checked with it."""

BIOSCHEMAS = {
    "ComputationalWorkflow": "https://bioschemas.org/ComputationalWorkflow",
    "FormalParameter": "https://bioschemas.org/FormalParameter",
    "input": "https://bioschemas.org/ComputationalWorkflow#input",
    "output": "https://bioschemas.org/ComputationalWorkflow#output",
}
"""The terms that mean something else in version 1.1 than in the one that `rocrate` brings along."""

KINDS = {".md": "text/markdown", ".yaml": "application/yaml", ".csv": "text/csv"} | {
    ".lock": "text/plain",
    ".tex": "text/x-tex",
}
"""Kinds of files of which not every system knows the name."""


def write_metadata(folder: Path, commit: Commit) -> None:
    """Describe an artifact whose other files are there."""
    with atomic_write(folder / METADATA) as file:
        file.write(json.dumps(described(Record(folder), commit), indent=1, ensure_ascii=False))
        file.write("\n")


def described(record: Record, commit: Commit) -> dict[str, Any]:
    """Return the description of an artifact, as JSON-LD.

    Parameters
    ----------
    record : Record
        The run that it holds.
    commit : Commit
        What its code is.
    """
    from rocrate.rocrate import ROCrate

    crate = ROCrate(version=VERSION)
    authors = _add_authors(crate, record)
    workflow = _add_workflow(crate, record, commit, authors)
    _add_files(crate, record)
    _add_parameters(crate, workflow)
    runs = [_add_run(crate, record, study, workflow, authors) for study in record.studies]
    _fill_root(crate, record, commit, authors, runs)
    return ordered(crate.metadata.generate())


def ordered(metadata: dict[str, Any]) -> dict[str, Any]:
    """Return a description with its entities in order, and no list of one thing."""

    def single(value: Any) -> Any:
        return value[0] if isinstance(value, list) and len(value) == 1 else value

    graph = [{key: single(value) for key, value in entity.items()} for entity in metadata["@graph"]]
    return metadata | {
        "@graph": sorted(graph, key=lambda entity: (entity["@id"] != METADATA, entity["@id"]))
    }


def _add_authors(crate: Any, record: Record) -> list[Any]:
    return [
        _add(crate, f"#author-{number}", _author(author))
        for number, author in enumerate(record.citation["authors"], start=1)
    ]


def _author(author: dict[str, str]) -> dict[str, str]:
    """Return a person or an entity of a CITATION.cff as RO-Crate names it."""
    if "name" in author:
        return {"@type": "Organization", "name": author["name"]}
    named = {"givenName": author.get("given-names", ""), "familyName": author["family-names"]}
    return {"@type": "Person", "name": " ".join(filter(None, named.values()))} | named


def _add_workflow(crate: Any, record: Record, commit: Commit, authors: list[Any]) -> Any:
    versions = {k: v for x in record.environments.values() for k, v in software(x).items()}
    workflow = crate.add_workflow(
        dest_path=WORKFLOW,
        main=True,
        lang="snakemake",
        lang_version=versions.get("snakemake"),
        properties={
            "name": record.citation["title"],
            "version": record.citation["version"],
            "description": "The workflow that makes all figures and tables from nothing.",
            "encodingFormat": "text/plain",
            "dateModified": moment(commit.seconds),
            "sdPublisher": authors,
            "creator": authors,
        },
    )
    workflow["conformsTo"] = {
        "@id": "https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE"
    }
    workflow["license"] = _license(crate, record)
    workflow["softwareRequirements"] = [
        _add(crate, *_application(name, version)) for name, version in sorted(versions.items())
    ]
    return workflow


def _license(crate: Any, record: Record) -> Any:
    name = record.citation["license"]
    properties = {"@type": "CreativeWork", "name": name, "identifier": name}
    return _add(
        crate,
        f"https://spdx.org/licenses/{name}",
        properties | {"description": f"The licence {name}, whose text is {CODE}/LICENSE."},
    )


def _application(name: str, version: str) -> tuple[str, dict[str, str]]:
    at = "https://www.python.org/" if name == "python" else f"https://pypi.org/project/{name}/"
    return at, {
        "@type": "SoftwareApplication",
        "name": name,
        "url": at,
        "softwareVersion": version,
    }


def _add_files(crate: Any, record: Record) -> None:
    """Add what is read by itself as files, and raw rows and code as folders."""
    for name, words in (
        (CODE, "The code as it was committed"),
        (RESULTS, "All that the run has made but figures"),
        (FIGURES, "The figures"),
    ):
        if (record.folder / name).is_dir():
            _add_folder(crate, name, words)
    for name, words in (
        (GUIDE, "How to reproduce the results"),
        (SUMS, "The SHA-256 of every other file"),
        (JOB_LIST, "The jobs of the run, and how long each took"),
        (LOCK, "The versions of all software"),
        (f"{CODE}/LICENSE", "The licence"),
    ):
        _add_file(crate, record, name, words)
    crate.get(GUIDE)["about"] = crate.root_dataset
    for study in record.studies:
        for name in shown(record.of(study)):
            _add_file(crate, record, name, f"{PurePosixPath(name).name} of the study {study}")
        for name in folders(record.of(study)):
            _add_folder(crate, name, f"Rows of the study {study}: {PurePosixPath(name).name}")
    if (record.folder / CONFIG).is_file():
        _add_file(crate, record, CONFIG, "The configuration of the run")


def shown(names: list[str]) -> list[str]:
    """Return the files of a study that are read by themselves: tables, figures, its record.

    Examples
    --------
    >>> shown(["results/audit/fit.csv", "results/audit/minima/n4.csv", "figures/bounds.pdf"])
    ['results/audit/fit.csv', 'figures/bounds.pdf']
    """
    return [name for name in names if name.count("/") < 3 and not folders([name])]


def folders(names: list[str]) -> list[str]:
    """Return the folders of raw rows in a study's folder.

    Examples
    --------
    >>> folders(["results/audit/fit.csv", "results/audit/minima/n4.csv"])
    ['results/audit/minima']
    """
    parts = (PurePosixPath(name).parts for name in names)
    return sorted({"/".join(x[:3]) for x in parts if len(x) > 3})


def _add_file(crate: Any, record: Record, name: str, words: str) -> Any:
    from rocrate.model.file import File

    kind = KINDS.get(PurePosixPath(name).suffix) or mimetypes.guess_type(name)[0] or "text/plain"
    properties = {"name": words, "description": f"{words}.", "encodingFormat": kind}
    path = record.folder / name
    if path.is_file():  # checksums are taken in the end, of the description as well
        properties["contentSize"] = str(path.stat().st_size)
    return crate.add(File(crate, dest_path=name, properties=properties))


def _add_folder(crate: Any, name: str, words: str) -> Any:
    from rocrate.model.dataset import Dataset

    properties = {"name": words, "description": f"{words}."}
    return crate.add(Dataset(crate, dest_path=name, properties=properties))


def _add_parameters(crate: Any, workflow: Any) -> None:
    """Say what the workflow takes and makes, and what that was in this run."""
    for key, name, kind, at in (
        ("input", "configfile", "File", CONFIG),
        ("output", "results", "Dataset", f"{RESULTS}/"),
        ("output", "figures", "Dataset", f"{FIGURES}/"),
    ):
        example = crate.get(at)
        if example:
            properties = {"@type": "FormalParameter", "name": name, "additionalType": kind}
            workflow.append_to(key, _add(crate, f"#{name}", properties | {"workExample": example}))
            example["exampleOfWork"] = crate.get(f"#{name}")


def _add_run(crate: Any, record: Record, study: str, workflow: Any, authors: list[Any]) -> Any:
    """Add the execution of the workflow that made a study's files."""
    environment = record.environments.get(study, {})
    words = f"snakemake {'all' if study == 'thesis' else study}"
    if environment:
        words += f", on {machine(environment)}"
    made = record.of(study)
    properties = {
        "@type": "CreateAction",
        "name": f"The run of the study {study}",
        "description": words,
        "instrument": workflow,
        "agent": authors[0],
        "object": [x for x in (crate.get(CONFIG), crate.get(LOCK)) if x],
        "result": [crate.get(x) for x in [*shown(made), *(f"{x}/" for x in folders(made))]],
        "actionStatus": "http://schema.org/CompletedActionStatus",
    } | dict(_times(record, study))
    run = _add(crate, f"#run-{study}", properties)
    if environment:
        crate.get(f"{RESULTS}/{study}/environment.json")["about"] = run
    return run


def _times(record: Record, study: str) -> Iterator[tuple[str, str]]:
    intervals = [interval(row) for row in record.jobs_of(study)]
    if intervals:
        yield "startTime", moment(min(begin for begin, _ in intervals))
        yield "endTime", moment(max(end for _, end in intervals))
    elif study in record.environments:
        yield "endTime", record.environments[study]["date"]


def _fill_root(
    crate: Any, record: Record, commit: Commit, authors: list[Any], runs: list[Any]
) -> None:
    root = crate.root_dataset
    title, version = record.citation["title"], record.citation["version"]
    root["name"] = f"{title}: code and results"
    root["description"] = (
        f"{title}, version {version}, commit {commit.name}: the code, what a run of it has made, "
        f"and how to make that again. Begin with {GUIDE}."
    )
    root["datePublished"] = moment(max(commit.seconds, record.last))
    root["license"] = _license(crate, record)
    root["author"] = root["publisher"] = authors
    root["identifier"] = commit.name
    root["mentions"] = runs
    root["conformsTo"] = [
        _add(crate, at, {"@type": "CreativeWork", "name": name, "version": version})
        for at, (name, version) in PROFILES.items()
    ]


def _add(crate: Any, at: str, properties: dict[str, Any]) -> Any:
    """Return what is described at a place, which is described now if it was not yet.

    What it refers to is given as that itself; the library writes where that is.
    """
    from rocrate.model.contextentity import ContextEntity

    if not crate.get(at):
        entity = crate.add(ContextEntity(crate, at, properties={"@type": properties["@type"]}))
        for key, value in properties.items():
            if key != "@type":
                entity[key] = value
    return crate.get(at)


def faults(folder: Path, severity: str = "REQUIRED") -> list[str]:
    """Return what a validator finds wrong with the description of an artifact.

    What the description's terms mean is taken from `rocrate` instead of the addresses that it
    names, so that no network is needed.

    Parameters
    ----------
    folder : Path
        The artifact.
    severity : str
        ``REQUIRED``, or ``RECOMMENDED`` for what the profiles merely advise as well.

    Raises
    ------
    InputError
        If the description is missing, is no JSON, or has no entities.
    """
    os.environ.setdefault("ROCRATE_VALIDATOR_AUTO_WARM", "0")  # it would ask the network
    from rocrate.vocabs import RO_CRATE
    from rocrate_validator.errors import ROCValidatorError
    from rocrate_validator.models import ValidationSettings
    from rocrate_validator.services import validate

    path = folder / METADATA
    if not path.is_file():
        raise InputError(f"{METADATA} is missing")
    try:
        metadata = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{METADATA} is no JSON: {error}") from None
    graph = metadata.get("@graph") if isinstance(metadata, dict) else None
    if not isinstance(graph, list) or not all(isinstance(entity, dict) for entity in graph):
        raise InputError(f"{METADATA}: expected an object with a list of objects, @graph")
    metadata["@context"] = RO_CRATE["@context"] | BIOSCHEMAS
    settings = ValidationSettings(
        rocrate_uri=None,
        metadata_dict=metadata,
        package_root=folder.resolve(),
        profile_identifier=PROFILE,
        requirement_severity=severity,
    )
    try:
        result = validate(settings)
    except ROCValidatorError as error:  # it stumbles where a value is of another kind
        raise InputError(f"{METADATA} cannot be validated: {error}") from None
    return sorted({str(issue.message) for issue in result.get_issues()})

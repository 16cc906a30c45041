"""Write codemeta.json, CodeMeta 3.0 metadata, from CITATION.cff and pyproject.toml.

Run `python tools/codemeta.py`; a test compares the file with its sources.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

import yaml

from puzzlesat.common.files import atomic_write

ROOT = Path(__file__).parents[1]
CODEMETA = ROOT / "codemeta.json"

SCHEMA_TYPES = {"thesis": "Thesis", "report": "Report", "blog": "BlogPosting"}
"""The schema.org type of each type of reference."""


def agent_record(entry: dict[str, str]) -> dict[str, str]:
    """Return the record of a person or an organization in CITATION.cff."""
    if "name" in entry:
        return {"@type": "Organization", "name": entry["name"]}
    names = {"givenName": entry["given-names"], "familyName": entry["family-names"]}
    return {"@type": "Person", **names}


def work_record(reference: dict[str, Any]) -> dict[str, Any]:
    """Return the record of a reference in CITATION.cff."""
    record: dict[str, Any] = {
        "@type": SCHEMA_TYPES[reference["type"]],
        "name": reference["title"],
        "author": [agent_record(author) for author in reference["authors"]],
    }
    if "year" in reference:
        record["datePublished"] = str(reference["year"])
    if "institution" in reference:
        record["sourceOrganization"] = agent_record(reference["institution"])
    return record


def codemeta() -> str:
    """Return the text of codemeta.json."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    record = {
        "@context": "https://w3id.org/codemeta/3.0",
        "@type": "SoftwareSourceCode",
        "name": citation["title"],
        "identifier": project["name"],
        "description": citation["abstract"],
        "version": citation["version"],
        "license": f"https://spdx.org/licenses/{citation['license']}",
        "author": [agent_record(author) for author in citation["authors"]],
        "keywords": citation["keywords"],
        "programmingLanguage": "Python",
        "runtimePlatform": f"Python {project['requires-python']}",
        "softwareRequirements": project["dependencies"],
        "citation": [work_record(reference) for reference in citation["references"]],
    }
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    with atomic_write(CODEMETA) as file:
        file.write(codemeta())

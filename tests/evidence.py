"""Folders of verified evidence, for the tests that tamper with them."""

import hashlib
import json
import os

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.proofs.bundle import MANIFEST
from tests.programs import script


def manifest(folder):
    return json.loads((folder / MANIFEST).read_text())


def write_manifest(folder, content):
    (folder / MANIFEST).write_text(json.dumps(content))


def edit_manifest(folder, **fields):
    write_manifest(folder, manifest(folder) | fields)


def sign(folder, *names):
    """Update the sizes and checksums of files in the manifest."""
    content = manifest(folder)
    for name in names:
        taken = (folder / name).read_bytes()
        digest = hashlib.sha256(taken).hexdigest()
        content["files"][name] = {"bytes": len(taken), "sha256": digest}
    write_manifest(folder, content)


def rewrite(folder, name, text):
    """Write another text to a file, with its checksum in the manifest."""
    (folder / name).write_text(text)
    sign(folder, name)


def refused(verify, folder, message):
    """Assert that a verifier rejects a folder, with a message that names it."""
    with pytest.raises(InputError, match=message) as caught:
        verify(folder)
    assert str(folder) in str(caught.value)


def fake(folder, monkeypatch, program, text):
    """Replace a program on the PATH by a shell script."""
    folder.mkdir()
    script(folder / program, text)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

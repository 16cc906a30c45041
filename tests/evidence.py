"""Folders of verified evidence, for the tests that tamper with them."""

import hashlib
import json
import os

from puzzlesat.proofs.bundle import MANIFEST


def manifest(folder):
    return json.loads((folder / MANIFEST).read_text())


def write_manifest(folder, content):
    (folder / MANIFEST).write_text(json.dumps(content))


def sign(folder, *names):
    """Let the manifest name files as they are now."""
    content = manifest(folder)
    for name in names:
        taken = (folder / name).read_bytes()
        digest = hashlib.sha256(taken).hexdigest()
        content["files"][name] = {"bytes": len(taken), "sha256": digest}
    write_manifest(folder, content)


def fake(folder, monkeypatch, program, script):
    """Have a program on the PATH do something else."""
    folder.mkdir()
    (folder / program).write_text(f"#!/bin/sh\n{script}\n")
    (folder / program).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

"""Folders of verified evidence, for the tests that tamper with them."""

import hashlib
import json

from puzzlesat.sat.evidence import MANIFEST


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

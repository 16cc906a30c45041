"""The modules of the pages, by TypeScript's checker for JavaScript."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"

FAULTS = {
    "TS2304": "an unknown name",
    "TS2305": "an import that the module does not export",
    "TS2307": "a module that does not exist",
    "TS2448": "a variable that is used before its declaration",
    "TS2552": "an unknown name",
    "TS2588": "a constant that is assigned",
    "TS2614": "an import that the module does not export",
    "TS6133": "a name that is never read",
    "TS6192": "imports that are never used",
}

UNKNOWN = "declare class DecompressionStream { constructor(format: string); }\n"
"""What TypeScript 4.8, of Debian, does not know of browsers."""


def faults(folder, modules):
    """Return the lines in which the checker finds one of the faults."""
    compiler = shutil.which("tsc")
    if compiler is None:
        pytest.skip("there is no TypeScript (Debian: apt-get install node-typescript)")
    (folder / "browser.d.ts").write_text(UNKNOWN)
    options = {
        **{"allowJs": True, "checkJs": True, "noEmit": True, "target": "es2022"},
        **{"module": "es2022", "moduleResolution": "node", "lib": ["es2022", "dom", "webworker"]},
        **{"noUnusedLocals": True, "noUnusedParameters": True, "skipLibCheck": True},
        **{"baseUrl": str(WEB), "paths": {"#js/*": ["js/*"]}, "types": []},
    }
    files = [str(folder / "browser.d.ts"), *map(str, modules)]
    project = folder / "tsconfig.json"
    project.write_text(json.dumps({"compilerOptions": options, "files": files}))
    done = subprocess.run([compiler, "-p", project], capture_output=True, text=True, check=False)
    assert "error TS5" not in done.stdout, done.stdout  # of the options themselves
    return [
        line for line in done.stdout.splitlines() if set(re.findall(r"TS\d+", line)) & {*FAULTS}
    ]


def test_names_are_known_and_used(tmp_path):
    assert faults(tmp_path, sorted((WEB / "js").rglob("*.js"))) == []


def test_each_kind_of_fault_is_found(tmp_path):
    path = tmp_path / "faulty.js"
    path.write_text(
        'import { nosuch } from "#js/words.js";\nimport "#js/nosuch.js";\nconst unread = 1;\n'
        "console.log(undefinedName);\nexport const kept = 1;\nkept = 2;\n"
    )
    assert len(faults(tmp_path, [path])) >= 5

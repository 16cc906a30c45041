"""Write the versions of requirements.lock into conda's environments; ``make lock`` runs it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENVIRONMENTS = (ROOT / "environment.yml", ROOT / "workflow/envs/puzzlesat.yaml")
PINNED = r"(?m)^( *- |)([\w.-]+)==([^\s;]+)"


def locked(text: str) -> str:
    """Return the text of an environment with the versions of requirements.lock."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    versions = {name: version for _, name, version in re.findall(PINNED, lock)}
    return re.sub(PINNED, lambda match: f"{match[1]}{match[2]}=={versions[match[2]]}", text)


if __name__ == "__main__":
    for path in ENVIRONMENTS:
        path.write_text(locked(path.read_text(encoding="utf-8")), encoding="utf-8")

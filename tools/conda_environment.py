"""Write workflow/envs/puzzlesat.yaml, the environment for ``--sdm conda``, from requirements.lock.

Snakemake copies the file before conda reads it, so it cannot refer to requirements.lock. Snakemake
creates the environment again when the file changes, so it must contain all versions. ``make lock``
runs this program.
"""

from pathlib import Path

ROOT = Path(__file__).parents[1]
ENVIRONMENT_FILE = ROOT / "workflow/envs/puzzlesat.yaml"

HEAD = """\
# Made by tools/conda_environment.py from requirements.lock: change it there.
# The libraries alone; puzzlesat.post-deploy.sh adds the commands of this folder.
channels:
  - conda-forge
dependencies:
  - python=3.11
  - cxx-compiler
  - pip
  - pip:
"""


def environment_text() -> str:
    """Return the text of the environment file."""
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    return HEAD + "".join(f"      - {line}\n" for line in locked if not line.startswith("#"))


if __name__ == "__main__":
    ENVIRONMENT_FILE.write_text(environment_text(), encoding="utf-8")

"""Write workflow/envs/puzzlesat.yaml, which Snakemake makes with ``--sdm conda``, from the lock.

Snakemake copies the file before conda reads it, so that it cannot refer to requirements.lock; and
makes the environment anew when the file has changed, so that all versions have to stand in it.
``make lock`` runs this.
"""

from pathlib import Path

ROOT = Path(__file__).parents[1]
MADE = ROOT / "workflow/envs/puzzlesat.yaml"

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


def environment() -> str:
    """Return the text of the file."""
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    return HEAD + "".join(f"      - {line}\n" for line in locked if not line.startswith("#"))


if __name__ == "__main__":
    MADE.write_text(environment(), encoding="utf-8")

"""Run the steps of the Dockerfile without Docker, in a temporary folder.

`make image` runs this program, which takes some minutes. A new environment of this Python replaces
the base image, and folders below a temporary one replace those of the container. At the end, the
image's command draws a figure of the smoke configuration.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
FIGURE = "figures/bounds.pdf"


def steps(text: str) -> list[tuple[str, str]]:
    """Return the instructions of a Dockerfile, each with its arguments."""
    lines = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", text)).splitlines()
    return [
        (name, arguments) for name, _, arguments in (line.partition(" ") for line in lines) if name
    ]


def copy_tracked_files(folder: Path) -> None:
    """Copy the files under version control to a folder."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True)
    for name in tracked.stdout.decode().split("\0")[:-1]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name, follow_symlinks=False)


def main() -> None:
    """Run the steps of the Dockerfile."""
    with TemporaryDirectory() as name:
        root = Path(name)
        venv.create(root / "python", with_pip=True)
        environment = {key: os.environ[key] for key in os.environ if key.startswith("PIP_")}
        environment |= {"PATH": f"{root}/python/bin:/usr/bin:/bin", "HOME": str(root)}
        folder, entry = root, []
        for step, arguments in steps((ROOT / "Dockerfile").read_text(encoding="utf-8")):
            print(step, arguments, flush=True)
            match step:
                case "FROM":
                    assert arguments.startswith("python:3."), arguments
                case "WORKDIR":
                    folder = root / arguments.lstrip("/")
                    folder.mkdir()
                case "COPY":
                    assert arguments == ". .", arguments
                    copy_tracked_files(folder)
                case "RUN":
                    subprocess.run(arguments, shell=True, cwd=folder, env=environment, check=True)
                case "ENV":
                    values = dict(word.split("=", 1) for word in shlex.split(arguments))
                    environment |= {
                        key: re.sub("^/", f"{root}/", value) for key, value in values.items()
                    }
                case "ENTRYPOINT":
                    entry = [
                        re.sub(r"^/(?=puzzlesat)", f"{root}/", word)
                        for word in json.loads(arguments)
                    ]
                case "CMD":
                    smoke = [FIGURE, "--configfile", f"{root}/puzzlesat/config/smoke.yaml"]
                    command = [*entry, *json.loads(arguments), *smoke]
                    subprocess.run(command, cwd=folder, env=environment, check=True)
                case _:
                    sys.exit(f"Dockerfile: unknown instruction {step}")
        assert (folder / FIGURE).stat().st_size > 1000
        print(f"{FIGURE} was made")


if __name__ == "__main__":
    main()

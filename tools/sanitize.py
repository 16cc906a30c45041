"""Run the engine's tests under AddressSanitizer and UndefinedBehaviorSanitizer.

The instrumented engine is built in ``build/sanitize`` and replaces the installed one in the tests'
process (see ``tests/conftest.py``). It fails if the compiler lacks the sanitizers' libraries.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nanobind

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "sanitize"
TESTS = [
    "tests/floodit/test_pdr.py",
    "tests/floodit/test_beams.py::test_search_is_deterministic",
    "tests/flowfree/test_direct.py",
    "tests/flowfree/test_generate.py",
    "tests/minesweeper/test_finish.py",
    "tests/test_interface.py",
    "tests/test_pictures.py::test_a_turned_picture_is_to_be_straightened",
]


def runtime_library(compiler: str, name: str) -> str | None:
    """Return the path of a library of the compiler, or None if it does not exist."""
    command = [compiler, f"-print-file-name={name}"]
    path = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return path if Path(path).is_absolute() and Path(path).exists() else None


def main() -> int:
    """Build the engine and run the tests; return their exit status."""
    compiler = shutil.which(os.environ.get("CXX", "c++")) or shutil.which("g++")
    libraries = [
        compiler and runtime_library(compiler, name) for name in ("libasan.so", "libstdc++.so.6")
    ]
    if sys.platform != "linux" or not all(libraries):
        print("the sanitizers need Linux and g++ with libasan")
        return 1
    configure = [
        *("cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja"),
        *("-DENGINE_SANITIZE=ON", "-DENGINE_HOOKS=ON", "-D", f"Python_EXECUTABLE={sys.executable}"),
        *("-D", f"nanobind_DIR={nanobind.cmake_dir()}", "--log-level=WARNING"),
    ]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", BUILD, "--target", "_engine", "--", "--quiet"], check=True)
    [engine] = BUILD.glob("_engine.*.so")
    environment = os.environ | {
        "LD_PRELOAD": " ".join(map(str, libraries)),
        # Python does not free all memory at exit, and pytest would discard reports on stderr.
        "ASAN_OPTIONS": f"detect_leaks=0:log_path={BUILD / 'report'}",
        "UBSAN_OPTIONS": f"print_stacktrace=1:log_path={BUILD / 'report'}",
        "PUZZLESAT_ENGINE": str(engine),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *TESTS]
    for report in BUILD.glob("report.*"):
        report.unlink()
    status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    for report in BUILD.glob("report.*"):
        print(report.read_text())
        status = status or 1
    return status


if __name__ == "__main__":
    sys.exit(main())

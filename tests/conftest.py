"""What several tests need."""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import puzzlesat

if path := os.environ.get("PUZZLESAT_ENGINE"):  # tools/sanitize.py tests an engine of its own
    spec = importlib.util.spec_from_file_location("puzzlesat._engine", path)
    puzzlesat._engine = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(puzzlesat._engine)

# Who is started in the background by a shell ignores Ctrl-C, and so does all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it, and so do all its children


def pytest_make_parametrize_id(val):
    """Name tests after short texts alone: not after whole files, nor after bytes with a date."""
    if isinstance(val, bytes):
        return f"{len(val)} bytes"
    return f"{val[:40]}…" if isinstance(val, str) and len(val) > 200 else None


SLOW = tuple(
    line
    for line in (Path(__file__).parent / "slow.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
)
"""How the names of slow tests begin."""


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in item.fixturenames:
            item.add_marker("browser")
            item.add_marker(pytest.mark.xdist_group("browser"))
        name = item.nodeid.partition("[")[0]
        if name in SLOW or name.startswith(tuple(x for x in SLOW if x.endswith(("/", ".py")))):
            item.add_marker("slow")


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """A Chromium without a window. Its console is read with ``browser.get_log("browser")``."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and driver):
        pytest.skip("there is no Chromium (Debian: apt-get install chromium chromium-driver)")
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in (
        *("headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-sync"),
        *("disable-background-networking", "disable-component-update", "disable-dev-shm-usage"),
        *("window-size=1500,1100", "proxy-server=127.0.0.1:9"),  # whatever asks the network fails
        f"user-data-dir={tmp_path_factory.mktemp('chromium')}",
    ):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    try:
        running = webdriver.Chrome(options, webdriver.ChromeService(driver))
    except WebDriverException as error:
        pytest.skip(f"Chromium does not start: {error.msg}")
    yield running
    running.quit()


def compiled(program, sources, tmp_path_factory):
    """Return the folder of a program made of its sources, None if it is on the PATH already."""
    given = Path(__file__).parents[2] / "shared/tools" / program
    if shutil.which(program):
        return None
    if not given.is_dir() or not shutil.which("gcc"):
        pytest.skip(f"{program} is not on the PATH, nor are its sources and gcc there")
    folder = tmp_path_factory.mktemp(program)
    subprocess.run(
        ["gcc", "-O2", *(str(given / name) for name in sources), "-o", str(folder / program)],
        check=True,
        capture_output=True,
    )
    return folder


def on_path(folder):
    """Yield when what is in a folder is on the PATH."""
    with pytest.MonkeyPatch.context() as patch:
        if folder:
            patch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        yield


@pytest.fixture(scope="session")
def cake_lpr(tmp_path_factory):
    """The verified checker on the PATH."""
    yield from on_path(compiled("cake_lpr", ["basis_ffi.c", "cake_lpr.S"], tmp_path_factory))


@pytest.fixture(scope="session")
def drat_trim_folder(tmp_path_factory):
    """The folder of drat-trim, if it is not on the PATH."""
    return compiled("drat-trim", ["drat-trim.c"], tmp_path_factory)


@pytest.fixture(scope="module")
def drat_trim(drat_trim_folder):
    """The program that makes LRAT of a solver's proof, on the PATH for tests that ask for it."""
    yield from on_path(drat_trim_folder)

"""Fixtures and options of all tests."""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from hypothesis import HealthCheck, settings

import puzzlesat

if path := os.environ.get("PUZZLESAT_ENGINE"):  # tools/sanitize.py builds another engine
    spec = importlib.util.spec_from_file_location("puzzlesat._engine", path)
    puzzlesat._engine = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(puzzlesat._engine)

# A program that a shell starts in the background ignores Ctrl-C, and so do its child processes.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored under nohup

# The same examples in each run, however slow the machine is.
settings.register_profile(
    "tests", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tests")


def pytest_make_parametrize_id(val):
    """Keep long texts, and bytes that may contain a date, out of the names of tests."""
    if isinstance(val, bytes):
        return f"{len(val)} bytes"
    return f"{val[:40]}…" if isinstance(val, str) and len(val) > 200 else None


SLOW = tuple(
    line
    for line in (Path(__file__).parent / "slow.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
)
"""The names of slow tests, files and folders."""


def group(item):
    """Return the name of the group of tests that run on one process, to share a fixture."""
    if "browser" in item.fixturenames:
        return "browser"
    module = item.nodeid.partition("::")[0]
    known = getattr(item, "_fixtureinfo", None)
    made = known.name2fixturedefs.values() if known else ()
    return module if any((x.scope, x.baseid) == ("module", module) for *_, x in made) else None


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in item.fixturenames:
            item.add_marker("browser")
        if item.get_closest_marker("xdist_group") is None and (name := group(item)):
            item.add_marker(pytest.mark.xdist_group(name))
        name = item.nodeid.partition("[")[0]
        if name in SLOW or name.startswith(tuple(x for x in SLOW if x.endswith(("/", ".py")))):
            item.add_marker("slow")
    # Groups first: a group runs on one process, so a long one that begins late prolongs the run.
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)


def chromium(profile):
    """Return a Chromium without a window. Every wait ends before the driver is given up."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in (
        *("headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-sync"),
        *("disable-background-networking", "disable-component-update", "disable-dev-shm-usage"),
        *("window-size=1500,1100", "proxy-server=127.0.0.1:9"),  # no access to the network
        f"user-data-dir={profile}",
    ):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    running = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    running.set_script_timeout(60)
    running.set_page_load_timeout(60)
    running.command_executor.client_config.timeout = 90  # it is 120 s, less than Chromium's 300
    return running


@pytest.fixture(scope="session")
def browsers(tmp_path_factory):
    """A list with the running Chromium, if any."""
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        pytest.skip("there is no Chromium (Debian: apt-get install chromium chromium-driver)")
    running = []
    yield running
    for each in running:
        each.quit()


@pytest.fixture
def browser(browsers, tmp_path_factory):
    """The Chromium, or a new one if it no longer answers.

    Its console is read with ``browser.get_log("browser")``.
    """
    from selenium.common.exceptions import WebDriverException
    from urllib3.exceptions import HTTPError

    try:
        for each in browsers:
            each.get("about:blank")
    except (WebDriverException, HTTPError):
        with suppress(psutil.Error):
            driver = psutil.Process(browsers.pop().service.process.pid)
            for process in (*driver.children(recursive=True), driver):
                process.kill()
    if not browsers:
        try:
            browsers.append(chromium(tmp_path_factory.mktemp("chromium")))
        except WebDriverException as error:
            pytest.skip(f"Chromium does not start: {error.msg}")
    return browsers[0]


def compiled(program, sources, tmp_path_factory):
    """Return None if the program is on the PATH; otherwise compile it and return its folder.

    The sources may be in a folder next to the repository, which need not exist.
    """
    given = Path(__file__).parents[2] / "shared/tools" / program
    if shutil.which(program):
        return None
    if not given.is_dir() or not shutil.which("gcc"):
        pytest.skip(f"{program} is not on the PATH, and its sources or gcc are missing")
    folder = tmp_path_factory.mktemp(program)
    subprocess.run(
        ["gcc", "-O2", *(str(given / name) for name in sources), "-o", str(folder / program)],
        check=True,
        capture_output=True,
    )
    return folder


def on_path(folder):
    """Put a folder, if given, on the PATH during the test."""
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
    """The folder of drat-trim, or None if it is on the PATH."""
    return compiled("drat-trim", ["drat-trim.c"], tmp_path_factory)


@pytest.fixture(scope="module")
def drat_trim(drat_trim_folder):
    """The program that converts a solver's proof to LRAT, on the PATH."""
    yield from on_path(drat_trim_folder)


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a text, or puzzles as rows, to a file, and returns its path."""

    def write(*puzzles, name="given.txt"):
        path = tmp_path / name
        if isinstance(puzzles[0], bytes):
            path.write_bytes(puzzles[0])
        else:
            texts = [x if isinstance(x, str) else "".join(f"{row}\n" for row in x) for x in puzzles]
            path.write_text("\n".join(texts), newline="")
        return path

    return write

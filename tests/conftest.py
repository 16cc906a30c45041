"""What several tests need."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

# Who is started in the background by a shell ignores Ctrl-C, and so does all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_make_parametrize_id(val):
    """Name tests after short texts alone: not after whole files, nor after bytes with a date."""
    if isinstance(val, bytes):
        return f"{len(val)} bytes"
    return f"{val[:40]}…" if isinstance(val, str) and len(val) > 200 else None


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


@pytest.fixture(scope="session")
def cake_lpr(tmp_path_factory):
    """The verified checker on the PATH: the one that is there, or one made of its sources."""
    sources = Path(__file__).parents[2] / "shared/tools/cake_lpr"
    if shutil.which("cake_lpr"):
        yield
        return
    if not sources.is_dir() or not shutil.which("gcc"):
        pytest.skip("cake_lpr is not on the PATH, nor are its sources and gcc there")
    folder = tmp_path_factory.mktemp("cake_lpr")
    files = [str(sources / name) for name in ("basis_ffi.c", "cake_lpr.S")]
    subprocess.run(
        ["gcc", "-O2", "-std=c99", *files, "-o", str(folder / "cake_lpr")],
        check=True,
        capture_output=True,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        yield

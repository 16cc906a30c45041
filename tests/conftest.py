"""What several tests need."""

import shutil
import signal

import pytest

# Who is started in the background by a shell ignores Ctrl-C, and so does all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


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

"""c_sweep in a real browser, through Voila and JupyterLab: drag, keys, Play; nothing leaves the machine."""

import json
import os
import sys
import time
from pathlib import Path
from urllib.parse import urlparse

import nbformat
import pytest
from test_lab import RUN_ALL

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PICTURE = "img.widget-image, img.jupyter-widgets.widget-image"
SHOTS = os.environ.get("LECTUREKIT_SHOTS")  # where to leave screenshots for a look


@pytest.fixture
def notebook(tmp_path):
    cell = nbformat.v4.new_code_cell("import lecturekit as lk\n\nlk.explore.c_sweep()")
    path = tmp_path / "sweep.ipynb"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata={"kernelspec": kernel}), path)
    return path


@pytest.fixture
def own_settings(tmp_path):
    names = ("_CONFIG", "_DATA", "_RUNTIME", "LAB_SETTINGS", "LAB_WORKSPACES")
    return os.environ | {f"JUPYTER{name}_DIR": str(tmp_path / name) for name in names}


def wait_until(check, seconds=60):
    """Wait for something true, and return it."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = check()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"waited {seconds} s in vain for {check}")


class Page:
    """What a hand does on the explorer's page, and what an eye sees."""

    def __init__(self, browser):
        from selenium.webdriver.common.by import By

        self.browser, self.css = browser, By.CSS_SELECTOR
        wait_until(lambda: browser.find_elements(self.css, ".noUi-handle"))
        self.picture = wait_until(self.source)

    def source(self):
        """Return the picture as the browser holds it: its bytes, since a blob's address may stay."""
        return self.browser.execute_script(
            """const image = document.querySelector(arguments[0]);
            if (!image || !image.naturalWidth) return null;
            const canvas = document.createElement('canvas');
            canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
            canvas.getContext('2d').drawImage(image, 0, 0);
            return canvas.toDataURL();""",
            PICTURE,
        )

    def changed(self):
        """Wait until the picture differs from the last one seen."""
        before = self.picture
        self.picture = wait_until(lambda: (now := self.source()) and now != before and now, 20)

    def handle(self):
        return self.browser.find_elements(self.css, ".noUi-handle")[0]

    def drag(self, pixels):
        from selenium.webdriver import ActionChains

        hand = ActionChains(self.browser)
        hand.click_and_hold(self.handle()).move_by_offset(pixels, 0).release().perform()
        self.changed()

    def press(self, key):
        self.handle().send_keys(key)
        self.changed()

    def play(self):
        buttons = self.browser.find_elements(
            self.css, ".widget-play button, .jupyter-widget-play button"
        )
        buttons[0].click()
        for _ in range(3):
            self.changed()
        buttons[0].click()

    def shot(self, name):
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            self.browser.save_screenshot(str(Path(SHOTS) / f"{name}.png"))


def drive(browser, name):
    from selenium.webdriver.common.keys import Keys

    page = Page(browser)
    page.shot(f"{name}_start")
    page.drag(45)
    page.shot(f"{name}_dragged")
    page.press(Keys.ARROW_LEFT)
    page.play()
    page.shot(f"{name}_played")


def console_errors(browser):
    """What the page complained about, but for other people's known complaints."""
    known = (
        "favicon",
        "font-awesome",
        "fontawesome",
        "ERR_NAME_NOT_RESOLVED",
        "ERR_INTERNET_DISCONNECTED",
    )
    for entry in browser.get_log("browser"):
        if entry["level"] == "SEVERE" and not any(word in entry["message"] for word in known):
            yield entry["message"]


def requests_abroad(browser):
    """Addresses outside this machine that the page asked for; Voila's icon font is known."""
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] != "Network.requestWillBeSent":
            continue
        address = message["params"]["request"]["url"]
        host = urlparse(address).hostname
        local = host in (None, "127.0.0.1", "localhost")
        if not local and "fontawesome" not in address:
            yield address


def test_voila(browser, serve, notebook, own_settings):
    browser.get("about:blank")
    list(browser.get_log("browser")), list(browser.get_log("performance"))
    command = [sys.executable, "-m", "voila", str(notebook), "--no-browser", "--port={port}"]
    server = serve([*command, "--Voila.ip=127.0.0.1", "--token=secret"], env=own_settings)
    browser.get(f"{server.url}/?token=secret")
    drive(browser, "voila")
    assert list(console_errors(browser)) == []
    assert list(requests_abroad(browser)) == []


def test_jupyterlab(browser, serve, notebook, own_settings):
    browser.get("about:blank")
    list(browser.get_log("browser")), list(browser.get_log("performance"))
    options = ["--no-browser", "--port={port}", "--ServerApp.ip=127.0.0.1", "--allow-root"]
    options += [
        "--ServerApp.token=secret",
        "--expose-app-in-browser",
        f"--notebook-dir={notebook.parent}",
    ]
    server = serve([sys.executable, "-m", "jupyterlab", *options], env=own_settings)
    browser.get(f"{server.url}/doc/tree/{notebook.name}?token=secret")
    wait_until(
        lambda: browser.execute_script(
            "return !!(window.jupyterapp && jupyterapp.shell.currentWidget)"
        )
    )
    result = browser.execute_async_script(RUN_ALL)
    assert "error" not in result, result
    drive(browser, "lab")
    assert list(console_errors(browser)) == []
    assert list(requests_abroad(browser)) == []

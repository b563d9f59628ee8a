"""Fixtures for all tests: reproducible hypothesis, a browser, a server of our own."""

import os
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("lecturekit", derandomize=True, deadline=None)
settings.load_profile("lecturekit")

CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",  # with a sandbox chromium does not start as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,1000",
]


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """A headless chromium, driven by selenium."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and driver):
        reason = "needs a browser: chromium and chromedriver (Debian: chromium-driver) on the path"
        if os.environ.get("LECTUREKIT_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    profile = tmp_path_factory.mktemp("chromium")
    for flag in [*CHROMIUM_FLAGS, f"--user-data-dir={profile}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    page = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    page.set_script_timeout(120)
    yield page
    page.quit()


@dataclass
class Server:
    """A running command that listens on 127.0.0.1:port."""

    process: subprocess.Popen
    port: int
    log: Path

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
def serve(tmp_path):
    """Start `serve(command, cwd=..., env=...)`; "{port}" in the command becomes a free port."""
    started = []

    def start(command, **options):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        log = tmp_path / f"server-{port}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [part.replace("{port}", str(port)) for part in command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # a group of its own: ending it ends nobody else
                **options,
            )
        started.append(process)
        deadline = time.monotonic() + 90
        while process.poll() is None and time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return Server(process, port, log)
            time.sleep(0.1)
        pytest.fail(f"{command} does not answer on port {port}:\n{log.read_text()}")

    yield start
    for process in started:
        stop(process)


def stop(process):
    """End the process and what it started, asking first."""
    if os.name != "posix":
        process.terminate()
        process.wait(20)
        return
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
        except ProcessLookupError:
            break
        deadline = time.monotonic() + 15
        while time.monotonic() < deadline and group_lives(process):
            time.sleep(0.1)


def group_lives(process):
    process.poll()  # collects the dead leader, which would count as alive
    try:
        os.killpg(process.pid, 0)
    except ProcessLookupError:
        return False
    return True

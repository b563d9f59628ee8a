"""`make lab` as a student meets it: the page opens, the first notebook runs, on loopback only."""

import os
import shutil
import sys
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parent.parent
FIRST = "00_start_here.ipynb"

# Outputs are cleared first: the stored ones would look like a success.
RUN_ALL = """
const done = arguments[arguments.length - 1];
(async () => {
  const app = window.jupyterapp;
  await app.restored;
  const panel = app.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
  await app.commands.execute("notebook:clear-all-cell-outputs");
  await app.commands.execute("notebook:run-all-cells");
  return {path: panel.context.path, cells: panel.context.model.toJSON().cells};
})().then(done, error => done({error: String(error)}));
"""


def listening(process):
    """The addresses on which the process and its children accept connections."""
    for one in [process, *process.children(recursive=True)]:
        for connection in one.net_connections(kind="inet"):
            if connection.status == psutil.CONN_LISTEN:
                yield connection.laddr.ip


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.skipif(Path(sys.prefix).resolve() != ROOT / ".venv", reason="make lab uses .venv")
@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_lab_runs_the_first_notebook(browser, serve, tmp_path):
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    arguments = "--no-browser --port={port} --ServerApp.token=secret --expose-app-in-browser"
    own_settings = {
        f"JUPYTER{name}_DIR": str(tmp_path / name)
        for name in ("_CONFIG", "_DATA", "_RUNTIME", "LAB_SETTINGS", "LAB_WORKSPACES")
    }
    server = serve(
        ["make", "lab", f"LAB_ARGS={arguments}"], cwd=ROOT, env=os.environ | own_settings
    )

    browser.get(f"{server.url}/lab/tree/{FIRST}?token=secret")
    wait = WebDriverWait(browser, 60)
    wait.until(lambda page: page.find_elements(By.CSS_SELECTOR, ".jp-NotebookPanel .jp-Cell"))
    result = browser.execute_async_script(RUN_ALL)
    assert "error" not in result, result
    assert result["path"] == FIRST
    code = [cell for cell in result["cells"] if cell["cell_type"] == "code"]
    assert code
    for cell in code:
        assert cell["execution_count"], cell["source"]
        assert all(output["output_type"] != "error" for output in cell["outputs"]), cell
    wait.until(
        lambda page: page.execute_script(
            "return [...document.querySelectorAll('.jp-OutputArea img')].some(i => i.naturalWidth)"
        )
    )
    assert not browser.find_elements(By.CSS_SELECTOR, ".jp-Dialog"), "a pop-up is in the way"

    assert set(listening(psutil.Process(server.process.pid))) == {"127.0.0.1"}

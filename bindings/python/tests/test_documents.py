"""The notebook runs, and so do the examples of the README."""

import os
import re
import warnings
from pathlib import Path
from typing import Any

import pytest
from conftest import COOKED, MATE_IN_5, ROOT

HERE = Path(__file__).resolve().parents[1]


def test_the_notebook_runs() -> None:
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    pytest.importorskip("polars")
    import nbformat

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read: Any = nbformat.read
        book = read(HERE / "examples" / "muso.ipynb", as_version=4)
        resources = {"metadata": {"path": str(HERE / "examples")}}
        nbclient.NotebookClient(book, timeout=120, resources=resources).execute()
    outputs = [output for cell in book.cells for output in cell.get("outputs", [])]
    assert not [it for it in outputs if it.output_type in ("error",)]
    shown = {kind for it in outputs for kind in it.get("data", {})}
    assert {"image/svg+xml", "image/png", "text/html"} <= shown


def test_the_examples_of_the_readme_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cshogi")
    pytest.importorskip("polars")
    folder = tmp_path / "my_kif_folder"
    folder.mkdir()
    for path in (ROOT / "tests" / "data" / "records").glob("cooked*.kif"):
        (folder / path.name).write_bytes(path.read_bytes())
    import tsume_shogi as ts

    (folder / "cooked.kif").write_text(ts.Problem(COOKED).to_record("kif"), "utf-8")
    (tmp_path / "problems.sfen").write_text(f"{MATE_IN_5}\n{COOKED}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(os.environ, "POLARS_FMT_MAX_COLS", "20")
    examples = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text("utf-8"), re.DOTALL)
    assert len(examples) == 10
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})
    out = capsys.readouterr().out
    # What the comments in the examples say is what they print.
    for said in re.findall(r"print\(.*?\)+ +# (.+)", "".join(examples)):
        assert said in out, said
    assert "3 ▲２三歩成 △２一玉 ▲２二金" in out

"""Builds the page of Kaitai's Web IDE with the specs and a log in it, and serves it.

usage: python -m tests.webide CHECKOUT OUTPUT

CHECKOUT is a checkout of kaitai_struct_webide, which no registry has; npm has what it needs. The
page opens with the specs and the log.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[1]
SPECS = REPOSITORY / "ksy"
LOG = REPOSITORY / "tests" / "fixtures" / "mysql97" / "rotated.1.binlog"
FIRST_SPEC = "formats/archive/zip.ksy"
FIRST_LOG = "samples/sample1.zip"


def build(checkout: Path, output: Path, log: Path = LOG) -> None:
    """Build the page, with npm and Node.

    Args:
        checkout: Where the Web IDE's sources are. Nothing is written there.
        output: The folder of the page, which is replaced.
        log: The log that the page opens.

    Raises:
        CalledProcessError: npm or the TypeScript compiler fails.
        ValueError: The sources are not those of the Web IDE as it is known here.
    """
    shutil.rmtree(output, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder, "sources")
        shutil.copytree(checkout, sources, ignore=shutil.ignore_patterns(".git", "node_modules"))
        _run(sources, "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
        _run(sources, "node_modules/.bin/tsc", "--outDir", str(output.absolute() / "js"))
        for name in ("css", "lib", "src/ui/Components"):
            shutil.copytree(sources / name, output / name)
        # its loader gives up after seven seconds, in which a busy machine loads less
        page = (sources / "index.html").read_text(encoding="utf-8")
        page = page.replace("requirejs.config({", "requirejs.config({ waitSeconds: 0,")
        (output / "index.html").write_text(page, encoding="utf-8")
    put_files(output, log)


def put_files(page: Path, log: Path, spec: str = "mysql_binlog") -> None:
    """Put the specs and a log into a page that is built, as the files that it opens.

    Args:
        page: The folder of the page.
        log: The log that the page opens.
        spec: The spec that it opens the log with.

    Raises:
        ValueError: The page's program does not name the files that it opens.
    """
    for name in ("formats", "samples"):
        shutil.rmtree(page / name, ignore_errors=True)
        (page / name).mkdir()
    for file in SPECS.glob("*.ksy"):
        shutil.copy(file, page / "formats")
    shutil.copy(log, page / "samples")
    files = sorted(
        str(file.relative_to(page)) for file in page.glob("[fs]*s/*.*") if file.is_file()
    )
    (page / "js" / "kaitaiFsFiles.js").write_text(f"var kaitaiFsFiles = {json.dumps(files)};\n")
    names = {FIRST_SPEC: f"formats/{spec}.ksy", FIRST_LOG: f"samples/{log.name}"}
    _name_first_files(page / "js" / "v1" / "app.js", names)


def _name_first_files(program: Path, names: dict[str, str]) -> None:
    original = program.with_suffix(".original")
    if not original.exists():
        shutil.copy(program, original)
    text = original.read_text(encoding="utf-8")
    for there, here in names.items():
        if there not in text:
            raise ValueError(f"{program}: does not name {there}")
        text = text.replace(there, here)
    program.write_text(text, encoding="utf-8")


def _run(folder: Path, *command: str) -> None:
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(page: Path, port: int = 0) -> Iterator[str]:
    """Serve a page on this machine alone, and yield its address."""
    handler = partial(_Quiet, directory=str(page))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/index.html"
        finally:
            server.shutdown()
            thread.join()


def main(checkout: str, output: str) -> None:
    """Build the page, then serve it until the user stops it."""
    if not Path(checkout, "vendor.yaml").exists():
        sys.exit("KAITAI_WEBIDE=... has to name a checkout of kaitai_struct_webide")
    build(Path(checkout), Path(output))
    with served(Path(output)) as address:
        input(f"The Web IDE is at {address}. Enter stops it.")


if __name__ == "__main__":
    main(*sys.argv[1:])

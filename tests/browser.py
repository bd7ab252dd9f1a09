"""Drives a browser, Chromium, by its own protocol over a pipe: opens a page, clicks, looks."""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
OPTIONS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--remote-debugging-pipe", "--window-size=1280,1000", "--no-first-run"),
)

# it reads what it is told at 3, and answers at 4
_STARTER = """
import os, sys
far = [os.dup2(int(number), 30 + at) for at, number in enumerate(sys.argv[1:3])]
for at, number in enumerate(far):
    os.dup2(number, 3 + at)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Page:
    """A page in a browser that can be clicked at, and asked."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading, self._writing = reading, writing
        self._numbers = itertools.count(1)
        self._rest = b""
        self._session: str | None = None
        self.errors: list[str] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        attached = self._call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self._call("Runtime.enable")

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._writing, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("method") == "Runtime.exceptionThrown":
                self.errors.append(json.dumps(answer["params"]))
            if answer.get("id") == number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            data = os.read(self._reading, 2**16)
            assert data, "the browser has gone"
            self._rest += data
        text, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message

    def open(self, path: Path) -> None:
        """Load a page, and wait until a script in it has drawn what it draws."""
        self.open_address(path.as_uri())

    def open_address(self, address: str) -> None:
        """Load the page at an address, as `open`."""
        self._call("Page.navigate", url=address)
        self.ask("new Promise(done => setTimeout(done, 0))")
        self.ask(
            "new Promise(done => document.readyState === 'complete' ? done()"
            " : addEventListener('load', done))"
        )

    def resize(self, width: int, height: int) -> None:
        """Make the page as large, in pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", **size)

    def ask(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript."""
        found = self._call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def place_of(self, selector: str, number: int = 0) -> tuple[float, float]:
        """Return the middle of an element, which is scrolled to."""
        element = f"document.querySelectorAll({json.dumps(selector)})[{number}]"
        self.ask(f"{element}.scrollIntoView({{block: 'center'}})")
        box = self.ask(f"{element}.getBoundingClientRect().toJSON()")
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, selector: str, number: int = 0) -> None:
        """Click at the middle of an element."""
        at = self.place_of(selector, number)
        self.drag(at, at)

    def type(self, selector: str, text: str) -> None:
        """Click at an element and press a key for each letter."""
        self.click(selector)
        for letter in text:
            self._call("Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter)
            self._call("Input.dispatchKeyEvent", type="keyUp", key=letter)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the mouse's button at a place, and let it go at another."""
        self._mouse("mouseMoved", start)
        self.ask("new Promise(done => setTimeout(done, 100))")
        self._mouse("mousePressed", start)
        if start != end:
            middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            self._mouse("mouseMoved", middle)
            self._mouse("mouseMoved", end)
        self._mouse("mouseReleased", end)
        self.ask("new Promise(done => setTimeout(done, 400))")

    def _mouse(self, kind: str, place: tuple[float, float]) -> None:
        button = {"button": "left", "buttons": 1} if kind != "mouseReleased" else {"button": "left"}
        self._call(
            "Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], clickCount=1, **button
        )

    def picture(self, path: Path) -> None:
        """Write a picture of the whole page."""
        shot = self._call("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))


@contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """Run a browser, whose files are in a folder, and yield a page of it."""
    assert CHROMIUM is not None
    its_end, writing = os.pipe()
    reading, its_other_end = os.pipe()
    words = [sys.executable, "-c", _STARTER, str(its_end), str(its_other_end)]
    words += [CHROMIUM, *OPTIONS, f"--user-data-dir={folder}"]
    with subprocess.Popen(words, pass_fds=(its_end, its_other_end), stderr=subprocess.DEVNULL) as (
        process
    ):
        os.close(its_end)
        os.close(its_other_end)
        try:
            yield Page(reading, writing)
        finally:
            process.terminate()
            os.close(writing)
            os.close(reading)

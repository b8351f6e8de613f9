"""A headless Chromium, controlled over a pipe with the DevTools protocol.

Needs no driver or further package: each message is JSON terminated by a zero byte. See
https://chromedevtools.github.io/devtools-protocol/.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 90.0
"""Seconds after which a browser that does not answer is given up."""

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)

# The browser reads from 3 and writes to 4.
BECOME = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


def chromium() -> str | None:
    """Return the path of Chromium, ``None`` if this machine has none that accepts pipes."""
    if sys.platform == "win32":
        return None
    names = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


class Browser:
    """One page of a running browser."""

    def __init__(self, process: subprocess.Popen[bytes], write: int, read: int) -> None:
        self._process, self._write, self._read = process, write, read
        self._number = 0
        self._rest = b""
        self._session = ""
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        found = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = found["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "DOM", "Accessibility"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Call a protocol method and return its result; raises `AssertionError` for an error."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def _next(self) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._read], [], [], max(0, until - time.monotonic()))
            assert ready, "the browser does not answer"
            some = os.read(self._read, 1 << 16)
            assert some, "the browser has gone"
            self._rest += some
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message

    def wait(self, event: str) -> None:
        """Wait for an event, including earlier ones since the last :meth:`open`."""
        while not self.heard(event):
            self.events.append(self._next())

    def heard(self, event: str) -> list[dict[str, Any]]:
        """Return the events of a kind since the last :meth:`open`."""
        return [each["params"] for each in self.events if each.get("method") == event]

    def open(self, page: Path) -> None:
        """Open a file and wait until it is loaded."""
        self.events.clear()
        self.call("Page.navigate", url=page.as_uri())
        self.wait("Page.loadEventFired")

    def size(self, width: int, height: int = 800, *, mobile: bool = False) -> None:
        """Resize the window, as on a phone or a desktop."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=mobile,
        )

    def media(self, kind: str = "", *, dark: bool = False) -> None:
        """Emulate a screen or print media ("print"), in light or dark mode."""
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.call("Emulation.setEmulatedMedia", media=kind, features=features)

    def run(self, script: str) -> Any:
        """Run the body of a JavaScript function; return its result as plain data."""
        found = self.call(
            "Runtime.evaluate",
            expression=f"(async () => {{ {script} }})()",
            returnByValue=True,
            awaitPromise=True,
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def key(self, key: str, code: int, text: str = "") -> None:
        """Press and release a key."""
        name = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **name)
        self.call("Input.dispatchKeyEvent", type="keyUp", **name)

    def tab(self) -> None:
        """Press Tab and hold it: its release does nothing, and takes as long as the rest."""
        name = {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
        self.call("Input.dispatchKeyEvent", type="keyDown", **name)

    def enter(self) -> None:
        """Press Enter."""
        self.key("Enter", 13, "\r")

    def picture(self, file: Path) -> None:
        """Save a PNG screenshot of the whole page."""
        found = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(found["data"]))

    def tree(self) -> list[dict[str, Any]]:
        """Return the accessibility tree as a screen reader sees it, without ignored nodes."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if not node["ignored"]]


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """Run a browser with an empty ``profile`` folder."""
    program = chromium()
    assert program is not None
    their_read, write = os.pipe()
    read, their_write = os.pipe()
    # Above those that they become, so that neither is in the way of the other.
    import fcntl  # there is none on Windows

    theirs = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (their_read, their_write)]
    os.close(their_read)
    os.close(their_write)
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", BECOME, *map(str, theirs)),
            *(program, *OPTIONS, f"--user-data-dir={profile}"),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=theirs,
    )
    for fd in theirs:
        os.close(fd)
    try:
        yield Browser(process, write, read)
    finally:
        # With its pipe closed the browser leaves by itself.
        os.close(write)
        os.close(read)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

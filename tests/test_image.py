"""The image of the Containerfile, built and run without a daemon.

This machine is its base: each stage has the machine's files under an overlay, in a mount namespace
of its own.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.installs import LOG, build_wheel
from tests.monitoring import DEPLOYMENT

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
IN_NAMESPACE = ("unshare", "--mount", "sh", "-euc")
STAGE = """mkdir {0} && mount -t tmpfs none {0} && mkdir {0}/upper {0}/work {0}/root
mount -t overlay overlay -o lowerdir=/,upperdir={0}/upper,workdir={0}/work {0}/root
mount --rbind /dev {0}/root/dev && mount -t proc proc {0}/root/proc"""


def can_mount(folder: Path) -> bool:
    """Return whether this machine lets a test make overlays."""
    command = [*IN_NAMESPACE, STAGE.format(folder / "tried")]
    return os.geteuid() == 0 and subprocess.run(command, check=False).returncode == 0


def instructions() -> Iterator[tuple[str, str]]:
    text = (DEPLOYMENT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", "")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, _, rest = line.partition(" ")
            yield name, rest.strip()


def script(wheels: Path, folder: Path, commands: list[list[str]]) -> str:
    """Return what builds the image in a folder, and runs commands in its last stage."""
    lines: list[str] = []
    environment, user, entry = {"PATH": PATH}, "root", [""]
    stage = folder
    for name, rest in instructions():
        if name == "FROM":
            stage = folder / (rest.rpartition(" AS ")[2] if " AS " in rest else "last")
            lines.append(STAGE.format(stage))
        elif name == "COPY":
            *options, source, target = rest.split()
            place = folder / options[0].partition("=")[2] / "root" if options else wheels
            lines.append(f"mkdir -p {stage}/root{target.rstrip('/').rpartition('/')[0]}")
            lines.append(f"cp -a {place}/{source.lstrip('/')} {stage}/root{target}")
        elif name == "RUN":
            lines.append(f"env -i PATH={PATH} chroot {stage}/root sh -euc {shlex.quote(rest)}")
        elif name == "ENV":
            pairs = (one.split("=", 1) for one in rest.split())
            environment |= {key: text.replace("$PATH", PATH) for key, text in pairs}
        elif name == "USER":
            user = rest
        elif name == "ENTRYPOINT":
            entry = json.loads(rest)
    variables = shlex.join(f"{key}={text}" for key, text in environment.items())
    for command in commands:
        inside = shlex.join([*entry, *command])
        lines.append(f"chroot --userspec={user} {stage}/root env -i {variables} {inside}")
    return "\n".join(lines)


@pytest.mark.long
def test_the_image_exports_a_log(tmp_path: Path) -> None:
    if not can_mount(tmp_path):
        pytest.skip("this machine mounts no overlays")
    export = ["export", "--format", "delta", "--current", "--out", "/lake/shop", str(LOG)]
    build = script(tmp_path, tmp_path, [["--version"], export, ["status", "/lake/shop"]])
    build_wheel(tmp_path)
    done = subprocess.run([*IN_NAMESPACE, build], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert f"position: {LOG.name} at byte {LOG.stat().st_size}\n" in done.stdout

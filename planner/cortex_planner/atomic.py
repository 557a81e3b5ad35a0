"""Writing files whole or not at all: nobody ever reads half of one."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

_WRITABLE = 0o222


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` into the file at `path`: all of it or nothing; a file that is there keeps its mode.

    A file that must not be written is not replaced by another one either.
    """
    target = path.resolve()
    mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
    if target.exists() and not (mode & _WRITABLE and os.access(target, os.W_OK)):
        raise PermissionError(errno.EACCES, "the file is read-only", str(path))
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

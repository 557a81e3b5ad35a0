"""Where a cassette is: the path of a SQLite file, or a `postgresql://` URL.

A URL may carry a password. It is used to connect and for nothing else: whatever is shown, logged
or raised goes through `without_password` or `scrubbed`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote

from cortex_planner.errors import CassetteError
from cortex_planner.generated import belongs_to_index

_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://")
_QUOTED_URL = re.compile(r"postgres(?:ql)?:/*[^\n]*@", re.IGNORECASE)
_QUOTED_LOGIN = re.compile(r"""(?P<user>[A-Za-z][A-Za-z0-9+.-]*:/*[^\s:@/'"]*):[^\s'"]*@""")
_QUOTED_PARAMETER = re.compile(
    r"""(?P<key>[\w%]+)(?P<equals>\s*=\s*)(?:'[^'\n]*'|[^\s&'"]+)""", re.IGNORECASE
)
_POSTGRES_SCHEMES = ("postgresql", "postgres")
_CREDENTIALS = re.compile(
    r"^(?P<scheme>[^:]*://)(?P<user>[^:@/?]*):(?P<password>.*)@(?P<rest>[^@]*)$", re.DOTALL
)
_SECRET_PARAMETERS = ("password", "sslpassword")
_DELIMITERS = re.compile(r"[@/?#:]")
_KEYWORDS = re.compile(
    r"\s*(?:\w+\s*=\s*\S+\s+\w+|host|hostaddr|port|dbname|user|(?:ssl)?password|passfile|service)\s*=",
    re.IGNORECASE,
)
_MISTYPED_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|[^/\\:]*:[^/\\]*@")
_HIDDEN = "***"


def is_url(place: str | os.PathLike[str]) -> bool:
    """Return whether `place` names a database server rather than a file."""
    return isinstance(place, str) and _URL.match(place) is not None


def postgres_url(place: str) -> str:
    """Return `place`, or refuse a URL of a database that is not PostgreSQL."""
    match = _URL.match(place)
    if match is None or match["scheme"].lower() not in _POSTGRES_SCHEMES:
        message = f"a cassette is a file or a postgresql:// URL, not {without_password(place)}"
        raise CassetteError("cassette-value", message)
    return place


def file_path(place: str | os.PathLike[str]) -> Path:
    """Return the path of a SQLite cassette, or refuse what cannot be one."""
    text = os.fspath(place)
    if not text or "\0" in text or text == ":memory:" or _KEYWORDS.match(text) or _MISTYPED_URL.match(text):
        message = "a cassette is a file or a postgresql://... URL; a file with such a name is written ./NAME"
        raise CassetteError(
            "cassette-value", message
        )  # what was given may hold a password: it is not repeated
    path = Path(text)
    if belongs_to_index(path.absolute()):
        message = f"{path} belongs to the index, which is made anew at will; a ledger needs a file of its own"
        raise CassetteError("cassette-value", message)
    return path


def without_password(url: str) -> str:
    """Return `url` as it may be shown."""
    head, mark, query = url.partition("?")
    if "@" in query and "@" not in head:  # a question mark inside a password that was not encoded
        head, mark, query = url, "", ""
    match = _CREDENTIALS.match(head)
    if match is not None:
        head = f"{match['scheme']}{match['user']}:{_HIDDEN}@{match['rest']}"
    return head + mark + "&".join(_hide_parameter(part) for part in query.split("&"))


def without_passwords(text: str) -> str:
    """Return a text that quotes URLs without their passwords; rather too much of it goes than too little."""
    text = _QUOTED_URL.sub(_hide_login, text)
    text = _QUOTED_LOGIN.sub(lambda match: f"{match['user']}:{_HIDDEN}@", text)
    return _QUOTED_PARAMETER.sub(_hide_quoted_parameter, text)


def scrubbed(text: str, url: str) -> str:
    """Return `text` (a driver's message) without the passwords of `url`, however they are written."""
    for secret in sorted(_passwords(url), key=len, reverse=True):
        text = text.replace(secret, _HIDDEN)
    return text


def _passwords(url: str) -> set[str]:
    head, _, query = url.partition("?")
    match = _CREDENTIALS.match(head) or _CREDENTIALS.match(url)
    found = {match["password"]} if match is not None else set()
    for part in query.split("&"):
        key, _, value = part.partition("=")
        if unquote(key).lower() in _SECRET_PARAMETERS:
            found.add(value)
    forms = {form for secret in found for form in (secret, unquote(secret))}
    # Where a password was not encoded, drivers take a part of it for the host and quote that.
    return {part for form in forms for part in (form, *_DELIMITERS.split(form)) if part}


def _hide_login(quoted: re.Match[str]) -> str:
    """Return a quoted URL, up to the last `@` of its line, with only the name of the one who logs in."""
    scheme, _, rest = quoted[0].partition(":")
    slashes = rest[: len(rest) - len(rest.lstrip("/"))]
    user, colon, _ = rest[len(slashes) : -1].partition(":")
    return f"{scheme}:{slashes}{user}:{_HIDDEN}@" if colon else quoted[0]


def _hide_quoted_parameter(quoted: re.Match[str]) -> str:
    secret = unquote(quoted["key"]).lower() in _SECRET_PARAMETERS
    return quoted["key"] + quoted["equals"] + _HIDDEN if secret else quoted[0]


def _hide_parameter(part: str) -> str:
    key, equals, _ = part.partition("=")
    return f"{key}={_HIDDEN}" if equals and unquote(key).lower() in _SECRET_PARAMETERS else part

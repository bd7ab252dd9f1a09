"""Look up passwords in the environment, in option files, or at the terminal."""

from __future__ import annotations

import configparser
import getpass
import os
import re
from pathlib import Path
from typing import NamedTuple

from binlog_kaitai.extras import from_extras
from binlog_kaitai.replication.uris import Host, ServerUri

VARIABLE = "MYSQL_PWD"
OPTION_FILE = "~/.my.cnf"
GROUPS = ("client", "client-mariadb")


class Account(NamedTuple):
    """User and password; the repr hides the password."""

    user: str
    password: str

    def __repr__(self) -> str:
        return f"Account({self.user!r})"


def account_of(server: ServerUri) -> Account:
    """Look up the user and password: in the URI's option file, the environment, `~/.my.cnf`.

    With `password=ask` in the URI, the user enters the password at the terminal.

    Raises:
        OSError: the URI's option file cannot be read.
    """
    named = {} if server.option_file is None else _options_in(Path(server.option_file))
    home = Path(OPTION_FILE).expanduser()
    own = _options_in(home) if not named and home.is_file() else {}
    user = server.user or named.get("user") or own.get("user") or getpass.getuser()
    if server.asks_password:
        return Account(user, getpass.getpass(f"Password of {user}: "))
    candidates = (named.get("password"), os.environ.get(VARIABLE), own.get("password"))
    return Account(user, next((password for password in candidates if password is not None), ""))


def rds_token(user: str, host: Host) -> str:
    """Return an AWS token that replaces the password for 15 minutes.

    Region and credentials are those that boto3 finds.

    Raises:
        MissingExtraError: boto3 is not installed.
        OSError: there is no region, or there are no credentials.
    """
    with from_extras():
        import boto3  # noqa: PLC0415 - an extra
        from botocore.exceptions import BotoCoreError  # noqa: PLC0415 - likewise

    try:
        client = boto3.client("rds")
        token: str = client.generate_db_auth_token(
            DBHostname=host[0], Port=host[1], DBUsername=user
        )
    except BotoCoreError as error:
        raise OSError(f"{host[0]}: cannot create an authentication token of AWS: {error}") from None
    return token


def _options_in(path: Path) -> dict[str, str]:
    """Return a client's options in an option file. Raises OSError, also for an invalid file."""
    parser = configparser.RawConfigParser(
        allow_no_value=True,
        strict=False,
        inline_comment_prefixes=None,
        comment_prefixes=("#", ";", "!"),
        default_section="",
    )
    try:
        parser.read_string(path.read_text(encoding="utf-8"))
    except (configparser.Error, UnicodeDecodeError):
        # the original error shows lines of the file
        raise OSError(f"{path}: not an option file of MySQL or MariaDB") from None
    options: dict[str, str] = {}
    for group in GROUPS:
        if parser.has_section(group):
            options |= {key: _unquoted(value or "") for key, value in parser.items(group)}
    return options


def _unquoted(value: str) -> str:
    match = re.fullmatch(r"""(["'])(.*)\1""", value)
    return match[2] if match else value

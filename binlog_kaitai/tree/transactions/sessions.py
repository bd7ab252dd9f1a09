"""What a statement's event tells of the session that ran it, in JSON's terms and SQL's names."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from binlog_kaitai.generated.query_status_vars import QueryStatusVars
from binlog_kaitai.model.charsets import charset_of
from binlog_kaitai.model.collations import collation_name, locale_name
from binlog_kaitai.model.tables import text_of

StatusCode = QueryStatusVars.QueryStatusCode

Session = dict[str, Any]


def session_of(body: Any, log_format: Any) -> Session:
    """Return what a `QueryEvent` or `ExecuteLoadQueryEvent` tells; `log_format` governs it.

    Collations and locales are numbers where no name of theirs is known. Of what follows a variable
    that is not known, nothing can be told: both are `unread_status_vars`.
    """
    session: Session = {"thread_id": body.thread_id, "error_code": body.error_code}
    for var in body.status_vars.vars if has_status_vars(body) else ():
        session |= _told(var, log_format)
    return session


def user_of(body: Any) -> str | None:
    """Return `user@host` of who ran a statement, None where its `QueryEvent` does not tell."""
    for var in body.status_vars.vars if has_status_vars(body) else ():
        if var.code == StatusCode.invoker:
            return "{user}@{host}".format(**_invoker(var.value, None))
    return None


def has_status_vars(body: Any) -> bool:
    """Return whether there are any; a QUERY event before MySQL 5.0 has none."""
    return getattr(body, "has_status_vars", True)


def _told(var: Any, log_format: Any) -> Session:
    if var.code in _READERS:
        return _READERS[var.code](var.value, log_format)
    if var.code in _COLLATIONS:
        return {_COLLATIONS[var.code]: _collation(var.value.value, log_format)}
    if var.code in _SWITCHES:
        return {var.code.name: bool(var.value.value)}
    if not isinstance(var.code, StatusCode):
        rest = bytes([var.code]) + var.value.rest
        return {"unread_status_vars": {"base64": base64.b64encode(rest).decode()}}
    return {}


_SWITCHES = {
    StatusCode.explicit_defaults_for_timestamp,
    StatusCode.sql_require_primary_key,
    StatusCode.default_table_encryption,
    StatusCode.enable_cascade_triggers,
}


_COLLATIONS = {
    StatusCode.charset_database: "collation_database",
    StatusCode.default_collation_for_utf8mb4: "default_collation_for_utf8mb4",
}


def _flags(flags: Any, log_format: Any) -> Session:
    told = {
        "sql_auto_is_null": flags.auto_is_null,
        "autocommit": not flags.not_autocommit,
        "foreign_key_checks": not flags.no_foreign_key_checks,
        "unique_checks": not flags.relaxed_unique_checks,
    }
    if not log_format.is_mariadb:
        return told
    # what older servers leave at 0, they do not tell
    knows_defaults = log_format.format_description.logs_explicit_defaults
    if flags.explicit_defaults_for_timestamp or knows_defaults:
        told["explicit_defaults_for_timestamp"] = flags.explicit_defaults_for_timestamp
    if flags.no_check_constraint_checks:
        told["check_constraint_checks"] = False
    if flags.if_exists:
        told["sql_if_exists"] = True
    if flags.insert_history:
        told["system_versioning_insert_history"] = True
    return told


def _sql_mode(mode: Any, log_format: Any) -> Session:
    """Return the modes as `SET sql_mode` takes them, and a number of those that have no name."""
    kinds: Any = (
        QueryStatusVars.MariadbSqlMode if log_format.is_mariadb else QueryStatusVars.MysqlSqlMode
    )
    modes = [kind for kind in kinds if mode.code // kind % 2]
    unnamed = mode.code - sum(modes)
    names = [kind.name.upper() for kind in modes]
    return {"sql_mode": ",".join([*names, str(unnamed)] if unnamed else names)}


def _charsets(charset: Any, log_format: Any) -> Session:
    return {
        "character_set_client": charset_of(charset.client) or charset.client,
        "collation_connection": _collation(charset.connection, log_format),
        "collation_server": _collation(charset.server, log_format),
    }


def _default_collations(collations: Any, log_format: Any) -> Session:
    """Return collations as `SET character_set_collations` takes them."""
    pairs = [
        f"{charset_of(pair.charset) or pair.charset}={_collation(pair.collation, log_format)}"
        for pair in collations.pairs
    ]
    return {"character_set_collations": ",".join(pairs)}


def _auto_increment(auto: Any, _: Any) -> Session:
    return {"auto_increment_increment": auto.increment, "auto_increment_offset": auto.offset}


def _invoker(invoker: Any, _: Any) -> Session:
    return {"user": text_of(invoker.user.text, None), "host": text_of(invoker.host.text, None)}


def _microseconds(item: Any, _: Any) -> Session:
    return {"microseconds": item.value.value}


def _collation(number: int, log_format: Any) -> str | int:
    return collation_name(number, is_mariadb=log_format.is_mariadb)


_READERS: dict[int, Callable[[Any, Any], Session]] = {
    StatusCode.flags2: _flags,
    StatusCode.sql_mode: _sql_mode,
    StatusCode.auto_increment: _auto_increment,
    StatusCode.charset: _charsets,
    StatusCode.time_zone: lambda zone, _: {"time_zone": text_of(zone.text, None)},
    StatusCode.lc_time_names: lambda item, _: {"lc_time_names": locale_name(item.value)},
    StatusCode.invoker: _invoker,
    StatusCode.microseconds: _microseconds,
    StatusCode.mariadb_microseconds: _microseconds,
    StatusCode.mariadb_character_set_collations: _default_collations,
}

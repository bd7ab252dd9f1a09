"""Types of columns, values of each, and defaults, as servers take them."""

from __future__ import annotations

LIMITS = {8: "tinyint", 16: "smallint", 24: "mediumint", 32: "int", 64: "bigint"}

TYPES: dict[str, list[str]] = {
    **{
        kind: ["0", "5", f"-{2 ** (bits - 1)}", str(2 ** (bits - 1) - 1)]
        for bits, kind in LIMITS.items()
    },
    **{f"{kind} unsigned": ["0", "7", str(2**bits - 1)] for bits, kind in LIMITS.items()},
    "decimal(6,2)": ["0", "-9999.99", "1.25"],
    "decimal(8,2)": ["-999999.99", "7"],
    "decimal(8,4)": ["1.2345", "-9999.9999"],
    "decimal(12,4) unsigned": ["1.2345", "99999999.9999"],
    "decimal(20,0)": ["18446744073709551615", "-3"],
    "decimal(24,4)": ["1.0001"],
    "float": ["0.1", "16777217", "-2.5e30"],
    "double": ["0.1", "1e300", "4503599627370497"],
    "bit(3)": ["5", "7"],
    "bit(9)": ["511"],
    "char(3)": ["''", "'abc'", "'a'"],
    "char(5)": ["'abcde'"],
    "varchar(3)": ["'ab '", "'é'", "''"],
    "varchar(5)": ["'abc  '", "'漢字'"],
    "varchar(5) character set latin1": ["'é€'", "'a '"],
    "varchar(5) character set ascii": ["'ab'", "'x '"],
    "varchar(100)": ["REPEAT('x', 100)"],
    "tinytext": ["'t '", "REPEAT('x', 255)"],
    "text": ["'text'"],
    "mediumtext": ["'medium'"],
    "varbinary(3)": ["X'616200'", "''"],
    "varbinary(5)": ["X'ff00ff0020'"],
    "tinyblob": ["X'00'"],
    "blob": ["X'ff00'"],
    "binary(3)": ["X'61'"],
    "enum('a','b')": ["'a'", "'b'"],
    "enum('a','b','long')": ["'long'"],
    "enum('b','a')": ["'b'"],
    "set('x','y')": ["''", "'x,y'"],
    "set('x','y','z')": ["'y,z'"],
    "date": ["'2024-02-29'", "'1000-01-01'"],
    "datetime": ["'2024-02-29 23:59:59'", "'1999-12-31 00:00:00'"],
    "datetime(3)": ["'2024-02-29 23:59:59.999'"],
    "datetime(6)": ["'2024-02-29 23:59:59.999999'"],
    "timestamp(0) null": ["'2024-02-29 23:59:59'"],
    "timestamp(3) null": ["'2024-02-29 23:59:59.125'"],
    "time": ["'-838:59:59'", "'11:12:13'"],
    "time(2)": ["'11:12:13.99'"],
    "year": ["2026", "1901"],
}
"""Values by types, which servers keep as they are in columns of the type."""

DEFAULTS = [
    *("int", "int not null", "int default 7", "int not null default '-7'", "bigint default 12"),
    *("decimal(5,2) default 1.5", "decimal(5,2) not null", "float default 0.1", "double not null"),
    *(
        "double default -2.5",
        "varchar(9) default 'a ''b'",
        "varchar(9) not null",
        "char(4) default 'a  '",
    ),
    *("varchar(9) default 5", "enum('a','b') not null", "enum('a','b') default 'b'", "text"),
    *("set('x','y') default 'y'", "set('x','y') not null", "date default '2024-02-29'", "date"),
    *("datetime default '2024-02-29 11:12:13'", "datetime(3) default '2024-02-29 11:12:13.5'"),
    *("varbinary(4) default 'ab'", "varbinary(4) not null", "blob not null", "text not null"),
    *("year not null", "bit(4) not null", "bigint unsigned default 18446744073709551615"),
    *("tinyint(1) not null default '0'", "timestamp null", "json", "boolean default true"),
]
"""Columns that are added with a constant value."""

DECLINED_DEFAULTS = [
    *(
        "int auto_increment unique",
        "bigint default 1e2",
        "datetime default current_timestamp",
        "int as (1) stored",
    ),
    *(
        "timestamp default '2024-02-29 11:12:13'",
        "decimal(5,1) default 1.25",
        "binary(3) default 'a'",
    ),
    *("time not null", "int default (1 + 1)", "enum('a','b') default 'B'", "bit(4) default b'101'"),
]
"""Columns that are added with a value that is not claimed."""

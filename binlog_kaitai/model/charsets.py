"""The charsets that text is in.

What a byte stands for is what the servers' own CONVERT says, which for some
charsets is not what Python's codec of that name says, and for some Python has none.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from binlog_kaitai.model.collations import NAMES

BINARY = "binary"

WIDE = frozenset(("ucs2", "utf16", "utf16le", "utf32"))
"""Charsets in which no character has one byte, not even those of ASCII."""

NOTHING = "\ufffe"
"""Stands for no character, as it does in codecs.charmap_decode."""

# the upper half of charsets that Python has no codec for
UPPER_HALVES = {
    "dec8": (
        "\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8d\x8e\x8f\x90\x91\x92\x93\x94\x95\x96\x97\x98\x99\x9a\x9b\x9c\x9d\x9e\x9f\xa0¡¢£\ufffe¥\ufffe§¤©ª«\ufffe\ufffe\ufffe\ufffe°±²³\ufffeµ¶·\ufffe¹º»¼½\ufffe¿"
        "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ\ufffeÑÒÓÔÕÖŒØÙÚÛÜŸ\ufffeßàáâãäåæçèéêëìíîï\ufffeñòóôõöœøùúûüÿ\ufffe\ufffe"
    ),
    "armscii8": (
        "\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8d\x8e\x8f\x90\x91\x92\x93\x94\x95\x96\x97\x98\x99\x9a\x9b\x9c\x9d\x9e\x9f\xa0❁§։)(»«—.՝,-՟…՜՛՞ԱաԲբԳգԴդԵեԶզԷէ"
        "ԸըԹթԺժԻիԼլԽխԾծԿկՀհՁձՂղՃճՄմՅյՆնՇշՈոՉչՊպՋջՌռՍսՎվՏտՐրՑցՒւՓփՔքՕօՖֆ’'"
    ),
    "keybcs2": (
        "ČüéďäĎŤčěĚĹÍľĺÄÁÉžŽôöÓůÚýÖÜŠĽÝŘťáíóúňŇŮÔšřŕŔ¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
        "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0"
    ),
    "geostd8": (
        "€\ufffe‚\ufffe„…†‡\ufffe‰\ufffe‹\ufffe\ufffe\ufffe\ufffe\ufffe‘’“”•–—\ufffe\ufffe\ufffe›\ufffe\ufffe\ufffe\ufffe\xa0¡¢£¤¥¦§¨©ª«¬\xad®¯°±²³´µ¶·¸¹º»¼½¾¿"
        "აბგდევზჱთიკლმნჲოპჟრსტჳუფქღყშჩცძწჭხჴჯჰჵ\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe№\ufffe\ufffe"
    ),
}

# bytes that the servers read in another way than the codec
DIFFERENT_BYTES: dict[str, dict[int, str]] = {
    "latin1": {0x81: "\x81", 0x8D: "\x8d", 0x8F: "\x8f", 0x90: "\x90", 0x9D: "\x9d"},
    "koi8u": {0x95: "\u2022"},
    "hebrew": {0xAF: "\u203e"},
    "greek": {0xA1: "\u02bd", 0xA2: "\u02bc", 0xA4: "\ufffe", 0xA5: "\ufffe", 0xAA: "\ufffe"},
    "cp866": {0xFC: "\u207f", 0xFD: "\xb2"},
    "cp1256": {
        0x8A: "\ufffe",
        0x8F: "\ufffe",
        0x98: "\ufffe",
        0x9A: "\ufffe",
        0x9F: "\ufffe",
        0xAA: "\ufffe",
        0xC0: "\ufffe",
        0xFF: "\ufffe",
    },
    "swe7": {
        0x40: "\xc9",
        0x5B: "\xc4",
        0x5C: "\xd6",
        0x5D: "\xc5",
        0x5E: "\xdc",
        0x60: "\xe9",
        0x7B: "\xe4",
        0x7C: "\xf6",
        0x7D: "\xe5",
        0x7E: "\xfc",
        0x7F: "\ufffe",
    },
}
# likewise for charsets of several bytes, as characters of the codec's result
DIFFERENT_CHARACTERS: dict[str, dict[int, str]] = {
    "sjis": {0xFF3C: "\\"},
    "ujis": {0xFF3C: "\\"},
    "eucjpms": {
        0x301C: "\uff5e",
        0x2016: "\u2225",
        0x2212: "\uff0d",
        0x00A2: "\uffe0",
        0x00A3: "\uffe1",
        0x00AC: "\uffe2",
        0x00A6: "\uffe4",
    },
    "gb18030": {0xE7C7: "\u1e3f", 0x1E3F: "\ue7c7"},
}

# characters that the codec lacks: the first bytes, the last byte of the first, and the characters
MORE_CHARACTERS: dict[str, list[tuple[bytes, int, str]]] = {
    "big5": [(b"\xf9", 0xD6, "碁銹裏墻恒粧嫺")],
    "eucjpms": [
        (
            b"\xad",
            0xA1,
            (
                "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ\ufffe㍉㌔㌢㍍㌘㌧㌃㌶㍑㍗㌍㌦㌣㌫㍊㌻㎜"
                "㎝㎞㎎㎏㏄㎡\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe\ufffe㍻〝〟№㏍℡㊤㊥㊦㊧㊨㈱㈲㈹㍾㍽㍼≒≡∫∮∑√⊥∠∟⊿∵∩∪"
            ),
        ),
        (b"\x8f\xf3", 0xF3, "ⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹⅠⅡ"),
        (
            b"\x8f\xf4",
            0xA1,
            (
                "ⅢⅣⅤⅥⅦⅧⅨⅩ＇＂㈱№℡炻仼僴凬匇匤﨎咊坙﨏塚增寬峵嵓﨑德悅愠敎昻晥晴朗栁﨓﨔橫櫢淸淲瀨凞猪甁"
                "皂皞益礰礼神祥福竧靖精綠緖羽荢﨟薰蘒﨡蠇諸譿賴赶﨣﨤逸郞都鄕﨧﨨閒隆﨩霻靍靑飯飼館馞髙魲鶴黑"
            ),
        ),
    ],
}

# Ten rows of either plane of JIS are the user's own; Unicode's private use area takes them.
_ROW = 94
for _plane, _first in ((b"", 0xE000), (b"\x8f", 0xE3AC)):
    for _number in range(10):
        _run = "".join(map(chr, range(_first + _number * _ROW, _first + (_number + 1) * _ROW)))
        for _charset in ("ujis", "eucjpms"):
            MORE_CHARACTERS.setdefault(_charset, []).append(
                (_plane + bytes([0xF5 + _number]), 0xA1, _run)
            )

CODECS = {
    "ascii": "ascii",
    "big5": "big5",
    "cp1250": "cp1250",
    "cp1251": "cp1251",
    "cp1256": "cp1256",
    "cp1257": "cp1257",
    "cp850": "cp850",
    "cp852": "cp852",
    "cp866": "cp866",
    "cp932": "cp932",
    "eucjpms": "euc_jp",
    "euckr": "cp949",
    "gb18030": "gb18030",
    "gb2312": "gb2312",
    "gbk": "gbk",
    "greek": "iso8859_7",
    "hebrew": "iso8859_8",
    "hp8": "hp_roman8",
    "koi8r": "koi8_r",
    "koi8u": "koi8_u",
    "latin1": "cp1252",
    "latin2": "iso8859_2",
    "latin5": "iso8859_9",
    "latin7": "iso8859_13",
    "macce": "mac_latin2",
    "macroman": "mac_roman",
    "sjis": "shift_jis",
    "swe7": "ascii",
    "tis620": "tis_620",
    "ucs2": "utf_16_be",
    "ujis": "euc_jp",
    "utf16": "utf_16_be",
    "utf16le": "utf_16_le",
    "utf32": "utf_32_be",
    "utf8mb3": "utf_8",
    "utf8mb4": "utf_8",
}

_WIDTHS = {
    **dict.fromkeys(("big5", "euckr", "gb2312", "gbk", "sjis", "cp932", "ucs2"), 2),
    **dict.fromkeys(("utf8mb3", "ujis", "eucjpms"), 3),
    **dict.fromkeys(("utf8mb4", "utf16", "utf16le", "utf32", "gb18030"), 4),
}

MAX_CHARSETS = 64  # more than there are


def _charsets() -> dict[int, str]:
    """Return charsets by the numbers of collations, and by those between two of one charset."""
    charsets = {number: name.partition("_")[0] for number, name in sorted(NAMES.items())}
    for number, following in pairwise(tuple(charsets)):
        if charsets[number] == charsets[following]:
            charsets.update(dict.fromkeys(range(number, following), charsets[number]))
    return charsets


_CHARSETS = _charsets()

CHARSETS = frozenset(_CHARSETS.values())


def charset_of(collation: int) -> str | None:
    """Return the name of the charset of a collation by its number, or None for an unknown one."""
    return _CHARSETS.get(collation)


def width_of(charset: str) -> int:
    """Return the most bytes of a character in a charset."""
    return _WIDTHS.get(charset, 1)


@lru_cache(MAX_CHARSETS)
def decoder(charset: str) -> Callable[[bytes], str]:
    """Return a function from the bytes of a text in a charset to the text.

    The function raises UnicodeDecodeError for bytes that are not valid in it.
    """
    if charset in UPPER_HALVES or charset in DIFFERENT_BYTES:
        table = _byte_table(charset)
        return lambda text: codecs.charmap_decode(text, "strict", table)[0]
    decode = codecs.getdecoder(CODECS[charset])
    errors = _register_more(charset) if charset in MORE_CHARACTERS else "strict"
    if charset in DIFFERENT_CHARACTERS:
        characters = DIFFERENT_CHARACTERS[charset]
        return lambda text: decode(text, errors)[0].translate(characters)
    return lambda text: decode(text, errors)[0]


def _byte_table(charset: str) -> str:
    if charset in UPPER_HALVES:
        return bytes(range(128)).decode() + UPPER_HALVES[charset]
    different = DIFFERENT_BYTES[charset]
    codec = CODECS[charset]
    return "".join(
        different.get(byte) or bytes([byte]).decode(codec, "replace").replace("\ufffd", NOTHING)
        for byte in range(256)
    )


def _register_more(charset: str) -> str:
    """Register what stands in for a codec's errors in this charset; return its name."""
    characters = {
        lead + bytes([last + i]): character
        for lead, last, run in MORE_CHARACTERS[charset]
        for i, character in enumerate(run)
        if character != NOTHING
    }

    def character_at(error: UnicodeError) -> tuple[str, int]:
        if isinstance(error, UnicodeDecodeError):
            for size in (2, 3):
                end = error.start + size
                character = characters.get(error.object[error.start : end])
                if character:
                    return character, end
        raise error

    name = f"binlog_kaitai.{charset}"
    codecs.register_error(name, character_at)
    return name

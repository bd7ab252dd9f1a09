"""What servers call the collations and locales that a log has by their numbers.

The names are those that MySQL 9.7, MySQL 5.6 and MariaDB 11.8 list in information_schema, and that
they give back where `lc_time_names` is set to a number.
"""

from __future__ import annotations

# charset: a number, the names from there on, without the charset's
_COLLATIONS = {
    "big5": "1 chinese_ci 84 bin",
    "latin2": "2 czech_cs 9 general_ci 21 hungarian_ci 27 croatian_ci 77 bin",
    "dec8": "3 swedish_ci 69 bin",
    "cp850": "4 general_ci 80 bin",
    "latin1": (
        "5 german1_ci 8 swedish_ci 15 danish_ci 31 german2_ci 47 bin general_ci general_cs 94 "
        "spanish_ci"
    ),
    "hp8": "6 english_ci 72 bin",
    "koi8r": "7 general_ci 74 bin",
    "swe7": "10 swedish_ci 82 bin",
    "ascii": "11 general_ci 65 bin",
    "ujis": "12 japanese_ci 91 bin",
    "sjis": "13 japanese_ci 88 bin",
    "cp1251": "14 bulgarian_ci 23 ukrainian_ci 50 bin general_ci general_cs",
    "hebrew": "16 general_ci 71 bin",
    "tis620": "18 thai_ci 89 bin",
    "euckr": "19 korean_ci 85 bin",
    "latin7": "20 estonian_cs 41 general_ci general_cs 79 bin",
    "koi8u": "22 general_ci 75 bin",
    "gb2312": "24 chinese_ci 86 bin",
    "greek": "25 general_ci 70 bin",
    "cp1250": "26 general_ci 34 czech_cs 44 croatian_ci 66 bin 99 polish_ci",
    "gbk": "28 chinese_ci 87 bin",
    "cp1257": "29 lithuanian_ci 58 bin general_ci",
    "latin5": "30 turkish_ci 78 bin",
    "armscii8": "32 general_ci 64 bin",
    "utf8mb3": (
        "33 general_ci 76 tolower_ci 83 bin 223 general_mysql500_ci 576 croatian_ci "
        "myanmar_ci thai_520_w2 general1400_as_ci"
    ),
    "ucs2": "35 general_ci 90 bin 159 general_mysql500_ci 640 croatian_ci myanmar_ci thai_520_w2",
    "cp866": "36 general_ci 68 bin",
    "keybcs2": "37 general_ci 73 bin",
    "macce": "38 general_ci 43 bin",
    "macroman": "39 general_ci 53 bin",
    "cp852": "40 general_ci 81 bin",
    "utf8mb4": (
        "45 general_ci bin 255 0900_ai_ci de_pb_0900_ai_ci is_0900_ai_ci lv_0900_ai_ci "
        "ro_0900_ai_ci sl_0900_ai_ci pl_0900_ai_ci et_0900_ai_ci es_0900_ai_ci sv_0900_ai_ci "
        "tr_0900_ai_ci cs_0900_ai_ci da_0900_ai_ci lt_0900_ai_ci sk_0900_ai_ci "
        "es_trad_0900_ai_ci la_0900_ai_ci 273 eo_0900_ai_ci hu_0900_ai_ci hr_0900_ai_ci 277 "
        "vi_0900_ai_ci 0900_as_cs de_pb_0900_as_cs is_0900_as_cs lv_0900_as_cs ro_0900_as_cs "
        "sl_0900_as_cs pl_0900_as_cs et_0900_as_cs es_0900_as_cs sv_0900_as_cs tr_0900_as_cs "
        "cs_0900_as_cs da_0900_as_cs lt_0900_as_cs sk_0900_as_cs es_trad_0900_as_cs "
        "la_0900_as_cs 296 eo_0900_as_cs hu_0900_as_cs hr_0900_as_cs 300 vi_0900_as_cs 303 "
        "ja_0900_as_cs ja_0900_as_cs_ks 0900_as_ci ru_0900_ai_ci ru_0900_as_cs zh_0900_as_cs "
        "0900_bin nb_0900_ai_ci nb_0900_as_cs nn_0900_ai_ci nn_0900_as_cs sr_latn_0900_ai_ci "
        "sr_latn_0900_as_cs bs_0900_ai_ci bs_0900_as_cs bg_0900_ai_ci bg_0900_as_cs "
        "gl_0900_ai_ci gl_0900_as_cs mn_cyrl_0900_ai_ci mn_cyrl_0900_as_cs 608 croatian_ci "
        "myanmar_ci thai_520_w2 general1400_as_ci"
    ),
    "utf16": "54 general_ci bin 672 croatian_ci myanmar_ci thai_520_w2",
    "utf16le": "56 general_ci 62 bin",
    "cp1256": "57 general_ci 67 bin",
    "utf32": "60 general_ci bin 736 croatian_ci myanmar_ci thai_520_w2",
    "geostd8": "92 general_ci bin",
    "cp932": "95 japanese_ci bin",
    "eucjpms": "97 japanese_ci bin",
    "gb18030": "248 chinese_ci bin unicode_520_ci",
}

# where each of these charsets has the collations of UCA 4.0.0 and 5.2.0
_UCA = {"ucs2": 128, "utf16": 101, "utf32": 160, "utf8mb3": 192, "utf8mb4": 224}

_UCA_NAMES = (
    "unicode icelandic latvian romanian slovenian polish estonian spanish swedish turkish "
    "czech danish lithuanian slovak spanish2 roman persian esperanto hungarian sinhala "
    "german2 croatian unicode_520 vietnamese "
)

# where each of these has MariaDB's collations of UCA 14.0.0, by language and manner of comparing
_UCA_1400 = {"utf8mb3": 2048, "utf8mb4": 2304, "ucs2": 2560, "utf16": 2816, "utf32": 3072}

# as `_UCA_NAMES`, without unicode; in some places MariaDB has none
_UCA_1400_NAMES = (
    "icelandic latvian romanian slovenian polish estonian spanish swedish turkish czech "
    "danish lithuanian slovak spanish2 roman persian esperanto hungarian sinhala german2 - - "
    "vietnamese croatian "
)

_MANNERS = "ai_ci ai_cs as_ci as_cs nopad_ai_ci nopad_ai_cs nopad_as_ci nopad_as_cs"

NO_PAD = 1024
"""How much higher MariaDB numbers a collation that does not pad."""

# what these are in MariaDB, which has a Croatian of its own
_MARIADB_CROATIAN = ("_croatian_ci", "_croatian_mysql561_ci")

_LOCALES = (
    "en_US en_GB ja_JP sv_SE de_DE fr_FR ar_AE ar_BH ar_JO ar_SA ar_SY be_BY bg_BG ca_ES "
    "cs_CZ da_DK de_AT es_ES et_EE eu_ES fi_FI fo_FO gl_ES gu_IN he_IL hi_IN hr_HR hu_HU "
    "id_ID is_IS it_CH ko_KR lt_LT lv_LV mk_MK mn_MN ms_MY nb_NO nl_NL pl_PL pt_BR pt_PT "
    "ro_RO ru_RU ru_UA sk_SK sl_SI sq_AL sr_RS ta_IN te_IN th_TH tr_TR uk_UA ur_PK vi_VN "
    "zh_CN zh_TW ar_DZ ar_EG ar_IN ar_IQ ar_KW ar_LB ar_LY ar_MA ar_OM ar_QA ar_SD ar_TN "
    "ar_YE de_BE de_CH de_LU en_AU en_CA en_IN en_NZ en_PH en_ZA en_ZW es_AR es_BO es_CL "
    "es_CO es_CR es_DO es_EC es_GT es_HN es_MX es_NI es_PA es_PE es_PR es_PY es_SV es_US "
    "es_UY es_VE fr_BE fr_CA fr_CH fr_LU it_IT nl_BE no_NO sv_FI zh_HK el_GR rm_CH ka_GE "
    "sw_KE "
)


def collation_name(number: int, *, is_mariadb: bool) -> str | int:
    """Return the name of a collation; its number where that is of none that is known."""
    name = NAMES.get(number)
    if name is None:
        return number
    if is_mariadb and number < NO_PAD:
        return _in_mariadb(number, name)
    return name


def collation_number(name: str) -> int | None:
    """Return the number of a collation; None if it is of no name that is known."""
    return _NUMBERS.get(name)


def locale_name(number: int) -> str | int:
    """Return the name of a locale; its number where that is of none that is known."""
    return _LOCALE_NAMES.get(number, number)


def _in_mariadb(number: int, name: str) -> str:
    is_of_uca = any(0 <= number - start < len(_UCA_NAMES.split()) for start in _UCA.values())
    return name.replace(*_MARIADB_CROATIAN) if is_of_uca else name


def _plain() -> dict[int, str]:
    names = {63: "binary"}
    for charset, listed in _COLLATIONS.items():
        number = 0
        for word in listed.split():
            if word.isdecimal():
                number = int(word)
            else:
                names[number] = f"{charset}_{word}"
                number += 1
    for charset, start in _UCA.items():
        for number, language in enumerate(_UCA_NAMES.split(), start):
            names[number] = f"{charset}_{language}_ci"
    return names


def _without_pad(names: dict[int, str]) -> dict[int, str]:
    parts = {number: name.rpartition("_") for number, name in names.items()}
    return {
        NO_PAD + number: f"{stem}_nopad_{manner}"
        for number, (stem, _, manner) in parts.items()
        if stem
    }


def _of_uca_1400() -> dict[int, str]:
    names = {}
    manners = _MANNERS.split()
    for charset, start in _UCA_1400.items():
        for place, language in enumerate(["", *_UCA_1400_NAMES.split()]):
            tailored = f"_{language}" if language else ""
            for number, manner in enumerate(manners, start + place * len(manners)):
                names[number] = f"{charset}_uca1400{tailored}_{manner}"
    return {number: name for number, name in names.items() if "_-_" not in name}


NAMES = _plain() | _without_pad(_plain()) | _of_uca_1400()
"""The names of collations by their numbers, which do not overlap where the servers differ."""

_NUMBERS = {name: number for number, name in reversed(NAMES.items())}

_LOCALE_NAMES = dict(enumerate(_LOCALES.split()))

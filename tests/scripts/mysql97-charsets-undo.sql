-- Takes back changes of rows, on MySQL. Written by binlog-kaitai.
-- What triggers did is among it: drop them before, or they do it twice.
SET @binlog_kaitai_sql_mode = @@SESSION.sql_mode;
SET @binlog_kaitai_time_zone = @@SESSION.time_zone;
SET @binlog_kaitai_foreign_key_checks = @@SESSION.foreign_key_checks;
SET @binlog_kaitai_character_set_client = @@SESSION.character_set_client;
SET @binlog_kaitai_character_set_results = @@SESSION.character_set_results;
SET @binlog_kaitai_collation_connection = @@SESSION.collation_connection;
SET NAMES utf8mb4;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00';

-- charsets.binlog at byte 16734, 2026-11-21 09:21:40.435324 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:29, thread 9
START TRANSACTION;
INSERT INTO `charsets`.`own` (`id`, `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`) VALUES (3, 'x', 'x', '汉', 'x', 'x', 'x', 'x', 'x');
COMMIT;

-- charsets.binlog at byte 16343, 2026-11-21 09:21:40.434152 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:28, thread 9
START TRANSACTION;
UPDATE `charsets`.`own` SET `a` = NULL, `c` = NULL WHERE `id` = 2;
COMMIT;

-- charsets.binlog at byte 15900, 2026-11-21 09:21:40.432773 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:27, thread 9
START TRANSACTION;
DELETE FROM `charsets`.`own` WHERE `id` IN (3, 2, 1);
COMMIT;

-- charsets.binlog at byte 15336, 2026-11-21 09:21:40.430222 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:26, thread 9
-- not undone: CREATE TABLE own ( id INT PRIMARY KEY, a VARCHAR(20) CHARACTER SET gb18030, b CHAR(5) CHARACTER SET gb18030, c ENUM('汉', '😀') CHARACTER SET gb18030, d VARCHAR(10) COLLATE utf8mb4_0900_as_cs, e VARCHAR

-- charsets.binlog at byte 15011, 2026-11-21 09:21:40.409991 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:25, thread 9
START TRANSACTION;
INSERT INTO `charsets`.`one_charset` (`id`, `a`, `b`, `c`) VALUES (3, 'x', 'x', 'x');
COMMIT;

-- charsets.binlog at byte 14671, 2026-11-21 09:21:40.409216 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:24, thread 9
START TRANSACTION;
UPDATE `charsets`.`one_charset` SET `b` = '' WHERE `id` = 2;
COMMIT;

-- charsets.binlog at byte 14326, 2026-11-21 09:21:40.407962 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:23, thread 9
START TRANSACTION;
DELETE FROM `charsets`.`one_charset` WHERE `id` IN (3, 2, 1);
COMMIT;

-- charsets.binlog at byte 14051, 2026-11-21 09:21:40.405767 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:22, thread 9
-- not undone: CREATE TABLE one_charset (id INT PRIMARY KEY, a VARCHAR(10), b TEXT, c CHAR(3)) CHARACTER SET cp1250

-- charsets.binlog at byte 13636, 2026-11-21 09:21:40.398841 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:21, thread 9
START TRANSACTION;
INSERT INTO `charsets`.`collations` (`id`, `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, `i`, `j`, `k`, `l`, `m`) VALUES (3, 'x', 'x', 'x', 'x', 'x', 'x', _utf16 X'0078', 'x', _ucs2 X'0078', _utf32 X'00000078', 'x', X'78', X'78');
COMMIT;

-- charsets.binlog at byte 13231, 2026-11-21 09:21:40.397724 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:20, thread 9
START TRANSACTION;
UPDATE `charsets`.`collations` SET `d` = NULL, `f` = NULL WHERE `id` = 2;
COMMIT;

-- charsets.binlog at byte 12741, 2026-11-21 09:21:40.395826 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:19, thread 9
START TRANSACTION;
DELETE FROM `charsets`.`collations` WHERE `id` IN (3, 2, 1);
COMMIT;

-- charsets.binlog at byte 12044, 2026-11-21 09:21:40.393337 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:18, thread 9
-- not undone: CREATE TABLE collations ( id INT PRIMARY KEY, a VARCHAR(10) COLLATE utf8mb4_general_ci, b VARCHAR(10) COLLATE utf8mb4_bin, c VARCHAR(10) COLLATE utf8mb4_unicode_520_ci, d VARCHAR(10) COLLATE utf8mb4_g

-- charsets.binlog at byte 11528, 2026-11-21 09:21:40.385596 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:17, thread 9
START TRANSACTION;
INSERT INTO `charsets`.`labels` (`id`, `el`, `sl`, `eu`, `su`, `eg`, `sg`, `es`, `ss`, `e2`, `s2`, `ec`, `ek`) VALUES (4, 'plain', 'ü', 'é', '😀', '汉', '字', '表', 'ソ', 'é', '漢', 'да', 'да');
COMMIT;

-- charsets.binlog at byte 11004, 2026-11-21 09:21:40.384685 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:16, thread 9
START TRANSACTION;
UPDATE `charsets`.`labels` SET `el` = NULL, `su` = NULL, `e2` = NULL WHERE `id` = 3;
COMMIT;

-- charsets.binlog at byte 10446, 2026-11-21 09:21:40.383545 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:15, thread 9
START TRANSACTION;
DELETE FROM `charsets`.`labels` WHERE `id` IN (4, 3, 2, 1);
COMMIT;

-- charsets.binlog at byte 9659, 2026-11-21 09:21:40.381320 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:14, thread 9
-- not undone: CREATE TABLE labels ( id INT PRIMARY KEY, el ENUM('é', 'ü', '€', 'plain') CHARACTER SET latin1, sl SET('é', 'ü', '€') CHARACTER SET latin1, eu ENUM('é', '😀', '漢字') CHARACTER SET utf8mb4, su SET('é', '

-- charsets.binlog at byte 9308, 2026-11-21 09:21:40.374167 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:13, thread 9
START TRANSACTION;
INSERT INTO `charsets`.`texts` (`id`, `a`, `b`, `c`, `d`, `e`, `f`) VALUES (4, 'x', _utf16 X'0078', 'x', 'x', _ucs2 X'0078', 'x');
COMMIT;

-- charsets.binlog at byte 8559, 2026-11-21 09:21:40.373251 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:12, thread 9
START TRANSACTION;
UPDATE `charsets`.`texts` SET `e` = NULL, `f` = NULL WHERE `id` = 3;
COMMIT;

-- charsets.binlog at byte 8144, 2026-11-21 09:21:40.371284 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:11, thread 9
START TRANSACTION;
DELETE FROM `charsets`.`texts` WHERE `id` IN (4, 3, 2, 1);
COMMIT;

-- charsets.binlog at byte 7738, 2026-11-21 09:21:40.369175 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:10, thread 9
-- not undone: CREATE TABLE texts ( id INT PRIMARY KEY, a TEXT CHARACTER SET utf8mb4, b TINYTEXT CHARACTER SET utf16, c MEDIUMTEXT CHARACTER SET sjis, d LONGTEXT CHARACTER SET cp1251, e TEXT CHARACTER SET ucs2, f TE

-- charsets.binlog at byte 7286, 2026-11-21 09:21:40.362713 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:9, thread 9
START TRANSACTION;
INSERT INTO `charsets`.`chars` (`id`, `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, `i`, `j`) VALUES (4, 'gone', 'gone', _ucs2 X'0067006F006E0065', _utf16 X'0067006F006E0065', _utf32 X'000000670000006F0000006E00000065', _utf32 X'000000670000006F0000006E00000065', _utf16 X'0067006F006E0065', 'gone', 'gone', 'gone');
COMMIT;

-- charsets.binlog at byte 6470, 2026-11-21 09:21:40.361887 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:8, thread 9
START TRANSACTION;
UPDATE `charsets`.`chars` SET `c` = '', `f` = '' WHERE `id` = 2;
COMMIT;

-- charsets.binlog at byte 5912, 2026-11-21 09:21:40.360913 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:7, thread 9
START TRANSACTION;
DELETE FROM `charsets`.`chars` WHERE `id` IN (4, 3, 2, 1);
COMMIT;

-- charsets.binlog at byte 5371, 2026-11-21 09:21:40.358702 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:6, thread 9
-- not undone: CREATE TABLE chars ( id INT PRIMARY KEY, a CHAR(5) CHARACTER SET utf8mb4, b CHAR(5) CHARACTER SET utf8, c CHAR(5) CHARACTER SET ucs2, d CHAR(5) CHARACTER SET utf16, e CHAR(5) CHARACTER SET utf32, f CH

-- charsets.binlog at byte 4426, 2026-11-21 09:21:40.351358 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:5, thread 9
START TRANSACTION;
INSERT INTO `charsets`.`varchars` (`id`, `utf8mb4`, `utf8`, `latin1`, `latin2`, `gbk`, `sjis`, `cp932`, `big5`, `euckr`, `ujis`, `eucjpms`, `gb2312`, `utf16`, `utf16le`, `utf32`, `ucs2`, `koi8r`, `koi8u`, `cp1250`, `cp1251`, `cp1256`, `cp1257`, `cp850`, `cp852`, `cp866`, `greek`, `hebrew`, `tis620`, `ascii`, `armscii8`, `geostd8`, `dec8`, `hp8`, `keybcs2`, `latin5`, `latin7`, `macce`, `macroman`, `swe7`) VALUES (5, 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', _utf16 X'0067006F006E0065', _utf16le X'67006F006E006500', _utf32 X'000000670000006F0000006E00000065', _ucs2 X'0067006F006E0065', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', 'gone', _swe7 X'676F6E65');
COMMIT;

-- charsets.binlog at byte 3661, 2026-11-21 09:21:40.350454 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:4, thread 9
START TRANSACTION;
UPDATE `charsets`.`varchars` SET `utf8mb4` = NULL, `latin1` = NULL, `gbk` = NULL, `sjis` = NULL, `utf16` = NULL WHERE `id` = 2;
COMMIT;

-- charsets.binlog at byte 2169, 2026-11-21 09:21:40.349433 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:3, thread 9
START TRANSACTION;
DELETE FROM `charsets`.`varchars` WHERE `id` IN (5, 4, 3, 2, 1);
COMMIT;

-- charsets.binlog at byte 355, 2026-11-21 09:21:40.345782 UTC, server 97, GTID f346a33e-e58c-11f1-b22e-02fc00000001:2, thread 9
-- not undone: CREATE TABLE varchars ( id INT PRIMARY KEY, utf8mb4 VARCHAR(20) CHARACTER SET utf8mb4, utf8 VARCHAR(20) CHARACTER SET utf8, latin1 VARCHAR(20) CHARACTER SET latin1, latin2 VARCHAR(20) CHARACTER SET la

SET SESSION sql_mode = @binlog_kaitai_sql_mode;
SET SESSION time_zone = @binlog_kaitai_time_zone;
SET SESSION foreign_key_checks = @binlog_kaitai_foreign_key_checks;
SET SESSION character_set_client = @binlog_kaitai_character_set_client;
SET SESSION character_set_results = @binlog_kaitai_character_set_results;
SET SESSION collation_connection = @binlog_kaitai_collation_connection;

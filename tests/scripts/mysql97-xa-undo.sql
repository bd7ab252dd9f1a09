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

-- xa.3.binlog at byte 854, 2026-11-22 02:26:38.576945 UTC, server 97, GTID 136813f4-e61c-11f1-99ae-02fc00000001:15, XA X'6f70656e',X'',1, thread 15
-- left out: tests/fixtures/mysql97/xa.3.binlog: at byte 1100: expected the log in which X'6f70656e',X'',1 is committed or rolled back, found a transaction of XA that is only prepared in what was given

-- xa.3.binlog at byte 554, 2026-11-22 02:26:38.546518 UTC, server 97, GTID 136813f4-e61c-11f1-99ae-02fc00000001:14, thread 15
START TRANSACTION;
INSERT INTO `xa`.`accounts` (`id`, `v`) VALUES (6, 'six');
COMMIT;

-- xa.2.binlog at byte 848, 2026-11-22 02:26:36.422958 UTC, server 97, GTID 136813f4-e61c-11f1-99ae-02fc00000001:11, XA X'6b657074',X'',1, thread 14
START TRANSACTION;
INSERT INTO `xa`.`accounts` (`id`, `v`) VALUES (4, 'four');
COMMIT;

-- xa.2.binlog at byte 198, 2026-11-22 02:26:36.380836 UTC, server 97, GTID 136813f4-e61c-11f1-99ae-02fc00000001:8, thread 14
START TRANSACTION;
DELETE FROM `xa`.`accounts` WHERE `id` IN (6);
COMMIT;

-- xa.1.binlog at byte 2281, 2026-11-22 02:26:34.719506 UTC, server 97, GTID 136813f4-e61c-11f1-99ae-02fc00000001:7, XA X'6c617465',X'6272616e6368',7, thread 13
START TRANSACTION;
UPDATE `xa`.`accounts` SET `id` = 3 WHERE `id` = 30;
COMMIT;

-- xa.1.binlog at byte 1076, 2026-11-22 02:26:33.671075 UTC, server 97, GTID 136813f4-e61c-11f1-99ae-02fc00000001:5, XA X'6b657074',X'',1, thread 11
START TRANSACTION;
DELETE FROM `xa`.`others` WHERE `id` IN (1);
UPDATE `xa`.`accounts` SET `v` = 'one' WHERE `id` = 1;
DELETE FROM `xa`.`accounts` WHERE `id` IN (4);
COMMIT;

-- xa.1.binlog at byte 756, 2026-11-22 02:26:33.662091 UTC, server 97, GTID 136813f4-e61c-11f1-99ae-02fc00000001:4, thread 11
START TRANSACTION;
DELETE FROM `xa`.`accounts` WHERE `id` IN (3, 2, 1);
COMMIT;

-- xa.1.binlog at byte 555, 2026-11-22 02:26:33.655145 UTC, server 97, GTID 136813f4-e61c-11f1-99ae-02fc00000001:3, thread 11
-- not undone: CREATE TABLE others (id INT PRIMARY KEY)

-- xa.1.binlog at byte 337, 2026-11-22 02:26:33.610882 UTC, server 97, GTID 136813f4-e61c-11f1-99ae-02fc00000001:2, thread 11
-- not undone: CREATE TABLE accounts (id INT PRIMARY KEY, v VARCHAR(10))

SET SESSION sql_mode = @binlog_kaitai_sql_mode;
SET SESSION time_zone = @binlog_kaitai_time_zone;
SET SESSION foreign_key_checks = @binlog_kaitai_foreign_key_checks;
SET SESSION character_set_client = @binlog_kaitai_character_set_client;
SET SESSION character_set_results = @binlog_kaitai_character_set_results;
SET SESSION collation_connection = @binlog_kaitai_collation_connection;

-- Repeats changes of rows, on MariaDB. Written by binlog-kaitai.
-- What triggers did is among it: drop them before, or they do it twice.
SET @binlog_kaitai_sql_mode = @@SESSION.sql_mode;
SET @binlog_kaitai_time_zone = @@SESSION.time_zone;
SET @binlog_kaitai_foreign_key_checks = @@SESSION.foreign_key_checks;
SET @binlog_kaitai_character_set_client = @@SESSION.character_set_client;
SET @binlog_kaitai_character_set_results = @@SESSION.character_set_results;
SET @binlog_kaitai_collation_connection = @@SESSION.collation_connection;
SET NAMES utf8mb4;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00';

-- xa.1.binlog at byte 365, 2026-11-22 02:26:54 UTC, server 118, GTID 0-118-1, thread 7
SET @binlog_kaitai_of_foreign_key_checks = @@SESSION.foreign_key_checks;
SET @binlog_kaitai_of_unique_checks = @@SESSION.unique_checks;
SET @binlog_kaitai_of_sql_auto_is_null = @@SESSION.sql_auto_is_null;
SET @binlog_kaitai_of_sql_mode = @@SESSION.sql_mode;
SET @binlog_kaitai_of_collation_connection = @@SESSION.collation_connection;
USE `xa`;
SET SESSION timestamp = 1795314414.000000;
SET SESSION foreign_key_checks = 1;
SET SESSION unique_checks = 1;
SET SESSION sql_auto_is_null = 0;
SET SESSION sql_mode = '';
SET SESSION collation_connection = 'utf8mb4_uca1400_ai_ci';
CREATE DATABASE xa;
SET SESSION foreign_key_checks = @binlog_kaitai_of_foreign_key_checks;
SET SESSION unique_checks = @binlog_kaitai_of_unique_checks;
SET SESSION sql_auto_is_null = @binlog_kaitai_of_sql_auto_is_null;
SET SESSION sql_mode = @binlog_kaitai_of_sql_mode;
SET SESSION collation_connection = @binlog_kaitai_of_collation_connection;
SET SESSION timestamp = DEFAULT;

-- xa.1.binlog at byte 490, 2026-11-22 02:26:54 UTC, server 118, GTID 0-118-2, thread 7
SET @binlog_kaitai_of_foreign_key_checks = @@SESSION.foreign_key_checks;
SET @binlog_kaitai_of_unique_checks = @@SESSION.unique_checks;
SET @binlog_kaitai_of_sql_auto_is_null = @@SESSION.sql_auto_is_null;
SET @binlog_kaitai_of_sql_mode = @@SESSION.sql_mode;
SET @binlog_kaitai_of_collation_connection = @@SESSION.collation_connection;
USE `xa`;
SET SESSION timestamp = 1795314414.000000;
SET SESSION foreign_key_checks = 1;
SET SESSION unique_checks = 1;
SET SESSION sql_auto_is_null = 0;
SET SESSION sql_mode = '';
SET SESSION collation_connection = 'utf8mb4_uca1400_ai_ci';
CREATE TABLE accounts (id INT PRIMARY KEY, v VARCHAR(10));
SET SESSION foreign_key_checks = @binlog_kaitai_of_foreign_key_checks;
SET SESSION unique_checks = @binlog_kaitai_of_unique_checks;
SET SESSION sql_auto_is_null = @binlog_kaitai_of_sql_auto_is_null;
SET SESSION sql_mode = @binlog_kaitai_of_sql_mode;
SET SESSION collation_connection = @binlog_kaitai_of_collation_connection;
SET SESSION timestamp = DEFAULT;

-- xa.1.binlog at byte 663, 2026-11-22 02:26:54 UTC, server 118, GTID 0-118-3, thread 7
SET @binlog_kaitai_of_foreign_key_checks = @@SESSION.foreign_key_checks;
SET @binlog_kaitai_of_unique_checks = @@SESSION.unique_checks;
SET @binlog_kaitai_of_sql_auto_is_null = @@SESSION.sql_auto_is_null;
SET @binlog_kaitai_of_sql_mode = @@SESSION.sql_mode;
SET @binlog_kaitai_of_collation_connection = @@SESSION.collation_connection;
USE `xa`;
SET SESSION timestamp = 1795314414.000000;
SET SESSION foreign_key_checks = 1;
SET SESSION unique_checks = 1;
SET SESSION sql_auto_is_null = 0;
SET SESSION sql_mode = '';
SET SESSION collation_connection = 'utf8mb4_uca1400_ai_ci';
CREATE TABLE others (id INT PRIMARY KEY);
SET SESSION foreign_key_checks = @binlog_kaitai_of_foreign_key_checks;
SET SESSION unique_checks = @binlog_kaitai_of_unique_checks;
SET SESSION sql_auto_is_null = @binlog_kaitai_of_sql_auto_is_null;
SET SESSION sql_mode = @binlog_kaitai_of_sql_mode;
SET SESSION collation_connection = @binlog_kaitai_of_collation_connection;
SET SESSION timestamp = DEFAULT;

-- xa.1.binlog at byte 819, 2026-11-22 02:26:54 UTC, server 118, GTID 0-118-4, thread 7
START TRANSACTION;
INSERT INTO `xa`.`accounts` (`id`, `v`) VALUES
  (1, 'one'),
  (2, 'two'),
  (3, 'three');
COMMIT;

-- xa.1.binlog at byte 1111, 2026-11-22 02:26:54 UTC, server 118, GTID 0-118-5, XA X'6b657074',X'',1, thread 7
START TRANSACTION;
INSERT INTO `xa`.`accounts` (`id`, `v`) VALUES (4, 'four');
UPDATE `xa`.`accounts` SET `v` = 'changed' WHERE `id` = 1;
INSERT INTO `xa`.`others` (`id`) VALUES (1);
COMMIT;

-- xa.1.binlog at byte 2342, 2026-11-22 02:26:55 UTC, server 118, GTID 0-118-7, XA X'6c617465',X'6272616e6368',7, thread 9
START TRANSACTION;
UPDATE `xa`.`accounts` SET `id` = 30 WHERE `id` = 3;
COMMIT;

-- xa.2.binlog at byte 379, 2026-11-22 02:26:56 UTC, server 118, GTID 0-118-8, thread 10
START TRANSACTION;
INSERT INTO `xa`.`accounts` (`id`, `v`) VALUES (6, 'six');
COMMIT;

-- xa.2.binlog at byte 919, 2026-11-22 02:26:56 UTC, server 118, GTID 0-118-11, XA X'6b657074',X'',1, thread 10
START TRANSACTION;
DELETE FROM `xa`.`accounts` WHERE `id` IN (4);
COMMIT;

-- xa.3.binlog at byte 683, 2026-11-22 02:26:58 UTC, server 118, GTID 0-118-14, thread 11
START TRANSACTION;
DELETE FROM `xa`.`accounts` WHERE `id` IN (6);
COMMIT;

-- xa.3.binlog at byte 924, 2026-11-22 02:26:58 UTC, server 118, GTID 0-118-15, XA X'6f70656e',X'',1, thread 11
-- left out: tests/fixtures/mariadb118/xa.3.binlog: at byte 1109: expected the log in which X'6f70656e',X'',1 is committed or rolled back, found a transaction of XA that is only prepared in what was given

SET SESSION sql_mode = @binlog_kaitai_sql_mode;
SET SESSION time_zone = @binlog_kaitai_time_zone;
SET SESSION foreign_key_checks = @binlog_kaitai_foreign_key_checks;
SET SESSION character_set_client = @binlog_kaitai_character_set_client;
SET SESSION character_set_results = @binlog_kaitai_character_set_results;
SET SESSION collation_connection = @binlog_kaitai_collation_connection;

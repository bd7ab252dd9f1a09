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

-- rotated.1.binlog at byte 1175, 2026-11-21 09:21:54.085323 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:5, thread 9
START TRANSACTION;
UPDATE `rotated`.`events` SET `v` = 'two' WHERE `id` = 2;
DELETE FROM `rotated`.`other` WHERE `id` IN (2, 1);
COMMIT;

-- rotated.1.binlog at byte 834, 2026-11-21 09:21:54.082282 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:4, thread 9
START TRANSACTION;
DELETE FROM `rotated`.`events` WHERE `id` IN (3, 2, 1);
COMMIT;

-- rotated.1.binlog at byte 597, 2026-11-21 09:21:54.079477 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:3, thread 9
-- not undone: CREATE TABLE other (id INT PRIMARY KEY, e ENUM('first', 'second'))

-- rotated.1.binlog at byte 352, 2026-11-21 09:21:54.073561 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:2, thread 9
-- not undone: CREATE TABLE events (id INT PRIMARY KEY, v VARCHAR(20), n BIGINT UNSIGNED)

SET SESSION sql_mode = @binlog_kaitai_sql_mode;
SET SESSION time_zone = @binlog_kaitai_time_zone;
SET SESSION foreign_key_checks = @binlog_kaitai_foreign_key_checks;
SET SESSION character_set_client = @binlog_kaitai_character_set_client;
SET SESSION character_set_results = @binlog_kaitai_character_set_results;
SET SESSION collation_connection = @binlog_kaitai_collation_connection;

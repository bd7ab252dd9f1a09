-- Repeats changes of rows, on MySQL. Written by binlog-kaitai.
-- What triggers did is among it: drop them before, or they do it twice.
SET @binlog_kaitai_sql_mode = @@SESSION.sql_mode;
SET @binlog_kaitai_time_zone = @@SESSION.time_zone;
SET @binlog_kaitai_foreign_key_checks = @@SESSION.foreign_key_checks;
SET @binlog_kaitai_character_set_client = @@SESSION.character_set_client;
SET @binlog_kaitai_character_set_results = @@SESSION.character_set_results;
SET @binlog_kaitai_collation_connection = @@SESSION.collation_connection;
SET NAMES utf8mb4;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00';

-- rotated.1.binlog at byte 158, 2026-11-21 09:21:54.065207 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:1, thread 9
SET @binlog_kaitai_of_foreign_key_checks = @@SESSION.foreign_key_checks;
SET @binlog_kaitai_of_unique_checks = @@SESSION.unique_checks;
SET @binlog_kaitai_of_sql_auto_is_null = @@SESSION.sql_auto_is_null;
SET @binlog_kaitai_of_sql_mode = @@SESSION.sql_mode;
SET @binlog_kaitai_of_collation_connection = @@SESSION.collation_connection;
SET @binlog_kaitai_of_default_collation_for_utf8mb4 = @@SESSION.default_collation_for_utf8mb4;
USE `rotated`;
SET SESSION timestamp = 1795252914.000000;
SET SESSION foreign_key_checks = 1;
SET SESSION unique_checks = 1;
SET SESSION sql_auto_is_null = 0;
SET SESSION sql_mode = '';
SET SESSION collation_connection = 'utf8mb4_0900_ai_ci';
SET SESSION default_collation_for_utf8mb4 = 'utf8mb4_0900_ai_ci';
CREATE DATABASE rotated;
SET SESSION foreign_key_checks = @binlog_kaitai_of_foreign_key_checks;
SET SESSION unique_checks = @binlog_kaitai_of_unique_checks;
SET SESSION sql_auto_is_null = @binlog_kaitai_of_sql_auto_is_null;
SET SESSION sql_mode = @binlog_kaitai_of_sql_mode;
SET SESSION collation_connection = @binlog_kaitai_of_collation_connection;
SET SESSION default_collation_for_utf8mb4 = @binlog_kaitai_of_default_collation_for_utf8mb4;
SET SESSION timestamp = DEFAULT;

-- rotated.1.binlog at byte 352, 2026-11-21 09:21:54.073561 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:2, thread 9
SET @binlog_kaitai_of_foreign_key_checks = @@SESSION.foreign_key_checks;
SET @binlog_kaitai_of_unique_checks = @@SESSION.unique_checks;
SET @binlog_kaitai_of_sql_auto_is_null = @@SESSION.sql_auto_is_null;
SET @binlog_kaitai_of_sql_mode = @@SESSION.sql_mode;
SET @binlog_kaitai_of_collation_connection = @@SESSION.collation_connection;
SET @binlog_kaitai_of_default_collation_for_utf8mb4 = @@SESSION.default_collation_for_utf8mb4;
USE `rotated`;
SET SESSION timestamp = 1795252914.000000;
SET SESSION foreign_key_checks = 1;
SET SESSION unique_checks = 1;
SET SESSION sql_auto_is_null = 0;
SET SESSION sql_mode = '';
SET SESSION collation_connection = 'utf8mb4_0900_ai_ci';
SET SESSION default_collation_for_utf8mb4 = 'utf8mb4_0900_ai_ci';
CREATE TABLE events (id INT PRIMARY KEY, v VARCHAR(20), n BIGINT UNSIGNED);
SET SESSION foreign_key_checks = @binlog_kaitai_of_foreign_key_checks;
SET SESSION unique_checks = @binlog_kaitai_of_unique_checks;
SET SESSION sql_auto_is_null = @binlog_kaitai_of_sql_auto_is_null;
SET SESSION sql_mode = @binlog_kaitai_of_sql_mode;
SET SESSION collation_connection = @binlog_kaitai_of_collation_connection;
SET SESSION default_collation_for_utf8mb4 = @binlog_kaitai_of_default_collation_for_utf8mb4;
SET SESSION timestamp = DEFAULT;

-- rotated.1.binlog at byte 597, 2026-11-21 09:21:54.079477 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:3, thread 9
SET @binlog_kaitai_of_foreign_key_checks = @@SESSION.foreign_key_checks;
SET @binlog_kaitai_of_unique_checks = @@SESSION.unique_checks;
SET @binlog_kaitai_of_sql_auto_is_null = @@SESSION.sql_auto_is_null;
SET @binlog_kaitai_of_sql_mode = @@SESSION.sql_mode;
SET @binlog_kaitai_of_collation_connection = @@SESSION.collation_connection;
SET @binlog_kaitai_of_default_collation_for_utf8mb4 = @@SESSION.default_collation_for_utf8mb4;
USE `rotated`;
SET SESSION timestamp = 1795252914.000000;
SET SESSION foreign_key_checks = 1;
SET SESSION unique_checks = 1;
SET SESSION sql_auto_is_null = 0;
SET SESSION sql_mode = '';
SET SESSION collation_connection = 'utf8mb4_0900_ai_ci';
SET SESSION default_collation_for_utf8mb4 = 'utf8mb4_0900_ai_ci';
CREATE TABLE other (id INT PRIMARY KEY, e ENUM('first', 'second'));
SET SESSION foreign_key_checks = @binlog_kaitai_of_foreign_key_checks;
SET SESSION unique_checks = @binlog_kaitai_of_unique_checks;
SET SESSION sql_auto_is_null = @binlog_kaitai_of_sql_auto_is_null;
SET SESSION sql_mode = @binlog_kaitai_of_sql_mode;
SET SESSION collation_connection = @binlog_kaitai_of_collation_connection;
SET SESSION default_collation_for_utf8mb4 = @binlog_kaitai_of_default_collation_for_utf8mb4;
SET SESSION timestamp = DEFAULT;

-- rotated.1.binlog at byte 834, 2026-11-21 09:21:54.082282 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:4, thread 9
START TRANSACTION;
INSERT INTO `rotated`.`events` (`id`, `v`, `n`) VALUES
  (1, 'one', 1),
  (2, 'two', 2),
  (3, NULL, NULL);
COMMIT;

-- rotated.1.binlog at byte 1175, 2026-11-21 09:21:54.085323 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:5, thread 9
START TRANSACTION;
INSERT INTO `rotated`.`other` (`id`, `e`) VALUES
  (1, 'first'),
  (2, 'first');
UPDATE `rotated`.`events` SET `v` = 'zwei' WHERE `id` = 2;
COMMIT;

-- rotated.2.binlog at byte 198, 2026-11-21 09:21:54.091897 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:6, thread 9
START TRANSACTION;
UPDATE `rotated`.`other` SET `e` = 'second' WHERE `id` = 2;
DELETE FROM `rotated`.`events` WHERE `id` IN (3);
COMMIT;

-- rotated.2.binlog at byte 653, 2026-11-21 09:21:54.092476 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:7, thread 9
START TRANSACTION;
INSERT INTO `rotated`.`events` (`id`, `v`, `n`) VALUES (4, 'four', 18446744073709551615);
COMMIT;

-- rotated.2.binlog at byte 973, 2026-11-21 09:21:54.097958 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:8, thread 9
SET @binlog_kaitai_of_foreign_key_checks = @@SESSION.foreign_key_checks;
SET @binlog_kaitai_of_unique_checks = @@SESSION.unique_checks;
SET @binlog_kaitai_of_sql_auto_is_null = @@SESSION.sql_auto_is_null;
SET @binlog_kaitai_of_sql_mode = @@SESSION.sql_mode;
SET @binlog_kaitai_of_collation_connection = @@SESSION.collation_connection;
SET @binlog_kaitai_of_default_collation_for_utf8mb4 = @@SESSION.default_collation_for_utf8mb4;
USE `rotated`;
SET SESSION timestamp = 1795252914.000000;
SET SESSION foreign_key_checks = 1;
SET SESSION unique_checks = 1;
SET SESSION sql_auto_is_null = 0;
SET SESSION sql_mode = '';
SET SESSION collation_connection = 'utf8mb4_0900_ai_ci';
SET SESSION default_collation_for_utf8mb4 = 'utf8mb4_0900_ai_ci';
ALTER TABLE other ADD COLUMN added INT DEFAULT 5;
SET SESSION foreign_key_checks = @binlog_kaitai_of_foreign_key_checks;
SET SESSION unique_checks = @binlog_kaitai_of_unique_checks;
SET SESSION sql_auto_is_null = @binlog_kaitai_of_sql_auto_is_null;
SET SESSION sql_mode = @binlog_kaitai_of_sql_mode;
SET SESSION collation_connection = @binlog_kaitai_of_collation_connection;
SET SESSION default_collation_for_utf8mb4 = @binlog_kaitai_of_default_collation_for_utf8mb4;
SET SESSION timestamp = DEFAULT;

-- rotated.2.binlog at byte 1192, 2026-11-21 09:21:54.100031 UTC, server 97, GTID fbde3e80-e58c-11f1-9cc5-02fc00000001:9, thread 9
START TRANSACTION;
INSERT INTO `rotated`.`other` (`id`, `e`, `added`) VALUES (3, 'second', NULL);
COMMIT;

SET SESSION sql_mode = @binlog_kaitai_sql_mode;
SET SESSION time_zone = @binlog_kaitai_time_zone;
SET SESSION foreign_key_checks = @binlog_kaitai_foreign_key_checks;
SET SESSION character_set_client = @binlog_kaitai_character_set_client;
SET SESSION character_set_results = @binlog_kaitai_character_set_results;
SET SESSION collation_connection = @binlog_kaitai_collation_connection;

DROP DATABASE IF EXISTS bench

CREATE DATABASE bench

USE bench

CREATE TABLE numbers (n INT NOT NULL PRIMARY KEY)

INSERT INTO numbers
WITH RECURSIVE counted (n) AS (
  SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 400000
)
SELECT n FROM counted

CREATE TABLE sbtest (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  k INT NOT NULL,
  c CHAR(60) NOT NULL,
  pad VARCHAR(60) NOT NULL,
  amount DECIMAL(12,2) NOT NULL,
  created DATETIME(6) NOT NULL,
  updated TIMESTAMP NULL,
  flag TINYINT UNSIGNED,
  score DOUBLE,
  note TEXT NULL
)

-- the rows that the workloads put into the other table
CREATE TABLE prepared LIKE sbtest

INSERT INTO prepared
SELECT
  n,
  n * 7919 % 100000,
  LEFT(SHA2(n, 256), 32),
  CONCAT(LEFT(SHA2(-n, 256), 32), ':', n),
  n * 31.07 - 5000000,
  '2026-01-01 00:00:00.000001' + INTERVAL n * 1234567 MICROSECOND,
  IF(n % 6 = 0, NULL, '2026-03-01' + INTERVAL n SECOND),
  n % 256,
  SQRT(n) * 1000,
  IF(n % 3 = 1, NULL, REPEAT('word ', n % 9))
FROM numbers ORDER BY n

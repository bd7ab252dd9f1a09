SET SESSION group_concat_max_len = 1000000

SET @columns = (
  SELECT GROUP_CONCAT(CONCAT(
    'i', n, ' INT NULL, b', n, ' BIGINT NULL, v', n, ' VARCHAR(20) NULL, d', n, ' DECIMAL(9,2) NULL, ',
    't', n, ' DATETIME NULL, f', n, ' DOUBLE NULL'
  ) ORDER BY n SEPARATOR ', ')
  FROM numbers WHERE n <= 50
)

SET @values = (
  SELECT GROUP_CONCAT(CONCAT(
    'k + ', n, ', id * ', n, ', LEFT(pad, ', n % 20, '), amount / 10, created, score'
  ) ORDER BY n SEPARATOR ', ')
  FROM numbers WHERE n <= 50
)

SET @statement = CONCAT('CREATE TABLE wide (id INT NOT NULL PRIMARY KEY, ', @columns, ')')

PREPARE making FROM @statement

EXECUTE making

SET @statement = CONCAT('INSERT INTO wide SELECT id, ', @values, ' FROM prepared WHERE id <= 20000')

PREPARE filling FROM @statement

EXECUTE filling

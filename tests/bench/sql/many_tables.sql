CREATE PROCEDURE make_tables(num_tables INT)
BEGIN
  DECLARE n INT DEFAULT 0;
  WHILE n < num_tables DO
    SET @statement = CONCAT(
      'CREATE TABLE t', n, ' (id INT AUTO_INCREMENT PRIMARY KEY, a BIGINT, b VARCHAR(60), ',
      'c DECIMAL(10,2), d DATETIME(3), e JSON)'
    );
    PREPARE making FROM @statement;
    EXECUTE making;
    SET n = n + 1;
  END WHILE;
END

CREATE PROCEDURE fill(num_tables INT, steps INT)
BEGIN
  DECLARE step, n INT DEFAULT 0;
  WHILE step < steps DO
    SET n = 0;
    WHILE n < num_tables DO
      SET @statement = CONCAT(
        'INSERT INTO t', n, ' (a, b, c, d, e) VALUES ',
        '(', step, ', "some text of row ', step, '", ', step, '.25, NOW(3), JSON_OBJECT("k", ', step,
        ')), (', step, ', "more", 1.5, NOW(3), NULL)'
      );
      PREPARE filling FROM @statement;
      EXECUTE filling;
      SET n = n + 1;
    END WHILE;
    SET step = step + 1;
  END WHILE;
END

CALL make_tables(1000)

CALL fill(1000, 60)

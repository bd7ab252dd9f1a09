-- a table that does not keep its rows, so that only the log takes room
ALTER TABLE sbtest MODIFY note MEDIUMTEXT NULL, ENGINE = BLACKHOLE

CREATE PROCEDURE fill(first INT, rounds INT)
BEGIN
  DECLARE done INT DEFAULT 0;
  WHILE done < rounds DO
    INSERT INTO sbtest
    SELECT
      (first + done) * 400000 + id, k, c, pad, amount, created, updated, flag, score,
      IF(id % 2000 = 0, REPEAT('text ', 20000), note)
    FROM prepared ORDER BY prepared.id;
    SET done = done + 1;
  END WHILE;
END

-- the server begins another log after a transaction that ends behind 1 GiB
CALL fill(0, 10)

-- but not within one
START TRANSACTION

CALL fill(10, 50)

INSERT INTO sbtest
SELECT 30000000 + id, k, c, pad, amount, created, updated, flag, score, REPEAT('text ', 200000)
FROM prepared WHERE id <= 256 ORDER BY prepared.id

COMMIT

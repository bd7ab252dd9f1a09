CREATE PROCEDURE work(steps INT)
BEGIN
  DECLARE n INT DEFAULT 1;
  WHILE n <= steps DO
    INSERT INTO sbtest SELECT * FROM prepared WHERE id = n;
    IF n % 3 = 0 THEN
      UPDATE sbtest SET k = k + 1, amount = amount + 0.25 WHERE id = n;
    END IF;
    IF n % 7 = 0 THEN
      DELETE FROM sbtest WHERE id = n - 4;
    END IF;
    SET n = n + 1;
  END WHILE;
END

CALL work(150000)

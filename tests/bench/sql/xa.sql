CREATE PROCEDURE work(steps INT)
BEGIN
  DECLARE n INT DEFAULT 1;
  WHILE n <= steps DO
    XA START 'bench';
    INSERT INTO sbtest SELECT * FROM prepared WHERE id = n;
    XA END 'bench';
    XA PREPARE 'bench';
    XA COMMIT 'bench';
    SET n = n + 1;
  END WHILE;
END

CALL work(20000)

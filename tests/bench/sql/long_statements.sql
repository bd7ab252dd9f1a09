CREATE TABLE noted (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, a BIGINT, b VARCHAR(800))

CREATE PROCEDURE note(steps INT)
BEGIN
  DECLARE n INT DEFAULT 0;
  WHILE n < steps DO
    SET @text = CONCAT(SHA2(n, 512), SHA2(-n, 512), REPEAT('text ', n % 40));
    EXECUTE IMMEDIATE CONCAT('INSERT INTO noted (a, b) VALUES (', n, ', ''', @text, ''')');
    SET n = n + 1;
  END WHILE;
END

CALL note(30000)

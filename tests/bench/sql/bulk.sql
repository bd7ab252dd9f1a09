INSERT INTO sbtest SELECT * FROM prepared ORDER BY id

UPDATE sbtest SET k = k + 1, amount = amount + 0.25 WHERE id % 4 = 0

DELETE FROM sbtest WHERE id % 10 = 0

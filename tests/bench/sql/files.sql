INSERT INTO sbtest SELECT * FROM prepared WHERE id = 1

DELETE FROM sbtest

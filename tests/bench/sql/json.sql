CREATE TABLE documents (id BIGINT NOT NULL PRIMARY KEY, doc JSON, revised DATETIME(3))

INSERT INTO documents
SELECT
  n,
  JSON_OBJECT(
    'id', n,
    'name', CONCAT('Customer number ', n),
    'active', n % 3 = 0 AND TRUE,
    'balance', n * 31.07,
    'score', SQRT(n),
    'since', DATE('2001-01-01') + INTERVAL n % 9000 DAY,
    'seen', TIMESTAMP('2026-01-01 00:00:00') + INTERVAL n * 1234567 MICROSECOND,
    'parent', IF(n % 5 = 0, NULL, n - 1),
    'tags', JSON_ARRAY('red', LEFT(SHA2(n, 256), 32), n % 100, n * 10000000000, SQRT(n) / 3),
    'address', JSON_OBJECT(
      'street', CONCAT(n % 400, ' Main Street'),
      'city', ELT(1 + n % 4, 'Köln', 'Paris', 'São Paulo', '東京'),
      'place', JSON_OBJECT('lat', n / 10000e0, 'lon', -n / 7000e0, 'exact', TRUE)
    ),
    'lines', JSON_ARRAY(
      JSON_OBJECT('sku', n % 977, 'price', n % 100 + 0.99),
      JSON_OBJECT('sku', n % 911, 'price', n % 50 + 0.49, 'gift', FALSE)
    )
  ),
  '2026-03-01' + INTERVAL n SECOND
FROM numbers WHERE n <= 80000 ORDER BY n

UPDATE documents SET doc = JSON_SET(doc, '$.score', 1.5e0, '$.address.city', 'Roma')
WHERE id % 8 = 0

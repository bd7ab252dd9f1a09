-- Takes back changes of rows, on MySQL. Written by binlog-kaitai.
-- What triggers did is among it: drop them before, or they do it twice.
SET @binlog_kaitai_sql_mode = @@SESSION.sql_mode;
SET @binlog_kaitai_time_zone = @@SESSION.time_zone;
SET @binlog_kaitai_foreign_key_checks = @@SESSION.foreign_key_checks;
SET @binlog_kaitai_character_set_client = @@SESSION.character_set_client;
SET @binlog_kaitai_character_set_results = @@SESSION.character_set_results;
SET @binlog_kaitai_collation_connection = @@SESSION.collation_connection;
SET NAMES utf8mb4;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00';

-- types.binlog at byte 260436, 2026-11-21 09:25:37.195954 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:113, thread 9
START TRANSACTION;
INSERT INTO `types`.`vectors` (`id`, `v`, `big`, `d`) VALUES (4, NULL, NULL, NULL);
COMMIT;

-- types.binlog at byte 260076, 2026-11-21 09:25:37.194695 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:112, thread 9
START TRANSACTION;
UPDATE `types`.`vectors` SET `v` = X'0000E040' WHERE `id` = 3;
COMMIT;

-- types.binlog at byte 258468, 2026-11-21 09:25:37.192840 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:111, thread 9
START TRANSACTION;
DELETE FROM `types`.`vectors` WHERE `id` IN (4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 258220, 2026-11-21 09:25:37.190462 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:110, thread 9
-- not undone: CREATE TABLE vectors (id INT PRIMARY KEY, v VECTOR(4), big VECTOR(300), d VECTOR)

-- types.binlog at byte 191781, 2026-11-21 09:25:37.182417 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:109, thread 9
START TRANSACTION;
DELETE FROM `types`.`json_large` WHERE `id` IN (1);
COMMIT;

-- types.binlog at byte 191553, 2026-11-21 09:25:37.178342 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:108, thread 9
-- not undone: CREATE TABLE json_large (id INT PRIMARY KEY, j JSON NOT NULL)

-- types.binlog at byte 191244, 2026-11-21 09:25:37.171167 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:107, thread 9
START TRANSACTION;
INSERT INTO `types`.`json_values` (`id`, `j`) VALUES (40, CAST('"gone"' AS JSON));
COMMIT;

-- types.binlog at byte 190924, 2026-11-21 09:25:37.169966 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:106, thread 9
START TRANSACTION;
UPDATE `types`.`json_values` SET `j` = CAST('true' AS JSON) WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 190487, 2026-11-21 09:25:37.168906 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:105, thread 9
START TRANSACTION;
UPDATE `types`.`json_values` SET `j` = CAST(CAST('2026-11-21' AS DATE) AS JSON) WHERE `id` = 63;
UPDATE `types`.`json_values` SET `j` = NULL WHERE `id` = 37;
UPDATE `types`.`json_values` SET `j` = CAST(0.1e0 AS JSON) WHERE `id` = 22;
COMMIT;

-- types.binlog at byte 190061, 2026-11-21 09:25:37.168041 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:104, thread 9
START TRANSACTION;
INSERT INTO `types`.`json_sources` (`id`, `ts`, `e`, `s`, `y`, `b`, `vb`, `bt`, `t`, `tb`, `bi`, `d`, `j`) VALUES (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, CAST('[null, null, null, null, null, null, null, null, null, null, null]' AS JSON));
COMMIT;

-- types.binlog at byte 189383, 2026-11-21 09:25:37.167274 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:103, thread 9
START TRANSACTION;
UPDATE `types`.`json_sources` SET `j` = CAST('null' AS JSON), `ts` = NULL WHERE `id` = 3;
UPDATE `types`.`json_sources` SET `j` = NULL, `ts` = NULL WHERE `id` = 2;
UPDATE `types`.`json_sources` SET `j` = NULL, `ts` = '2026-11-21 10:11:12.345' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 188941, 2026-11-21 09:25:37.166253 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:102, thread 9
START TRANSACTION;
DELETE FROM `types`.`json_sources` WHERE `id` IN (3, 2, 1);
COMMIT;

-- types.binlog at byte 188557, 2026-11-21 09:25:37.164145 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:101, thread 9
-- not undone: CREATE TABLE json_sources ( id INT PRIMARY KEY, ts TIMESTAMP(3) NULL, e ENUM('a','b'), s SET('x','y'), y YEAR, b BLOB, vb VARBINARY(10), bt BIT(12), t TEXT, tb TINYBLOB, bi BINARY(3), d DECIMAL(10,4),

-- types.binlog at byte 187461, 2026-11-21 09:25:37.157026 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:100, thread 9
START TRANSACTION;
DELETE FROM `types`.`json_values` WHERE `id` IN (73, 72, 71, 70, 69, 68, 67, 66, 65, 64, 63, 62, 61, 60);
COMMIT;

-- types.binlog at byte 153599, 2026-11-21 09:25:37.153900 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:99, thread 9
START TRANSACTION;
DELETE FROM `types`.`json_values` WHERE `id` IN (56, 55, 54, 53, 52, 51, 50);
COMMIT;

-- types.binlog at byte 152316, 2026-11-21 09:25:37.151018 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:98, thread 9
START TRANSACTION;
DELETE FROM `types`.`json_values` WHERE `id` IN (40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 152096, 2026-11-21 09:25:37.148490 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:97, thread 9
-- not undone: CREATE TABLE json_values (id INT PRIMARY KEY, j JSON)

-- types.binlog at byte 151756, 2026-11-21 09:25:37.142788 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:96, thread 9
START TRANSACTION;
INSERT INTO `types`.`geometries_srid` (`id`, `g`, `p`) VALUES (4, NULL, X'E61000000101000000000000000000F03F000000000000F03F');
COMMIT;

-- types.binlog at byte 151294, 2026-11-21 09:25:37.141345 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:95, thread 9
START TRANSACTION;
UPDATE `types`.`geometries_srid` SET `g` = X'110F00000102000000020000000000000000000000000000000000000000000000000024400000000000003440' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 150757, 2026-11-21 09:25:37.140110 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:94, thread 9
START TRANSACTION;
DELETE FROM `types`.`geometries_srid` WHERE `id` IN (4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 150499, 2026-11-21 09:25:37.137721 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:93, thread 9
-- not undone: CREATE TABLE geometries_srid (id INT PRIMARY KEY, g GEOMETRY, p POINT NOT NULL SRID 4326)

-- types.binlog at byte 148018, 2026-11-21 09:25:37.124662 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:92, thread 9
START TRANSACTION;
INSERT INTO `types`.`columns_301` (`id`, `c001`, `c002`, `c003`, `c004`, `c005`, `c006`, `c007`, `c008`, `c009`, `c010`, `c011`, `c012`, `c013`, `c014`, `c015`, `c016`, `c017`, `c018`, `c019`, `c020`, `c021`, `c022`, `c023`, `c024`, `c025`, `c026`, `c027`, `c028`, `c029`, `c030`, `c031`, `c032`, `c033`, `c034`, `c035`, `c036`, `c037`, `c038`, `c039`, `c040`, `c041`, `c042`, `c043`, `c044`, `c045`, `c046`, `c047`, `c048`, `c049`, `c050`, `c051`, `c052`, `c053`, `c054`, `c055`, `c056`, `c057`, `c058`, `c059`, `c060`, `c061`, `c062`, `c063`, `c064`, `c065`, `c066`, `c067`, `c068`, `c069`, `c070`, `c071`, `c072`, `c073`, `c074`, `c075`, `c076`, `c077`, `c078`, `c079`, `c080`, `c081`, `c082`, `c083`, `c084`, `c085`, `c086`, `c087`, `c088`, `c089`, `c090`, `c091`, `c092`, `c093`, `c094`, `c095`, `c096`, `c097`, `c098`, `c099`, `c100`, `c101`, `c102`, `c103`, `c104`, `c105`, `c106`, `c107`, `c108`, `c109`, `c110`, `c111`, `c112`, `c113`, `c114`, `c115`, `c116`, `c117`, `c118`, `c119`, `c120`, `c121`, `c122`, `c123`, `c124`, `c125`, `c126`, `c127`, `c128`, `c129`, `c130`, `c131`, `c132`, `c133`, `c134`, `c135`, `c136`, `c137`, `c138`, `c139`, `c140`, `c141`, `c142`, `c143`, `c144`, `c145`, `c146`, `c147`, `c148`, `c149`, `c150`, `c151`, `c152`, `c153`, `c154`, `c155`, `c156`, `c157`, `c158`, `c159`, `c160`, `c161`, `c162`, `c163`, `c164`, `c165`, `c166`, `c167`, `c168`, `c169`, `c170`, `c171`, `c172`, `c173`, `c174`, `c175`, `c176`, `c177`, `c178`, `c179`, `c180`, `c181`, `c182`, `c183`, `c184`, `c185`, `c186`, `c187`, `c188`, `c189`, `c190`, `c191`, `c192`, `c193`, `c194`, `c195`, `c196`, `c197`, `c198`, `c199`, `c200`, `c201`, `c202`, `c203`, `c204`, `c205`, `c206`, `c207`, `c208`, `c209`, `c210`, `c211`, `c212`, `c213`, `c214`, `c215`, `c216`, `c217`, `c218`, `c219`, `c220`, `c221`, `c222`, `c223`, `c224`, `c225`, `c226`, `c227`, `c228`, `c229`, `c230`, `c231`, `c232`, `c233`, `c234`, `c235`, `c236`, `c237`, `c238`, `c239`, `c240`, `c241`, `c242`, `c243`, `c244`, `c245`, `c246`, `c247`, `c248`, `c249`, `c250`, `c251`, `c252`, `c253`, `c254`, `c255`, `c256`, `c257`, `c258`, `c259`, `c260`, `c261`, `c262`, `c263`, `c264`, `c265`, `c266`, `c267`, `c268`, `c269`, `c270`, `c271`, `c272`, `c273`, `c274`, `c275`, `c276`, `c277`, `c278`, `c279`, `c280`, `c281`, `c282`, `c283`, `c284`, `c285`, `c286`, `c287`, `c288`, `c289`, `c290`, `c291`, `c292`, `c293`, `c294`, `c295`, `c296`, `c297`, `c298`, `c299`, `漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢`) VALUES (3, 3, NULL, NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3, 3, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3, NULL);
COMMIT;

-- types.binlog at byte 145440, 2026-11-21 09:25:37.123793 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:91, thread 9
START TRANSACTION;
UPDATE `types`.`columns_301` SET `c150` = NULL, `c251` = -5, `漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢` = NULL WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 142863, 2026-11-21 09:25:37.122537 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:90, thread 9
START TRANSACTION;
DELETE FROM `types`.`columns_301` WHERE `id` IN (3, 2, 1);
COMMIT;

-- types.binlog at byte 138161, 2026-11-21 09:25:37.115539 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:89, thread 9
-- not undone: CREATE TABLE columns_301 ( id INT PRIMARY KEY, c001 TINYINT, c002 TINYINT, c003 TINYINT, c004 TINYINT, c005 TINYINT, c006 TINYINT, c007 TINYINT, c008 TINYINT, c009 TINYINT, c010 TINYINT, c011 TINYINT,

-- types.binlog at byte 137861, 2026-11-21 09:25:37.093413 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:88, thread 9
START TRANSACTION;
INSERT INTO `types`.`keyless` (`id`, `v`) VALUES (4, 'z');
COMMIT;

-- types.binlog at byte 137548, 2026-11-21 09:25:37.090892 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:87, thread 9
START TRANSACTION;
UPDATE `types`.`keyless` SET `id` = NULL WHERE `id` <=> 3 AND CAST(`v` AS BINARY) <=> 'y' LIMIT 1;
COMMIT;

-- types.binlog at byte 137233, 2026-11-21 09:25:37.090070 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:86, thread 9
START TRANSACTION;
DELETE FROM `types`.`keyless` WHERE `id` <=> 4 AND CAST(`v` AS BINARY) <=> 'z' LIMIT 1;
DELETE FROM `types`.`keyless` WHERE `id` <=> NULL AND CAST(`v` AS BINARY) <=> 'y' LIMIT 1;
DELETE FROM `types`.`keyless` WHERE `id` <=> 2 AND `v` <=> NULL LIMIT 1;
DELETE FROM `types`.`keyless` WHERE `id` <=> 1 AND CAST(`v` AS BINARY) <=> 'x' LIMIT 1;
COMMIT;

-- types.binlog at byte 137022, 2026-11-21 09:25:37.087993 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:85, thread 9
-- not undone: CREATE TABLE keyless (id INT, v VARCHAR(10))

-- types.binlog at byte 136706, 2026-11-21 09:25:37.083554 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:84, thread 9
START TRANSACTION;
INSERT INTO `types`.`composite` (`id`, `part`, `v`) VALUES (4, 'd', 'z');
COMMIT;

-- types.binlog at byte 136367, 2026-11-21 09:25:37.082701 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:83, thread 9
START TRANSACTION;
UPDATE `types`.`composite` SET `v` = NULL WHERE `part` = 'a' AND `id` = 3;
COMMIT;

-- types.binlog at byte 136026, 2026-11-21 09:25:37.081528 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:82, thread 9
START TRANSACTION;
DELETE FROM `types`.`composite` WHERE (`part`, `id`) IN (('d', 4), ('a', 3), ('b', 2), ('a', 1));
COMMIT;

-- types.binlog at byte 135769, 2026-11-21 09:25:37.079304 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:81, thread 9
-- not undone: CREATE TABLE composite (id INT, part VARCHAR(10), v VARCHAR(10), PRIMARY KEY (part, id))

-- types.binlog at byte 135203, 2026-11-21 09:25:37.073340 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:80, thread 9
START TRANSACTION;
INSERT INTO `types`.`wide` (`id`, `c01`, `c02`, `c03`, `c04`, `c05`, `c06`, `c07`, `c08`, `c09`, `c10`, `c11`, `c12`, `c13`, `c14`, `c15`, `c16`, `c17`, `c18`, `c19`, `c20`, `c21`, `c22`, `c23`, `c24`) VALUES (5, 5, '5', 5.000, '2005-05-05 00:00:00.000', 'a', b'101', X'35', 5, '5', 5.0e0, 'x', '05:05:05.000000', X'35000000', 2005, '5', 5.0e0, 5, '2005-05-05', X'35', '2005-05-05 00:00:00.00', NULL, 5, '5', 5);
COMMIT;

-- types.binlog at byte 134687, 2026-11-21 09:25:37.072377 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:79, thread 9
START TRANSACTION;
UPDATE `types`.`wide` SET `id` = 2, `c01` = NULL, `c04` = NULL, `c20` = NULL WHERE `id` = 6;
COMMIT;

-- types.binlog at byte 132568, 2026-11-21 09:25:37.071370 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:78, thread 9
START TRANSACTION;
UPDATE `types`.`wide` SET `c08` = 1, `c16` = 1.0e0, `c24` = 1, `c04` = '2026-01-01 00:00:00.000', `c20` = '2026-01-01 00:00:00.00' WHERE `id` = 4;
UPDATE `types`.`wide` SET `c08` = -1, `c16` = -2.5e0, `c24` = 4294967295, `c04` = '2026-11-21 10:11:12.345', `c20` = '2026-11-21 10:11:12.34' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 131126, 2026-11-21 09:25:37.069845 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:77, thread 9
START TRANSACTION;
DELETE FROM `types`.`wide` WHERE `id` IN (5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 130462, 2026-11-21 09:25:37.065760 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:76, thread 9
-- not undone: CREATE TABLE wide ( id INT PRIMARY KEY, c01 TINYINT UNSIGNED, c02 VARCHAR(20), c03 DECIMAL(12,3), c04 DATETIME(3), c05 ENUM('a','b','c'), c06 BIT(10), c07 BLOB, c08 BIGINT, c09 CHAR(5), c10 FLOAT, c11

-- types.binlog at byte 130118, 2026-11-21 09:25:37.057351 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:75, thread 9
START TRANSACTION;
INSERT INTO `types`.`geometries` (`id`, `g`, `p`, `l`, `a`, `mp`, `ml`, `ma`, `gc`) VALUES (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
COMMIT;

-- types.binlog at byte 129609, 2026-11-21 09:25:37.056403 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:74, thread 9
START TRANSACTION;
UPDATE `types`.`geometries` SET `p` = X'00000000010100000000000000000000000000000000000000' WHERE `id` = 3;
UPDATE `types`.`geometries` SET `g` = X'00000000010200000002000000000000000000000000000000000000009C7500883CE4377E59F3F8C21F6EA581', `p` = NULL WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 128421, 2026-11-21 09:25:37.055012 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:73, thread 9
START TRANSACTION;
DELETE FROM `types`.`geometries` WHERE `id` IN (4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 128079, 2026-11-21 09:25:37.051517 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:72, thread 9
-- not undone: CREATE TABLE geometries ( id INT PRIMARY KEY, g GEOMETRY, p POINT, l LINESTRING, a POLYGON, mp MULTIPOINT, ml MULTILINESTRING, ma MULTIPOLYGON, gc GEOMETRYCOLLECTION )

-- types.binlog at byte 125643, 2026-11-21 09:25:37.043981 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:71, thread 9
START TRANSACTION;
INSERT INTO `types`.`labels` (`id`, `e`, `en`, `e300`, `s`, `sn`, `s8`, `s9`, `s17`, `s25`, `s33`, `s64`) VALUES (6, 'medium', 1, 'm255', 'c', 'red', 's2', 's2', 's2', 's2', 's2', 's2');
COMMIT;

-- types.binlog at byte 123158, 2026-11-21 09:25:37.043104 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:70, thread 9
START TRANSACTION;
SET SESSION sql_mode = 'ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO';
UPDATE `types`.`labels` SET `e` = 0, `s` = 0 WHERE `id` = 3;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO';
COMMIT;

-- types.binlog at byte 120674, 2026-11-21 09:25:37.041754 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:69, thread 9
START TRANSACTION;
UPDATE `types`.`labels` SET `e` = 'small', `e300` = 'm1', `s64` = 's1' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 118078, 2026-11-21 09:25:37.040014 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:68, thread 9
START TRANSACTION;
DELETE FROM `types`.`labels` WHERE `id` IN (6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 114140, 2026-11-21 09:25:37.031095 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:67, thread 9
-- not undone: CREATE TABLE labels ( id INT PRIMARY KEY, e ENUM('small', 'medium', 'large'), en ENUM('', 'x y', 'it''s', '"q"') NOT NULL, e300 ENUM( 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11'

-- types.binlog at byte 113807, 2026-11-21 09:25:37.013488 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:66, thread 9
START TRANSACTION;
INSERT INTO `types`.`blobs` (`id`, `tb`, `b`, `mb`, `lb`, `nn`) VALUES (5, X'7A', X'7A', X'7A', X'7A', X'7A');
COMMIT;

-- types.binlog at byte 113434, 2026-11-21 09:25:37.012682 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:65, thread 9
START TRANSACTION;
UPDATE `types`.`blobs` SET `tb` = X'00FF', `b` = X'F09F98' WHERE `id` = 4;
COMMIT;

-- types.binlog at byte 112278, 2026-11-21 09:25:37.011856 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:64, thread 9
START TRANSACTION;
UPDATE `types`.`blobs` SET `mb` = '', `lb` = '' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 110805, 2026-11-21 09:25:37.010674 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:63, thread 9
START TRANSACTION;
DELETE FROM `types`.`blobs` WHERE `id` IN (5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 110524, 2026-11-21 09:25:37.006875 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:62, thread 9
-- not undone: CREATE TABLE blobs ( id INT PRIMARY KEY, tb TINYBLOB, b BLOB, mb MEDIUMBLOB, lb LONGBLOB, nn BLOB NOT NULL )

-- types.binlog at byte 110180, 2026-11-21 09:25:37.000900 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:61, thread 9
START TRANSACTION;
INSERT INTO `types`.`texts` (`id`, `tt`, `t`, `mt`, `lt`, `nn`, `l`) VALUES (5, 'z', 'z', 'z', 'z', 'z', 'z');
COMMIT;

-- types.binlog at byte 109744, 2026-11-21 09:25:37.000158 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:60, thread 9
START TRANSACTION;
UPDATE `types`.`texts` SET `tt` = '😀', `lt` = 'text' WHERE `id` = 4;
UPDATE `types`.`texts` SET `tt` = NULL WHERE `id` = 3;
COMMIT;

-- types.binlog at byte 107147, 2026-11-21 09:25:36.999396 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:59, thread 9
START TRANSACTION;
UPDATE `types`.`texts` SET `t` = 'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt', `mt` = 'mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 40815, 2026-11-21 09:25:36.997648 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:58, thread 9
START TRANSACTION;
DELETE FROM `types`.`texts` WHERE `id` IN (6);
COMMIT;

-- types.binlog at byte 39009, 2026-11-21 09:25:36.994687 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:57, thread 9
START TRANSACTION;
DELETE FROM `types`.`texts` WHERE `id` IN (5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 38699, 2026-11-21 09:25:36.991314 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:56, thread 9
-- not undone: CREATE TABLE texts ( id INT PRIMARY KEY, tt TINYTEXT, t TEXT, mt MEDIUMTEXT, lt LONGTEXT, nn TEXT NOT NULL, l TEXT CHARACTER SET latin1 )

-- types.binlog at byte 38312, 2026-11-21 09:25:36.984214 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:55, thread 9
START TRANSACTION;
INSERT INTO `types`.`binaries` (`id`, `b0`, `b1`, `b5`, `b255`, `nn`, `v0`, `v1`, `v255`, `v256`, `v300`) VALUES (6, '', X'7A', X'7A00000000', X'7A0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000', X'7A0000', '', X'7A', X'7A', X'7A', X'7A');
COMMIT;

-- types.binlog at byte 37876, 2026-11-21 09:25:36.983343 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:54, thread 9
START TRANSACTION;
UPDATE `types`.`binaries` SET `b255` = X'746578740000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000', `v300` = X'C328' WHERE `id` = 5;
COMMIT;

-- types.binlog at byte 37449, 2026-11-21 09:25:36.982496 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:53, thread 9
START TRANSACTION;
UPDATE `types`.`binaries` SET `b5` = X'0100000000', `v256` = X'00' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 35882, 2026-11-21 09:25:36.981069 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:52, thread 9
START TRANSACTION;
DELETE FROM `types`.`binaries` WHERE `id` IN (6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 35483, 2026-11-21 09:25:36.978743 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:51, thread 9
-- not undone: CREATE TABLE binaries ( id INT PRIMARY KEY, b0 BINARY(0), b1 BINARY(1), b5 BINARY(5), b255 BINARY(255), nn BINARY(3) NOT NULL, v0 VARBINARY(0), v1 VARBINARY(1), v255 VARBINARY(255), v256 VARBINARY(256

-- types.binlog at byte 35021, 2026-11-21 09:25:36.974429 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:50, thread 9
START TRANSACTION;
INSERT INTO `types`.`chars` (`id`, `c0`, `c1`, `c10`, `c255`, `nn`, `l255`, `b4`, `v0`, `v1`, `v63`, `v64`, `v300`, `vl255`, `vl256`) VALUES (5, '', 'z', 'gone', 'gone', 'z', 'gone', 'gone', '', 'z', 'gone', 'gone', 'gone', 'gone', 'gone');
COMMIT;

-- types.binlog at byte 29559, 2026-11-21 09:25:36.973771 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:49, thread 9
START TRANSACTION;
UPDATE `types`.`chars` SET `c255` = '😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀', `vl256` = 'trail  ' WHERE `id` = 4;
COMMIT;

-- types.binlog at byte 26454, 2026-11-21 09:25:36.972976 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:48, thread 9
START TRANSACTION;
UPDATE `types`.`chars` SET `c10` = 'abc', `v300` = 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 21437, 2026-11-21 09:25:36.971875 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:47, thread 9
START TRANSACTION;
DELETE FROM `types`.`chars` WHERE `id` IN (5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 20908, 2026-11-21 09:25:36.969315 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:46, thread 9
-- not undone: CREATE TABLE chars ( id INT PRIMARY KEY, c0 CHAR(0), c1 CHAR(1), c10 CHAR(10), c255 CHAR(255), nn CHAR(3) NOT NULL, l255 CHAR(255) CHARACTER SET latin1, b4 CHAR(4) COLLATE utf8mb4_bin, v0 VARCHAR(0), 

-- types.binlog at byte 20539, 2026-11-21 09:25:36.961399 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:45, thread 9
START TRANSACTION;
INSERT INTO `types`.`timestamps` (`id`, `t0`, `t1`, `t2`, `t3`, `t4`, `t5`, `t6`) VALUES (6, '2000-02-29 00:00:00', '2000-02-29 00:00:00.0', '2000-02-29 00:00:00.00', '2000-02-29 00:00:00.000', '2000-02-29 00:00:00.0000', '2000-02-29 00:00:00.00000', '2000-02-29 00:00:00.000000');
COMMIT;

-- types.binlog at byte 20107, 2026-11-21 09:25:36.960518 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:44, thread 9
START TRANSACTION;
UPDATE `types`.`timestamps` SET `t0` = '0000-00-00 00:00:00', `t1` = '0000-00-00 00:00:00.0', `t2` = '0000-00-00 00:00:00.00', `t3` = '0000-00-00 00:00:00.000', `t4` = '0000-00-00 00:00:00.0000', `t5` = '0000-00-00 00:00:00.00000', `t6` = '0000-00-00 00:00:00.000000' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 19599, 2026-11-21 09:25:36.959748 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:43, thread 9
START TRANSACTION;
UPDATE `types`.`timestamps` SET `t2` = '2026-11-21 10:11:12.12', `t5` = '2026-11-21 10:11:12.12345', `t0` = '2026-11-21 10:11:12', `t1` = '2026-11-21 10:11:12.1', `t3` = '2026-11-21 10:11:12.123', `t4` = '2026-11-21 10:11:12.1234', `t6` = '2026-11-21 10:11:12.123456' WHERE `id` = 4;
UPDATE `types`.`timestamps` SET `t2` = '1970-01-01 00:00:01.00', `t5` = '1970-01-01 00:00:01.00000', `t0` = '1970-01-01 00:00:01', `t1` = '1970-01-01 00:00:01.0', `t3` = '1970-01-01 00:00:01.000', `t4` = '1970-01-01 00:00:01.0000', `t6` = '1970-01-01 00:00:01.000001' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 19037, 2026-11-21 09:25:36.958742 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:42, thread 9
START TRANSACTION;
DELETE FROM `types`.`timestamps` WHERE `id` IN (6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 18568, 2026-11-21 09:25:36.955926 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:41, thread 9
-- not undone: CREATE TABLE timestamps ( id INT PRIMARY KEY, t0 TIMESTAMP NULL DEFAULT NULL, t1 TIMESTAMP(1) NULL DEFAULT NULL, t2 TIMESTAMP(2) NULL DEFAULT NULL, t3 TIMESTAMP(3) NULL DEFAULT NULL, t4 TIMESTAMP(4) N

-- types.binlog at byte 18193, 2026-11-21 09:25:36.944584 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:40, thread 9
START TRANSACTION;
INSERT INTO `types`.`datetimes` (`id`, `t0`, `t1`, `t2`, `t3`, `t4`, `t5`, `t6`) VALUES (8, '2000-02-29 00:00:00', '2000-02-29 00:00:00.0', '2000-02-29 00:00:00.00', '2000-02-29 00:00:00.000', '2000-02-29 00:00:00.0000', '2000-02-29 00:00:00.00000', '2000-02-29 00:00:00.000000');
COMMIT;

-- types.binlog at byte 17755, 2026-11-21 09:25:36.943963 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:39, thread 9
START TRANSACTION;
UPDATE `types`.`datetimes` SET `t3` = '2026-11-21 10:11:12.123', `t4` = '2026-11-21 10:11:12.1234', `t0` = '2026-11-21 10:11:12', `t1` = '2026-11-21 10:11:12.1', `t2` = '2026-11-21 10:11:12.12', `t5` = '2026-11-21 10:11:12.12345', `t6` = '2026-11-21 10:11:12.123456' WHERE `id` = 4;
COMMIT;

-- types.binlog at byte 17310, 2026-11-21 09:25:36.943277 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:38, thread 9
START TRANSACTION;
UPDATE `types`.`datetimes` SET `t0` = '1000-01-01 00:00:00', `t6` = '1000-01-01 00:00:00.000000', `t1` = '1000-01-01 00:00:00.0', `t2` = '1000-01-01 00:00:00.00', `t3` = '1000-01-01 00:00:00.000', `t4` = '1000-01-01 00:00:00.0000', `t5` = '1000-01-01 00:00:00.00000' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 16610, 2026-11-21 09:25:36.942129 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:37, thread 9
START TRANSACTION;
DELETE FROM `types`.`datetimes` WHERE `id` IN (8, 7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 16281, 2026-11-21 09:25:36.936821 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:36, thread 9
-- not undone: CREATE TABLE datetimes ( id INT PRIMARY KEY, t0 DATETIME, t1 DATETIME(1), t2 DATETIME(2), t3 DATETIME(3), t4 DATETIME(4), t5 DATETIME(5), t6 DATETIME(6) )

-- types.binlog at byte 15924, 2026-11-21 09:25:36.926765 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:35, thread 9
START TRANSACTION;
INSERT INTO `types`.`times` (`id`, `t0`, `t1`, `t2`, `t3`, `t4`, `t5`, `t6`) VALUES (11, '01:01:01', '01:01:01.0', '01:01:01.00', '01:01:01.000', '01:01:01.0000', '01:01:01.00000', '01:01:01.000000');
COMMIT;

-- types.binlog at byte 15522, 2026-11-21 09:25:36.925768 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:34, thread 9
START TRANSACTION;
UPDATE `types`.`times` SET `t0` = '10:11:12', `t5` = '10:11:12.12345' WHERE `id` = 9;
COMMIT;

-- types.binlog at byte 15041, 2026-11-21 09:25:36.924463 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:33, thread 9
START TRANSACTION;
UPDATE `types`.`times` SET `t3` = '-01:00:00.000', `t6` = '-01:00:00.000000' WHERE `id` = 10;
UPDATE `types`.`times` SET `t3` = '00:00:00.000', `t6` = '00:00:00.000000' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 14337, 2026-11-21 09:25:36.922739 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:32, thread 9
START TRANSACTION;
DELETE FROM `types`.`times` WHERE `id` IN (11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 14042, 2026-11-21 09:25:36.919894 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:31, thread 9
-- not undone: CREATE TABLE times ( id INT PRIMARY KEY, t0 TIME, t1 TIME(1), t2 TIME(2), t3 TIME(3), t4 TIME(4), t5 TIME(5), t6 TIME(6) )

-- types.binlog at byte 13740, 2026-11-21 09:25:36.911995 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:30, thread 9
START TRANSACTION;
INSERT INTO `types`.`dates` (`id`, `d`, `nn`) VALUES (8, '2000-01-01', '2000-01-01');
COMMIT;

-- types.binlog at byte 13420, 2026-11-21 09:25:36.911062 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:29, thread 9
START TRANSACTION;
UPDATE `types`.`dates` SET `d` = '9999-12-31', `nn` = '1969-12-31' WHERE `id` = 3;
COMMIT;

-- types.binlog at byte 13097, 2026-11-21 09:25:36.910023 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:28, thread 9
START TRANSACTION;
UPDATE `types`.`dates` SET `d` = '1970-01-01' WHERE `id` = 7;
COMMIT;

-- types.binlog at byte 12721, 2026-11-21 09:25:36.905280 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:27, thread 9
START TRANSACTION;
DELETE FROM `types`.`dates` WHERE `id` IN (8, 7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 12489, 2026-11-21 09:25:36.903052 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:26, thread 9
-- not undone: CREATE TABLE dates (id INT PRIMARY KEY, d DATE, nn DATE NOT NULL)

-- types.binlog at byte 12191, 2026-11-21 09:25:36.896680 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:25, thread 9
START TRANSACTION;
INSERT INTO `types`.`years` (`id`, `y`, `nn`) VALUES (6, 1999, 2000);
COMMIT;

-- types.binlog at byte 11876, 2026-11-21 09:25:36.895804 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:24, thread 9
START TRANSACTION;
UPDATE `types`.`years` SET `y` = 1901 WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 11571, 2026-11-21 09:25:36.894585 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:23, thread 9
START TRANSACTION;
DELETE FROM `types`.`years` WHERE `id` IN (6, 5);
COMMIT;

-- types.binlog at byte 11253, 2026-11-21 09:25:36.892752 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:22, thread 9
START TRANSACTION;
DELETE FROM `types`.`years` WHERE `id` IN (4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 11021, 2026-11-21 09:25:36.889997 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:21, thread 9
-- not undone: CREATE TABLE years (id INT PRIMARY KEY, y YEAR, nn YEAR NOT NULL)

-- types.binlog at byte 10677, 2026-11-21 09:25:36.879569 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:20, thread 9
START TRANSACTION;
INSERT INTO `types`.`bits` (`id`, `b1`, `b7`, `b8`, `b9`, `b33`, `b64`) VALUES (6, b'0', b'1', b'10', b'11', b'100', b'101');
COMMIT;

-- types.binlog at byte 10300, 2026-11-21 09:25:36.878992 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:19, thread 9
START TRANSACTION;
UPDATE `types`.`bits` SET `b9` = b'0', `b33` = b'0' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 9859, 2026-11-21 09:25:36.878009 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:18, thread 9
START TRANSACTION;
DELETE FROM `types`.`bits` WHERE `id` IN (6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 9576, 2026-11-21 09:25:36.875902 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:17, thread 9
-- not undone: CREATE TABLE bits ( id INT PRIMARY KEY, b1 BIT(1), b7 BIT(7), b8 BIT(8), b9 BIT(9), b33 BIT(33), b64 BIT(64) )

-- types.binlog at byte 9017, 2026-11-21 09:25:36.870775 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:16, thread 9
START TRANSACTION;
INSERT INTO `types`.`decimals` (`id`, `d1_0`, `d1_1`, `d5_5`, `d9_0`, `d9_9`, `d10_0`, `d10_2`, `d18_9`, `d19_10`, `d38_10`, `d65_30`, `d65_0`, `d30_30`, `u12_4`) VALUES (8, 8, 0.8, 0.80000, 8, 0.800000000, 8, 8.00, 8.000000000, 8.0000000000, 8.0000000000, 8.000000000000000000000000000000, 8, 0.800000000000000000000000000000, 8.0000);
COMMIT;

-- types.binlog at byte 8305, 2026-11-21 09:25:36.870109 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:15, thread 9
START TRANSACTION;
UPDATE `types`.`decimals` SET `d1_0` = 1, `d65_30` = 0.000000000000000000000000000001 WHERE `id` = 4;
COMMIT;

-- types.binlog at byte 7020, 2026-11-21 09:25:36.869117 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:14, thread 9
START TRANSACTION;
UPDATE `types`.`decimals` SET `d10_2` = -1234567.80, `d38_10` = -1234567890123456789012345678.0123456789 WHERE `id` = 7;
UPDATE `types`.`decimals` SET `d10_2` = 0.01, `d38_10` = 0.0000000001 WHERE `id` = 4;
UPDATE `types`.`decimals` SET `d10_2` = 0.00 WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 5597, 2026-11-21 09:25:36.867363 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:13, thread 9
START TRANSACTION;
DELETE FROM `types`.`decimals` WHERE `id` IN (8, 7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 5073, 2026-11-21 09:25:36.865219 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:12, thread 9
-- not undone: CREATE TABLE decimals ( id INT PRIMARY KEY, d1_0 DECIMAL(1,0), d1_1 DECIMAL(1,1), d5_5 DECIMAL(5,5), d9_0 DECIMAL(9,0), d9_9 DECIMAL(9,9), d10_0 DECIMAL(10,0), d10_2 DECIMAL(10,2), d18_9 DECIMAL(18,9)

-- types.binlog at byte 4719, 2026-11-21 09:25:36.857638 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:11, thread 9
START TRANSACTION;
INSERT INTO `types`.`floats` (`id`, `f`, `d`, `fu`, `du`, `fd`, `dd`) VALUES (10, 1.0e0, 2.0e0, 3.0e0, 4.0e0, 5.0e0, 6.0e0);
COMMIT;

-- types.binlog at byte 4314, 2026-11-21 09:25:36.857040 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:10, thread 9
START TRANSACTION;
UPDATE `types`.`floats` SET `f` = 1.1754944e-38, `d` = 2.2250738585072014e-308 WHERE `id` = 5;
COMMIT;

-- types.binlog at byte 3827, 2026-11-21 09:25:36.856171 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:9, thread 9
START TRANSACTION;
UPDATE `types`.`floats` SET `f` = 123456.79e0, `d` = 123456.789e0 WHERE `id` = 9;
UPDATE `types`.`floats` SET `f` = 0.1e0, `d` = 0.1e0 WHERE `id` = 7;
COMMIT;

-- types.binlog at byte 3140, 2026-11-21 09:25:36.855299 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:8, thread 9
START TRANSACTION;
DELETE FROM `types`.`floats` WHERE `id` IN (10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 2835, 2026-11-21 09:25:36.853339 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:7, thread 9
-- not undone: CREATE TABLE floats ( id INT PRIMARY KEY, f FLOAT, d DOUBLE, fu FLOAT UNSIGNED, du DOUBLE UNSIGNED, fd FLOAT(7,3), dd DOUBLE(12,4) )

-- types.binlog at byte 2440, 2026-11-21 09:25:36.847399 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:6, thread 9
START TRANSACTION;
INSERT INTO `types`.`integers` (`id`, `t`, `s`, `m`, `i`, `b`, `tu`, `su`, `mu`, `iu`, `bu`, `nn`, `flag`, `filled`) VALUES (-7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 1, 7);
COMMIT;

-- types.binlog at byte 1994, 2026-11-21 09:25:36.846468 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:5, thread 9
START TRANSACTION;
UPDATE `types`.`integers` SET `m` = -1, `iu` = 2147483648 WHERE `id` = 4;
COMMIT;

-- types.binlog at byte 1435, 2026-11-21 09:25:36.845213 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:4, thread 9
START TRANSACTION;
UPDATE `types`.`integers` SET `t` = 1, `i` = 16777216, `bu` = 4294967296 WHERE `id` = 6;
UPDATE `types`.`integers` SET `t` = 127, `i` = 2147483647, `bu` = 18446744073709551615 WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 780, 2026-11-21 09:25:36.842234 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:3, thread 9
START TRANSACTION;
DELETE FROM `types`.`integers` WHERE `id` IN (-7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 346, 2026-11-21 09:25:36.839391 UTC, server 97, GTID 7f31272e-e58d-11f1-9df1-02fc00000001:2, thread 9
-- not undone: CREATE TABLE integers ( id INT PRIMARY KEY, t TINYINT, s SMALLINT, m MEDIUMINT, i INT, b BIGINT, tu TINYINT UNSIGNED, su SMALLINT UNSIGNED, mu MEDIUMINT UNSIGNED, iu INT UNSIGNED, bu BIGINT UNSIGNED, 

SET SESSION sql_mode = @binlog_kaitai_sql_mode;
SET SESSION time_zone = @binlog_kaitai_time_zone;
SET SESSION foreign_key_checks = @binlog_kaitai_foreign_key_checks;
SET SESSION character_set_client = @binlog_kaitai_character_set_client;
SET SESSION character_set_results = @binlog_kaitai_character_set_results;
SET SESSION collation_connection = @binlog_kaitai_collation_connection;

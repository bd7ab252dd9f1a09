-- Takes back changes of rows, on MariaDB. Written by binlog-kaitai.
-- What triggers did is among it: drop them before, or they do it twice.
SET @binlog_kaitai_sql_mode = @@SESSION.sql_mode;
SET @binlog_kaitai_time_zone = @@SESSION.time_zone;
SET @binlog_kaitai_foreign_key_checks = @@SESSION.foreign_key_checks;
SET @binlog_kaitai_character_set_client = @@SESSION.character_set_client;
SET @binlog_kaitai_character_set_results = @@SESSION.character_set_results;
SET @binlog_kaitai_collation_connection = @@SESSION.collation_connection;
SET NAMES utf8mb4;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00';

-- types.binlog at byte 168214, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-115, thread 5
START TRANSACTION;
INSERT INTO `types`.`timestamps_far` (`id`, `t0`, `t6`) VALUES (3, NULL, NULL);
COMMIT;

-- types.binlog at byte 167908, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-114, thread 5
START TRANSACTION;
UPDATE `types`.`timestamps_far` SET `t0` = '2038-01-19 03:14:08', `t6` = '2038-01-19 03:14:08.000001' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 167492, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-113, thread 5
START TRANSACTION;
DELETE FROM `types`.`timestamps_far` WHERE `id` IN (3, 2, 1);
COMMIT;

-- types.binlog at byte 167254, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-112, thread 5
-- not undone: CREATE TABLE timestamps_far ( id INT PRIMARY KEY, t0 TIMESTAMP NULL DEFAULT NULL, t6 TIMESTAMP(6) NULL DEFAULT NULL )

-- types.binlog at byte 167005, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-111, thread 5
START TRANSACTION;
INSERT INTO `types`.`documents` (`id`, `j`) VALUES (5, '"gone"');
COMMIT;

-- types.binlog at byte 166654, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-110, thread 5
START TRANSACTION;
UPDATE `types`.`documents` SET `j` = '{"a": [1, 2.50, "ü", null, true]}' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 166249, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-109, thread 5
START TRANSACTION;
DELETE FROM `types`.`documents` WHERE `id` IN (5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 166079, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-108, thread 5
-- not undone: CREATE TABLE documents (id INT PRIMARY KEY, j JSON)

-- types.binlog at byte 165781, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-107, thread 5
START TRANSACTION;
INSERT INTO `types`.`addresses` (`id`, `u`, `i4`, `i6`, `nn`) VALUES (11, X'11111111222233338444555555555500', X'01020304', X'00000000000000000000000000000000', X'00000000000000000000000000000007');
COMMIT;

-- types.binlog at byte 165424, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-106, thread 5
START TRANSACTION;
UPDATE `types`.`addresses` SET `u` = NULL WHERE `id` = 10;
COMMIT;

-- types.binlog at byte 165113, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-105, thread 5
START TRANSACTION;
UPDATE `types`.`addresses` SET `u` = X'017F22E279B07CC398C4DC0C0C07398F' WHERE `id` = 5;
COMMIT;

-- types.binlog at byte 164669, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-104, thread 5
START TRANSACTION;
UPDATE `types`.`addresses` SET `i4` = NULL, `i6` = NULL WHERE `id` = 7;
UPDATE `types`.`addresses` SET `i4` = X'0A000000', `i6` = X'00010000000000000000000000000000' WHERE `id` = 4;
COMMIT;

-- types.binlog at byte 163183, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-103, thread 5
START TRANSACTION;
DELETE FROM `types`.`addresses` WHERE `id` IN (11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 162974, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-102, thread 5
-- not undone: CREATE TABLE addresses (id INT PRIMARY KEY, u UUID, i4 INET4, i6 INET6, nn INET6 NOT NULL)

-- types.binlog at byte 162716, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-101, thread 5
START TRANSACTION;
INSERT INTO `types`.`vectors` (`id`, `v`, `big`, `nn`) VALUES (4, NULL, NULL, X'0000803F0000803F');
COMMIT;

-- types.binlog at byte 162387, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-100, thread 5
START TRANSACTION;
UPDATE `types`.`vectors` SET `v` = NULL WHERE `id` = 3;
COMMIT;

-- types.binlog at byte 160585, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-99, thread 5
START TRANSACTION;
DELETE FROM `types`.`vectors` WHERE `id` IN (4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 160349, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-98, thread 5
-- not undone: CREATE TABLE vectors ( id INT PRIMARY KEY, v VECTOR(4), big VECTOR(300), nn VECTOR(2) NOT NULL, VECTOR INDEX (nn) )

-- types.binlog at byte 157964, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-97, thread 5
START TRANSACTION;
INSERT INTO `types`.`columns_301` (`id`, `c001`, `c002`, `c003`, `c004`, `c005`, `c006`, `c007`, `c008`, `c009`, `c010`, `c011`, `c012`, `c013`, `c014`, `c015`, `c016`, `c017`, `c018`, `c019`, `c020`, `c021`, `c022`, `c023`, `c024`, `c025`, `c026`, `c027`, `c028`, `c029`, `c030`, `c031`, `c032`, `c033`, `c034`, `c035`, `c036`, `c037`, `c038`, `c039`, `c040`, `c041`, `c042`, `c043`, `c044`, `c045`, `c046`, `c047`, `c048`, `c049`, `c050`, `c051`, `c052`, `c053`, `c054`, `c055`, `c056`, `c057`, `c058`, `c059`, `c060`, `c061`, `c062`, `c063`, `c064`, `c065`, `c066`, `c067`, `c068`, `c069`, `c070`, `c071`, `c072`, `c073`, `c074`, `c075`, `c076`, `c077`, `c078`, `c079`, `c080`, `c081`, `c082`, `c083`, `c084`, `c085`, `c086`, `c087`, `c088`, `c089`, `c090`, `c091`, `c092`, `c093`, `c094`, `c095`, `c096`, `c097`, `c098`, `c099`, `c100`, `c101`, `c102`, `c103`, `c104`, `c105`, `c106`, `c107`, `c108`, `c109`, `c110`, `c111`, `c112`, `c113`, `c114`, `c115`, `c116`, `c117`, `c118`, `c119`, `c120`, `c121`, `c122`, `c123`, `c124`, `c125`, `c126`, `c127`, `c128`, `c129`, `c130`, `c131`, `c132`, `c133`, `c134`, `c135`, `c136`, `c137`, `c138`, `c139`, `c140`, `c141`, `c142`, `c143`, `c144`, `c145`, `c146`, `c147`, `c148`, `c149`, `c150`, `c151`, `c152`, `c153`, `c154`, `c155`, `c156`, `c157`, `c158`, `c159`, `c160`, `c161`, `c162`, `c163`, `c164`, `c165`, `c166`, `c167`, `c168`, `c169`, `c170`, `c171`, `c172`, `c173`, `c174`, `c175`, `c176`, `c177`, `c178`, `c179`, `c180`, `c181`, `c182`, `c183`, `c184`, `c185`, `c186`, `c187`, `c188`, `c189`, `c190`, `c191`, `c192`, `c193`, `c194`, `c195`, `c196`, `c197`, `c198`, `c199`, `c200`, `c201`, `c202`, `c203`, `c204`, `c205`, `c206`, `c207`, `c208`, `c209`, `c210`, `c211`, `c212`, `c213`, `c214`, `c215`, `c216`, `c217`, `c218`, `c219`, `c220`, `c221`, `c222`, `c223`, `c224`, `c225`, `c226`, `c227`, `c228`, `c229`, `c230`, `c231`, `c232`, `c233`, `c234`, `c235`, `c236`, `c237`, `c238`, `c239`, `c240`, `c241`, `c242`, `c243`, `c244`, `c245`, `c246`, `c247`, `c248`, `c249`, `c250`, `c251`, `c252`, `c253`, `c254`, `c255`, `c256`, `c257`, `c258`, `c259`, `c260`, `c261`, `c262`, `c263`, `c264`, `c265`, `c266`, `c267`, `c268`, `c269`, `c270`, `c271`, `c272`, `c273`, `c274`, `c275`, `c276`, `c277`, `c278`, `c279`, `c280`, `c281`, `c282`, `c283`, `c284`, `c285`, `c286`, `c287`, `c288`, `c289`, `c290`, `c291`, `c292`, `c293`, `c294`, `c295`, `c296`, `c297`, `c298`, `c299`, `漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢`) VALUES (3, 3, NULL, NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3, 3, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3, NULL);
COMMIT;

-- types.binlog at byte 155269, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-96, thread 5
START TRANSACTION;
UPDATE `types`.`columns_301` SET `c150` = NULL, `c251` = -5, `漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢` = NULL WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 152658, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-95, thread 5
START TRANSACTION;
DELETE FROM `types`.`columns_301` WHERE `id` IN (3, 2, 1);
COMMIT;

-- types.binlog at byte 148006, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-94, thread 5
-- not undone: CREATE TABLE columns_301 ( id INT PRIMARY KEY, c001 TINYINT, c002 TINYINT, c003 TINYINT, c004 TINYINT, c005 TINYINT, c006 TINYINT, c007 TINYINT, c008 TINYINT, c009 TINYINT, c010 TINYINT, c011 TINYINT,

-- types.binlog at byte 147768, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-93, thread 5
START TRANSACTION;
INSERT INTO `types`.`keyless` (`id`, `v`) VALUES (4, 'z');
COMMIT;

-- types.binlog at byte 147517, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-92, thread 5
START TRANSACTION;
UPDATE `types`.`keyless` SET `id` = NULL WHERE `id` <=> 3 AND CAST(`v` AS BINARY) <=> 'y' LIMIT 1;
COMMIT;

-- types.binlog at byte 147228, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-91, thread 5
START TRANSACTION;
DELETE FROM `types`.`keyless` WHERE `id` <=> 4 AND CAST(`v` AS BINARY) <=> 'z' LIMIT 1;
DELETE FROM `types`.`keyless` WHERE `id` <=> NULL AND CAST(`v` AS BINARY) <=> 'y' LIMIT 1;
DELETE FROM `types`.`keyless` WHERE `id` <=> 2 AND `v` <=> NULL LIMIT 1;
DELETE FROM `types`.`keyless` WHERE `id` <=> 1 AND CAST(`v` AS BINARY) <=> 'x' LIMIT 1;
COMMIT;

-- types.binlog at byte 147065, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-90, thread 5
-- not undone: CREATE TABLE keyless (id INT, v VARCHAR(10))

-- types.binlog at byte 146810, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-89, thread 5
START TRANSACTION;
INSERT INTO `types`.`composite` (`id`, `part`, `v`) VALUES (4, 'd', 'z');
COMMIT;

-- types.binlog at byte 146528, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-88, thread 5
START TRANSACTION;
UPDATE `types`.`composite` SET `v` = NULL WHERE `part` = 'a' AND `id` = 3;
COMMIT;

-- types.binlog at byte 146194, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-87, thread 5
START TRANSACTION;
DELETE FROM `types`.`composite` WHERE (`part`, `id`) IN (('d', 4), ('a', 3), ('b', 2), ('a', 1));
COMMIT;

-- types.binlog at byte 145987, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-86, thread 5
-- not undone: CREATE TABLE composite (id INT, part VARCHAR(10), v VARCHAR(10), PRIMARY KEY (part, id))

-- types.binlog at byte 145489, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-85, thread 5
START TRANSACTION;
INSERT INTO `types`.`wide` (`id`, `c01`, `c02`, `c03`, `c04`, `c05`, `c06`, `c07`, `c08`, `c09`, `c10`, `c11`, `c12`, `c13`, `c14`, `c15`, `c16`, `c17`, `c18`, `c19`, `c20`, `c21`, `c22`, `c23`, `c24`) VALUES (5, 5, '5', 5.000, '2005-05-05 00:00:00.000', 'a', b'101', X'35', 5, '5', 5.0e0, 'x', '05:05:05.000000', X'35000000', 2005, '5', 5.0e0, 5, '2005-05-05', X'35', '2005-05-05 00:00:00.00', NULL, 5, '5', 5);
COMMIT;

-- types.binlog at byte 145035, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-84, thread 5
START TRANSACTION;
UPDATE `types`.`wide` SET `id` = 2, `c01` = NULL, `c04` = NULL, `c20` = NULL WHERE `id` = 6;
COMMIT;

-- types.binlog at byte 142949, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-83, thread 5
START TRANSACTION;
UPDATE `types`.`wide` SET `c08` = 1, `c16` = 1.0e0, `c24` = 1, `c04` = '2026-01-01 00:00:00.000', `c20` = '2026-01-01 00:00:00.00' WHERE `id` = 4;
UPDATE `types`.`wide` SET `c08` = -1, `c16` = -2.5e0, `c24` = 4294967295, `c04` = '2026-11-21 10:11:12.345', `c20` = '2026-11-21 10:11:12.34' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 140668, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-82, thread 5
START TRANSACTION;
DELETE FROM `types`.`wide` WHERE `id` IN (5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 140034, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-81, thread 5
-- not undone: CREATE TABLE wide ( id INT PRIMARY KEY, c01 TINYINT UNSIGNED, c02 VARCHAR(20), c03 DECIMAL(12,3), c04 DATETIME(3), c05 ENUM('a','b','c'), c06 BIT(10), c07 BLOB, c08 BIGINT, c09 CHAR(5), c10 FLOAT, c11

-- types.binlog at byte 139748, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-80, thread 5
START TRANSACTION;
INSERT INTO `types`.`geometries` (`id`, `g`, `p`, `l`, `a`, `mp`, `ml`, `ma`, `gc`) VALUES (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
COMMIT;

-- types.binlog at byte 139257, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-79, thread 5
START TRANSACTION;
UPDATE `types`.`geometries` SET `p` = X'00000000010100000000000000000000000000000000000000' WHERE `id` = 3;
UPDATE `types`.`geometries` SET `g` = X'00000000010200000002000000000000000000000000000000000000009C7500883CE4377E59F3F8C21F6EA581', `p` = NULL WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 137416, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-78, thread 5
START TRANSACTION;
DELETE FROM `types`.`geometries` WHERE `id` IN (4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 137124, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-77, thread 5
-- not undone: CREATE TABLE geometries ( id INT PRIMARY KEY, g GEOMETRY, p POINT, l LINESTRING, a POLYGON, mp MULTIPOINT, ml MULTILINESTRING, ma MULTIPOLYGON, gc GEOMETRYCOLLECTION )

-- types.binlog at byte 134753, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-76, thread 5
START TRANSACTION;
INSERT INTO `types`.`labels` (`id`, `e`, `en`, `e300`, `s`, `sn`, `s8`, `s9`, `s17`, `s25`, `s33`, `s64`) VALUES (6, 'medium', 1, 'm255', 'c', 'red', 's2', 's2', 's2', 's2', 's2', 's2');
COMMIT;

-- types.binlog at byte 132320, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-75, thread 5
START TRANSACTION;
SET SESSION sql_mode = 'ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO';
UPDATE `types`.`labels` SET `e` = 0, `s` = 0 WHERE `id` = 3;
SET SESSION sql_mode = 'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO';
COMMIT;

-- types.binlog at byte 129870, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-74, thread 5
START TRANSACTION;
UPDATE `types`.`labels` SET `e` = 'small', `e300` = 'm1', `s64` = 's1' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 126815, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-73, thread 5
START TRANSACTION;
DELETE FROM `types`.`labels` WHERE `id` IN (6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 122927, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-72, thread 5
-- not undone: CREATE TABLE labels ( id INT PRIMARY KEY, e ENUM('small', 'medium', 'large'), en ENUM('', 'x y', 'it''s', '"q"') NOT NULL, e300 ENUM( 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11'

-- types.binlog at byte 122553, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-71, thread 5
START TRANSACTION;
INSERT INTO `types`.`compressed` (`id`, `v`, `l`, `b`, `s`, `tt`, `t`, `mt`, `lt`, `tb`, `bb`, `mb`, `lb`) VALUES (5, 'z', 'z', X'7A', 'z', 'z', 'z', 'z', 'z', X'7A', X'7A', X'7A', X'7A');
COMMIT;

-- types.binlog at byte 121532, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-70, thread 5
START TRANSACTION;
UPDATE `types`.`compressed` SET `v` = '漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢', `lb` = X'FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF' WHERE `id` = 3;
COMMIT;

-- types.binlog at byte 121012, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-69, thread 5
START TRANSACTION;
UPDATE `types`.`compressed` SET `b` = X'00', `t` = 'short' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 119594, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-68, thread 5
START TRANSACTION;
DELETE FROM `types`.`compressed` WHERE `id` IN (5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 119077, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-67, thread 5
-- not undone: CREATE TABLE compressed ( id INT PRIMARY KEY, v VARCHAR(300) COMPRESSED, l VARCHAR(2000) COMPRESSED CHARACTER SET latin1, b VARBINARY(2000) COMPRESSED, s VARCHAR(100) COMPRESSED, tt TINYTEXT COMPRESSE

-- types.binlog at byte 118809, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-66, thread 5
START TRANSACTION;
INSERT INTO `types`.`blobs` (`id`, `tb`, `b`, `mb`, `lb`, `nn`) VALUES (5, X'7A', X'7A', X'7A', X'7A', X'7A');
COMMIT;

-- types.binlog at byte 118492, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-65, thread 5
START TRANSACTION;
UPDATE `types`.`blobs` SET `tb` = X'00FF', `b` = X'F09F98' WHERE `id` = 4;
COMMIT;

-- types.binlog at byte 117373, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-64, thread 5
START TRANSACTION;
UPDATE `types`.`blobs` SET `mb` = '', `lb` = '' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 115732, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-63, thread 5
START TRANSACTION;
DELETE FROM `types`.`blobs` WHERE `id` IN (5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 115501, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-62, thread 5
-- not undone: CREATE TABLE blobs ( id INT PRIMARY KEY, tb TINYBLOB, b BLOB, mb MEDIUMBLOB, lb LONGBLOB, nn BLOB NOT NULL )

-- types.binlog at byte 115222, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-61, thread 5
START TRANSACTION;
INSERT INTO `types`.`texts` (`id`, `tt`, `t`, `mt`, `lt`, `nn`, `l`) VALUES (5, 'z', 'z', 'z', 'z', 'z', 'z');
COMMIT;

-- types.binlog at byte 114832, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-60, thread 5
START TRANSACTION;
UPDATE `types`.`texts` SET `tt` = '😀', `lt` = 'text' WHERE `id` = 4;
UPDATE `types`.`texts` SET `tt` = NULL WHERE `id` = 3;
COMMIT;

-- types.binlog at byte 112289, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-59, thread 5
START TRANSACTION;
UPDATE `types`.`texts` SET `t` = 'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt', `mt` = 'mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 45968, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-58, thread 5
START TRANSACTION;
DELETE FROM `types`.`texts` WHERE `id` IN (6);
COMMIT;

-- types.binlog at byte 43960, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-57, thread 5
START TRANSACTION;
DELETE FROM `types`.`texts` WHERE `id` IN (5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 43678, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-56, thread 5
-- not undone: CREATE TABLE texts ( id INT PRIMARY KEY, tt TINYTEXT, t TEXT, mt MEDIUMTEXT, lt LONGTEXT, nn TEXT NOT NULL, l TEXT CHARACTER SET latin1 )

-- types.binlog at byte 43354, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-55, thread 5
START TRANSACTION;
INSERT INTO `types`.`binaries` (`id`, `b0`, `b1`, `b5`, `b255`, `nn`, `v0`, `v1`, `v255`, `v256`, `v300`) VALUES (6, '', X'7A', X'7A00000000', X'7A0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000', X'7A0000', '', X'7A', X'7A', X'7A', X'7A');
COMMIT;

-- types.binlog at byte 42965, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-54, thread 5
START TRANSACTION;
UPDATE `types`.`binaries` SET `b255` = X'746578740000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000', `v300` = X'C328' WHERE `id` = 5;
COMMIT;

-- types.binlog at byte 42580, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-53, thread 5
START TRANSACTION;
UPDATE `types`.`binaries` SET `b5` = X'0100000000', `v256` = X'00' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 40615, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-52, thread 5
START TRANSACTION;
DELETE FROM `types`.`binaries` WHERE `id` IN (6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 40266, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-51, thread 5
-- not undone: CREATE TABLE binaries ( id INT PRIMARY KEY, b0 BINARY(0), b1 BINARY(1), b5 BINARY(5), b255 BINARY(255), nn BINARY(3) NOT NULL, v0 VARBINARY(0), v1 VARBINARY(1), v255 VARBINARY(255), v256 VARBINARY(256

-- types.binlog at byte 39870, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-50, thread 5
START TRANSACTION;
INSERT INTO `types`.`chars` (`id`, `c0`, `c1`, `c10`, `c255`, `nn`, `l255`, `b4`, `v0`, `v1`, `v63`, `v64`, `v300`, `vl255`, `vl256`) VALUES (5, '', 'z', 'gone', 'gone', 'z', 'gone', 'gone', '', 'z', 'gone', 'gone', 'gone', 'gone', 'gone');
COMMIT;

-- types.binlog at byte 34457, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-49, thread 5
START TRANSACTION;
UPDATE `types`.`chars` SET `c255` = '😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀', `vl256` = 'trail  ' WHERE `id` = 4;
COMMIT;

-- types.binlog at byte 31335, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-48, thread 5
START TRANSACTION;
UPDATE `types`.`chars` SET `c10` = 'abc', `v300` = 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 25779, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-47, thread 5
START TRANSACTION;
DELETE FROM `types`.`chars` WHERE `id` IN (5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 25278, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-46, thread 5
-- not undone: CREATE TABLE chars ( id INT PRIMARY KEY, c0 CHAR(0), c1 CHAR(1), c10 CHAR(10), c255 CHAR(255), nn CHAR(3) NOT NULL, l255 CHAR(255) CHARACTER SET latin1, b4 CHAR(4) COLLATE utf8mb4_bin, v0 VARCHAR(0), 

-- types.binlog at byte 24969, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-45, thread 5
START TRANSACTION;
INSERT INTO `types`.`timestamps` (`id`, `t0`, `t1`, `t2`, `t3`, `t4`, `t5`, `t6`) VALUES (6, '2000-02-29 00:00:00', '2000-02-29 00:00:00.0', '2000-02-29 00:00:00.00', '2000-02-29 00:00:00.000', '2000-02-29 00:00:00.0000', '2000-02-29 00:00:00.00000', '2000-02-29 00:00:00.000000');
COMMIT;

-- types.binlog at byte 24588, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-44, thread 5
START TRANSACTION;
UPDATE `types`.`timestamps` SET `t0` = '0000-00-00 00:00:00', `t1` = '0000-00-00 00:00:00.0', `t2` = '0000-00-00 00:00:00.00', `t3` = '0000-00-00 00:00:00.000', `t4` = '0000-00-00 00:00:00.0000', `t5` = '0000-00-00 00:00:00.00000', `t6` = '0000-00-00 00:00:00.000000' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 24111, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-43, thread 5
START TRANSACTION;
UPDATE `types`.`timestamps` SET `t2` = '2026-11-21 10:11:12.12', `t5` = '2026-11-21 10:11:12.12345', `t0` = '2026-11-21 10:11:12', `t1` = '2026-11-21 10:11:12.1', `t3` = '2026-11-21 10:11:12.123', `t4` = '2026-11-21 10:11:12.1234', `t6` = '2026-11-21 10:11:12.123456' WHERE `id` = 4;
UPDATE `types`.`timestamps` SET `t2` = '1970-01-01 00:00:01.00', `t5` = '1970-01-01 00:00:01.00000', `t0` = '1970-01-01 00:00:01', `t1` = '1970-01-01 00:00:01.0', `t3` = '1970-01-01 00:00:01.000', `t4` = '1970-01-01 00:00:01.0000', `t6` = '1970-01-01 00:00:01.000001' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 22779, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-42, thread 5
START TRANSACTION;
DELETE FROM `types`.`timestamps` WHERE `id` IN (6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 22362, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-41, thread 5
-- not undone: CREATE TABLE timestamps ( id INT PRIMARY KEY, t0 TIMESTAMP NULL DEFAULT NULL, t1 TIMESTAMP(1) NULL DEFAULT NULL, t2 TIMESTAMP(2) NULL DEFAULT NULL, t3 TIMESTAMP(3) NULL DEFAULT NULL, t4 TIMESTAMP(4) N

-- types.binlog at byte 22048, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-40, thread 5
START TRANSACTION;
INSERT INTO `types`.`datetimes` (`id`, `t0`, `t1`, `t2`, `t3`, `t4`, `t5`, `t6`) VALUES (8, '2000-02-29 00:00:00', '2000-02-29 00:00:00.0', '2000-02-29 00:00:00.00', '2000-02-29 00:00:00.000', '2000-02-29 00:00:00.0000', '2000-02-29 00:00:00.00000', '2000-02-29 00:00:00.000000');
COMMIT;

-- types.binlog at byte 21646, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-39, thread 5
START TRANSACTION;
UPDATE `types`.`datetimes` SET `t3` = '2026-11-21 10:11:12.123', `t4` = '2026-11-21 10:11:12.1234', `t0` = '2026-11-21 10:11:12', `t1` = '2026-11-21 10:11:12.1', `t2` = '2026-11-21 10:11:12.12', `t5` = '2026-11-21 10:11:12.12345', `t6` = '2026-11-21 10:11:12.123456' WHERE `id` = 4;
COMMIT;

-- types.binlog at byte 21218, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-38, thread 5
START TRANSACTION;
UPDATE `types`.`datetimes` SET `t0` = '1000-01-01 00:00:00', `t6` = '1000-01-01 00:00:00.000000', `t1` = '1000-01-01 00:00:00.0', `t2` = '1000-01-01 00:00:00.00', `t3` = '1000-01-01 00:00:00.000', `t4` = '1000-01-01 00:00:00.0000', `t5` = '1000-01-01 00:00:00.00000' WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 19494, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-37, thread 5
START TRANSACTION;
DELETE FROM `types`.`datetimes` WHERE `id` IN (8, 7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 19215, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-36, thread 5
-- not undone: CREATE TABLE datetimes ( id INT PRIMARY KEY, t0 DATETIME, t1 DATETIME(1), t2 DATETIME(2), t3 DATETIME(3), t4 DATETIME(4), t5 DATETIME(5), t6 DATETIME(6) )

-- types.binlog at byte 18922, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-35, thread 5
START TRANSACTION;
INSERT INTO `types`.`times` (`id`, `t0`, `t1`, `t2`, `t3`, `t4`, `t5`, `t6`) VALUES (11, '01:01:01', '01:01:01.0', '01:01:01.00', '01:01:01.000', '01:01:01.0000', '01:01:01.00000', '01:01:01.000000');
COMMIT;

-- types.binlog at byte 18567, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-34, thread 5
START TRANSACTION;
UPDATE `types`.`times` SET `t0` = '10:11:12', `t5` = '10:11:12.12345' WHERE `id` = 9;
COMMIT;

-- types.binlog at byte 18107, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-33, thread 5
START TRANSACTION;
UPDATE `types`.`times` SET `t3` = '-01:00:00.000', `t6` = '-01:00:00.000000' WHERE `id` = 10;
UPDATE `types`.`times` SET `t3` = '00:00:00.000', `t6` = '00:00:00.000000' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 16333, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-32, thread 5
START TRANSACTION;
DELETE FROM `types`.`times` WHERE `id` IN (11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 16088, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-31, thread 5
-- not undone: CREATE TABLE times ( id INT PRIMARY KEY, t0 TIME, t1 TIME(1), t2 TIME(2), t3 TIME(3), t4 TIME(4), t5 TIME(5), t6 TIME(6) )

-- types.binlog at byte 15851, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-30, thread 5
START TRANSACTION;
INSERT INTO `types`.`dates` (`id`, `d`, `nn`) VALUES (8, '2000-01-01', '2000-01-01');
COMMIT;

-- types.binlog at byte 15578, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-29, thread 5
START TRANSACTION;
UPDATE `types`.`dates` SET `d` = '9999-12-31', `nn` = '1969-12-31' WHERE `id` = 3;
COMMIT;

-- types.binlog at byte 15313, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-28, thread 5
START TRANSACTION;
UPDATE `types`.`dates` SET `d` = '1970-01-01' WHERE `id` = 7;
COMMIT;

-- types.binlog at byte 14747, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-27, thread 5
START TRANSACTION;
DELETE FROM `types`.`dates` WHERE `id` IN (8, 7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 14563, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-26, thread 5
-- not undone: CREATE TABLE dates (id INT PRIMARY KEY, d DATE, nn DATE NOT NULL)

-- types.binlog at byte 14330, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-25, thread 5
START TRANSACTION;
INSERT INTO `types`.`years` (`id`, `y`, `nn`) VALUES (6, 1999, 2000);
COMMIT;

-- types.binlog at byte 14080, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-24, thread 5
START TRANSACTION;
UPDATE `types`.`years` SET `y` = 1901 WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 13814, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-23, thread 5
START TRANSACTION;
DELETE FROM `types`.`years` WHERE `id` IN (6, 5);
COMMIT;

-- types.binlog at byte 13500, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-22, thread 5
START TRANSACTION;
DELETE FROM `types`.`years` WHERE `id` IN (4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 13316, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-21, thread 5
-- not undone: CREATE TABLE years (id INT PRIMARY KEY, y YEAR, nn YEAR NOT NULL)

-- types.binlog at byte 13038, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-20, thread 5
START TRANSACTION;
INSERT INTO `types`.`bits` (`id`, `b1`, `b7`, `b8`, `b9`, `b33`, `b64`) VALUES (6, b'0', b'1', b'10', b'11', b'100', b'101');
COMMIT;

-- types.binlog at byte 12710, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-19, thread 5
START TRANSACTION;
UPDATE `types`.`bits` SET `b9` = b'0', `b33` = b'0' WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 11970, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-18, thread 5
START TRANSACTION;
DELETE FROM `types`.`bits` WHERE `id` IN (6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 11737, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-17, thread 5
-- not undone: CREATE TABLE bits ( id INT PRIMARY KEY, b1 BIT(1), b7 BIT(7), b8 BIT(8), b9 BIT(9), b33 BIT(33), b64 BIT(64) )

-- types.binlog at byte 11241, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-16, thread 5
START TRANSACTION;
INSERT INTO `types`.`decimals` (`id`, `d1_0`, `d1_1`, `d5_5`, `d9_0`, `d9_9`, `d10_0`, `d10_2`, `d18_9`, `d19_10`, `d38_10`, `d65_30`, `d65_0`, `d30_30`, `u12_4`) VALUES (8, 8, 0.8, 0.80000, 8, 0.800000000, 8, 8.00, 8.000000000, 8.0000000000, 8.0000000000, 8.000000000000000000000000000000, 8, 0.800000000000000000000000000000, 8.0000);
COMMIT;

-- types.binlog at byte 10572, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-15, thread 5
START TRANSACTION;
UPDATE `types`.`decimals` SET `d1_0` = 1, `d65_30` = 0.000000000000000000000000000001 WHERE `id` = 4;
COMMIT;

-- types.binlog at byte 9312, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-14, thread 5
START TRANSACTION;
UPDATE `types`.`decimals` SET `d10_2` = -1234567.80, `d38_10` = -1234567890123456789012345678.0123456789 WHERE `id` = 7;
UPDATE `types`.`decimals` SET `d10_2` = 0.01, `d38_10` = 0.0000000001 WHERE `id` = 4;
UPDATE `types`.`decimals` SET `d10_2` = 0.00 WHERE `id` = 1;
COMMIT;

-- types.binlog at byte 6389, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-13, thread 5
START TRANSACTION;
DELETE FROM `types`.`decimals` WHERE `id` IN (8, 7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 5915, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-12, thread 5
-- not undone: CREATE TABLE decimals ( id INT PRIMARY KEY, d1_0 DECIMAL(1,0), d1_1 DECIMAL(1,1), d5_5 DECIMAL(5,5), d9_0 DECIMAL(9,0), d9_9 DECIMAL(9,9), d10_0 DECIMAL(10,0), d10_2 DECIMAL(10,2), d18_9 DECIMAL(18,9)

-- types.binlog at byte 5624, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-11, thread 5
START TRANSACTION;
INSERT INTO `types`.`floats` (`id`, `f`, `d`, `fu`, `du`, `fd`, `dd`) VALUES (10, 1.0e0, 2.0e0, 3.0e0, 4.0e0, 5.0e0, 6.0e0);
COMMIT;

-- types.binlog at byte 5272, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-10, thread 5
START TRANSACTION;
UPDATE `types`.`floats` SET `f` = 1.1754944e-38, `d` = 2.2250738585072014e-308 WHERE `id` = 5;
COMMIT;

-- types.binlog at byte 4832, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-9, thread 5
START TRANSACTION;
UPDATE `types`.`floats` SET `f` = 123456.79e0, `d` = 123456.789e0 WHERE `id` = 9;
UPDATE `types`.`floats` SET `f` = 0.1e0, `d` = 0.1e0 WHERE `id` = 7;
COMMIT;

-- types.binlog at byte 3584, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-8, thread 5
START TRANSACTION;
DELETE FROM `types`.`floats` WHERE `id` IN (10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 3329, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-7, thread 5
-- not undone: CREATE TABLE floats ( id INT PRIMARY KEY, f FLOAT, d DOUBLE, fu FLOAT UNSIGNED, du DOUBLE UNSIGNED, fd FLOAT(7,3), dd DOUBLE(12,4) )

-- types.binlog at byte 2996, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-6, thread 5
START TRANSACTION;
INSERT INTO `types`.`integers` (`id`, `t`, `s`, `m`, `i`, `b`, `tu`, `su`, `mu`, `iu`, `bu`, `nn`, `flag`, `filled`) VALUES (-7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 1, 7);
COMMIT;

-- types.binlog at byte 2597, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-5, thread 5
START TRANSACTION;
UPDATE `types`.`integers` SET `m` = -1, `iu` = 2147483648 WHERE `id` = 4;
COMMIT;

-- types.binlog at byte 2074, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-4, thread 5
START TRANSACTION;
UPDATE `types`.`integers` SET `t` = 1, `i` = 16777216, `bu` = 4294967296 WHERE `id` = 6;
UPDATE `types`.`integers` SET `t` = 127, `i` = 2147483647, `bu` = 18446744073709551615 WHERE `id` = 2;
COMMIT;

-- types.binlog at byte 880, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-3, thread 5
START TRANSACTION;
DELETE FROM `types`.`integers` WHERE `id` IN (-7, 6, 5, 4, 3, 2, 1);
COMMIT;

-- types.binlog at byte 496, 2026-11-21 09:26:01 UTC, server 118, GTID 0-118-2, thread 5
-- not undone: CREATE TABLE integers ( id INT PRIMARY KEY, t TINYINT, s SMALLINT, m MEDIUMINT, i INT, b BIGINT, tu TINYINT UNSIGNED, su SMALLINT UNSIGNED, mu MEDIUMINT UNSIGNED, iu INT UNSIGNED, bu BIGINT UNSIGNED, 

SET SESSION sql_mode = @binlog_kaitai_sql_mode;
SET SESSION time_zone = @binlog_kaitai_time_zone;
SET SESSION foreign_key_checks = @binlog_kaitai_foreign_key_checks;
SET SESSION character_set_client = @binlog_kaitai_character_set_client;
SET SESSION character_set_results = @binlog_kaitai_character_set_results;
SET SESSION collation_connection = @binlog_kaitai_collation_connection;

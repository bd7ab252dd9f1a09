// A server of the logs of a case, on the loopback interface, for readers that read from servers.
//
// It answers queries about columns from the JSON of the case, which is beside the logs.

import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import mysql from "mysql2";

const MAGIC_SIZE = 4;
const HEADER_SIZE = 19;
const TYPE_AT = 4;
const SIZE_AT = 9;
const CHECKSUM_SIZE = 4;
const ROTATE_EVENT = 4;
const COM_BINLOG_DUMP = 0x12;
const COM_REGISTER_SLAVE = 0x15;
// LONG_PASSWORD, CONNECT_WITH_DB, PROTOCOL_41, TRANSACTIONS, SECURE_CONNECTION, PLUGIN_AUTH
const CAPABILITIES = 0x8a209;
const UTF8MB4 = 45;
const VAR_STRING = 253;
// name of the log that follows the last one
export const END = "end";

export class Logs {
  constructor(paths) {
    this.files = paths.map((path) => ({ name: basename(path), data: readFileSync(path) }));
    const stem = basename(paths[0]).replace(/(\.\d+)?\.binlog$/, "");
    this.truth = JSON.parse(readFileSync(join(dirname(paths[0]), `${stem}.json`), "utf8"));
  }

  // The byte before the checksum of FORMAT_DESCRIPTION is the algorithm.
  hasChecksums({ data }) {
    return data[MAGIC_SIZE + data.readUInt32LE(MAGIC_SIZE + SIZE_AT) - CHECKSUM_SIZE - 1] === 1;
  }

  checksum() {
    return this.hasChecksums(this.files[0]) ? "CRC32" : "NONE";
  }

  // A server sends an artificial ROTATE event before each log.
  *events() {
    for (const file of this.files) {
      yield this.rotation(file.name, this.hasChecksums(file));
      for (let at = MAGIC_SIZE; at < file.data.length; ) {
        const size = file.data.readUInt32LE(at + SIZE_AT);
        yield file.data.subarray(at, at + size);
        at += size;
      }
    }
    yield this.rotation(END, this.hasChecksums(this.files.at(-1)));
  }

  rotation(name, hasChecksums) {
    const body = Buffer.concat([
      Buffer.from([MAGIC_SIZE, 0, 0, 0, 0, 0, 0, 0]),
      Buffer.from(name),
      Buffer.alloc(hasChecksums ? CHECKSUM_SIZE : 0),
    ]);
    const header = Buffer.alloc(HEADER_SIZE);
    header[TYPE_AT] = ROTATE_EVENT;
    header.writeUInt32LE(HEADER_SIZE + body.length, SIZE_AT);
    return Buffer.concat([header, body]);
  }

  // Tables that the server still has, as the readers' option. A dropped table ends the reading.
  schema() {
    const schema = {};
    for (const [database, table] of Object.keys(this.truth.tables).map((name) => name.split(".")))
      (schema[database] ??= []).push(table);
    return schema;
  }

  // The rows of a query's result, or undefined for an unexpected query.
  answer(query) {
    const found = ANSWERS.find(([pattern]) => pattern.test(query));
    return found?.[1](this, ...found[0].exec(query).slice(1));
  }

  columns(database, table) {
    return this.truth.tables[`${database}.${table}`]?.columns ?? [];
  }
}

const ANSWERS = [
  [/@@GLOBAL\.binlog_checksum/i, (logs) => [{ checksum: logs.checksum() }]],
  [/LIKE '(binlog_checksum)'/i, (logs, name) => [{ name, value: logs.checksum() }]],
  [/LIKE '(binlog_format)'/i, (logs, name) => [{ name, value: "ROW" }]],
  [/LIKE '(binlog_row_image)'/i, (logs, name) => [{ name, value: logs.truth.options[name] }]],
  [/VERSION\(\)/i, (logs) => [{ version: logs.truth.server }]],
  [/SHOW BINARY LOGS/i, (logs) => [{ Log_name: logs.files[0].name, File_size: "4" }]],
  [/SELECT 1/i, () => [{ 1: "1" }]],
  [
    /INFORMATION_SCHEMA\.COLUMNS\s+WHERE\s+TABLE_SCHEMA\s*=\s*'(.*)' AND TABLE_NAME\s*=\s*'(.*)'/i,
    (logs, database, table) =>
      logs.columns(database, table).map(({ name, column_type, collation }) => ({
        COLUMN_NAME: name,
        COLLATION_NAME: collation,
        CHARACTER_SET_NAME: collation && collation.split("_")[0],
        COLUMN_COMMENT: "",
        COLUMN_TYPE: column_type,
      })),
  ],
  [
    /INFORMATION_SCHEMA\.TABLES\s+WHERE\s+TABLE_SCHEMA\s*=\s*'(.*)' AND TABLE_NAME\s*=\s*'(.*)'/i,
    (logs, database, table) => (logs.columns(database, table).length ? [{ TABLE_NAME: table }] : []),
  ],
  [
    /SHOW FULL COLUMNS FROM `(.*)`\.`(.*)`/i,
    (logs, database, table) =>
      logs.columns(database, table).map(({ name, column_type, collation, nullable }) => ({
        Field: name,
        Type: column_type,
        Collation: collation,
        Null: nullable ? "YES" : "NO",
        Key: "",
        Default: null,
        Extra: "",
      })),
  ],
  [/SHOW INDEX FROM/i, () => []],
];

// Serve logs, with a pause of some milliseconds after each event, and return the port.
export function serve(logs, pause = 0) {
  const server = mysql.createServer();
  server.on("connection", (connection) => {
    connection.on("error", () => {});
    connection.on("stmt_prepare", () => connection.writeOk()); // SET
    connection.on("query", (query) => {
      const rows = logs.answer(query);
      if (!rows) connection.writeError({ code: 1064, message: `not expected: ${query}` });
      else connection.writeTextResult(rows, Object.keys(rows[0] ?? { none: 0 }).map(column));
    });
    connection.on("packet", async (packet, isKnown, command) => {
      if (command === COM_REGISTER_SLAVE) connection.writeOk();
      if (command === COM_BINLOG_DUMP)
        for (const event of logs.events()) {
          connection.writePacket(new EventPacket(event));
          if (pause) await setTimeout(pause);
        }
      connection.sequenceId = 0; // mysql2 does not reset it for the next command
    });
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: logs.truth.server,
      connectionId: 1,
      statusFlags: 2,
      characterSet: UTF8MB4,
      capabilityFlags: CAPABILITIES,
      authCallback: (user, accept) => {
        accept();
        connection.sequenceId = 0;
      },
    });
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server._server.address().port));
  });
}

function column(name) {
  return {
    catalog: "def",
    schema: "",
    table: "",
    orgTable: "",
    name,
    orgName: name,
    characterSet: UTF8MB4,
    columnLength: 1024,
    columnType: VAR_STRING,
    flags: 0,
    decimals: 0,
  };
}

class EventPacket {
  constructor(event) {
    this.buffer = Buffer.concat([Buffer.alloc(5), event]); // packet header, OK
  }

  length() {
    return this.buffer.length;
  }

  writeHeader(sequenceId) {
    this.buffer.writeUIntLE(this.buffer.length - 4, 0, 3);
    this.buffer[3] = sequenceId;
  }
}

// Readers of the zongji family: node zongji.mjs PACKAGE LOG... prints the records of logs, in their
// order, as lines of JSON. `npm ci` in this directory installs the packages.
//
// These readers read from a server, so this module serves the logs on the loopback interface. It
// answers queries about columns from the JSON of the case, which is beside the logs. The reader's
// own client and decoders do the rest.

import { readFileSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import mysql from "mysql2";

const STDOUT = 1;
const STDERR = 2;
const MAGIC_SIZE = 4;
const HEADER_SIZE = 19;
const TYPE_AT = 4;
const SIZE_AT = 9;
const CHECKSUM_SIZE = 4;
const ROTATE_EVENT = 4;
const COM_BINLOG_DUMP = 0x12;
const BIT = 16;
const JSON_TYPE = 245;
const INTEGERS = new Set([1, 2, 3, 8, 9]);
// LONG_PASSWORD, CONNECT_WITH_DB, PROTOCOL_41, TRANSACTIONS, SECURE_CONNECTION, PLUGIN_AUTH
const CAPABILITIES = 0x8a209;
const UTF8MB4 = 45;
const VAR_STRING = 253;
// name of the log that follows the last one
const END = "end";

class Logs {
  constructor(paths) {
    this.files = paths.map((path) => ({ name: basename(path), data: readFileSync(path) }));
    const stem = basename(paths[0]).replace(/(\.\d+)?\.binlog$/, "");
    this.truth = JSON.parse(readFileSync(join(dirname(paths[0]), `${stem}.json`), "utf8"));
  }

  // The byte before the checksum of FORMAT_DESCRIPTION is the algorithm.
  hasChecksums({ data }) {
    return data[MAGIC_SIZE + data.readUInt32LE(MAGIC_SIZE + SIZE_AT) - CHECKSUM_SIZE - 1] === 1;
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
    if (/binlog_checksum/i.test(query))
      return [{ checksum: this.hasChecksums(this.files[0]) ? "CRC32" : "NONE" }];
    if (/VERSION\(\)/i.test(query)) return [{ version: this.truth.server }];
    if (/SHOW BINARY LOGS/i.test(query)) return [{ Log_name: this.files[0].name, File_size: "4" }];
    if (/SELECT 1/i.test(query)) return [{ 1: "1" }];
    const table = /TABLE_SCHEMA\s*=\s*'(.*)' AND TABLE_NAME\s*=\s*'(.*)'/i.exec(query);
    if (!table) return undefined;
    const columns = this.truth.tables[`${table[1]}.${table[2]}`]?.columns ?? [];
    return columns.map(({ name, column_type, collation }) => ({
      COLUMN_NAME: name,
      COLLATION_NAME: collation,
      CHARACTER_SET_NAME: collation && collation.split("_")[0],
      COLUMN_COMMENT: "",
      COLUMN_TYPE: column_type,
    }));
  }
}

function serve(logs) {
  const server = mysql.createServer();
  server.on("connection", (connection) => {
    connection.on("error", () => {});
    connection.on("stmt_prepare", () => connection.writeOk()); // SET
    connection.on("query", (query) => {
      const rows = logs.answer(query);
      if (!rows) connection.writeError({ code: 1064, message: `not expected: ${query}` });
      else connection.writeTextResult(rows, Object.keys(rows[0] ?? { none: 0 }).map(column));
    });
    connection.on("packet", (packet, isKnown, command) => {
      if (command === COM_BINLOG_DUMP)
        for (const event of logs.events()) connection.writePacket(new EventPacket(event));
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

// A value in the form of `binlog-kaitai rows`, as JSON text.
function form(value, { type, charset }) {
  if (value === null || value === undefined) return "null";
  if (Buffer.isBuffer(value)) {
    if (type === BIT) return String(value.length ? BigInt(`0x${value.toString("hex")}`) : 0);
    const base64 = JSON.stringify(value.toString("base64"));
    return charset ? `{"base64": ${base64}}` : base64;
  }
  if (typeof value === "string") {
    if (INTEGERS.has(type) && /^-?\d+$/.test(value)) return value;
    if (type === JSON_TYPE && isJson(value)) return value === "null" ? '{"json": null}' : value;
  }
  if (Object.is(value, -0)) return "-0.0";
  if (typeof value === "number" && !Number.isFinite(value)) return `"${value}"`;
  return JSON.stringify(value);
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function printRecord(changeType, database, table, data) {
  const head = JSON.stringify({ change_type: changeType, database, table }).slice(0, -1);
  print(STDOUT, `${head}, "data": ${data}}\n`);
}

function printStatement(database, statement) {
  printRecord("statement", database, null, JSON.stringify({ statement }));
}

function printRows(event, changeTypes, images) {
  const table = event.tableMap[event.tableId];
  const columns = new Map(table.columns.map((each) => [each.name, each]));
  for (const row of event.rows) {
    images(row).forEach((image, index) => {
      const cells = Object.entries(image).map(
        ([name, value]) => `${JSON.stringify(name)}: ${form(value, columns.get(name))}`,
      );
      printRecord(changeTypes[index], table.parentSchema, table.tableName, `{${cells.join(", ")}}`);
    });
  }
}

function printEvent(event) {
  switch (event.getTypeName()) {
    case "Query":
      return printStatement(event.schema, event.query);
    case "MariadbGtid": // in the place of BEGIN
      return event.standalone ? undefined : printStatement("", "BEGIN");
    case "Xid":
      return printStatement("", "COMMIT");
    case "XaPrepare": {
      const [gtrid, bqual] = [event.xidGtrid, event.xidBqual].map((part) => part.toString("hex"));
      const xid = `X'${gtrid}',X'${bqual}',${event.xidFormatId}`;
      return printStatement("", event.onePhase ? "COMMIT" : `XA PREPARE ${xid}`);
    }
    case "WriteRows":
      return printRows(event, ["insert"], (row) => [row]);
    case "DeleteRows":
      return printRows(event, ["delete"], (row) => [row]);
    case "UpdateRows":
      return printRows(event, ["update_preimage", "update_postimage"], (row) => [
        row.before,
        row.after,
      ]);
    case "Rotate":
      if (event.binlogName === END) process.exit(0);
  }
}

function print(descriptor, text) {
  let rest = Buffer.from(text);
  while (rest.length) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

function fail(error) {
  print(STDERR, `${error?.message ?? error}\n`);
  process.exit(1);
}

// The server has no prepared statements, so this query is sent as text.
function asking(connection) {
  connection.execute = (sql, values, done) => {
    const [first, ...others] = sql.split("?");
    connection.query(first + others.map((text, index) => `'${values[index]}'${text}`).join(""), done);
  };
  return connection;
}

async function main([name, ...paths]) {
  process.env.TZ = "UTC";
  console.log = console.error;
  process.on("uncaughtException", fail);
  const logs = new Logs(paths);
  const { default: ZongJi } = await import(name);
  const options = { host: "127.0.0.1", port: await serve(logs), user: "root", dateStrings: true };
  const reader = new ZongJi(
    name === "@vlasky/zongji"
      ? asking(mysql.createConnection({ ...options, timezone: "Z", jsonStrings: true }))
      : options,
  );
  reader.on("error", fail);
  reader.on("binlog", printEvent);
  reader.start({ serverId: 2, includeSchema: logs.schema() });
}

await main(process.argv.slice(2));

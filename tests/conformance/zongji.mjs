// Readers of the zongji family: node zongji.mjs PACKAGE LOG... prints the records of logs, in their
// order, as lines of JSON. `npm ci` in this directory installs the packages.
//
// These readers read from a server, so this module serves the logs on the loopback interface. It
// answers queries about columns from the JSON of the case, which is beside the logs. The reader's
// own client and decoders do the rest.

import mysql from "mysql2";
import { document, printError, printImage, printStatement } from "./output.mjs";
import { END, Logs, serve } from "./server.mjs";

const BIT = 16;
const JSON_TYPE = 245;
const INTEGERS = new Set([1, 2, 3, 8, 9]);

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
    if (type === JSON_TYPE) return document(value) ?? JSON.stringify(value);
  }
  if (Object.is(value, -0)) return "-0.0";
  if (typeof value === "number" && !Number.isFinite(value)) return `"${value}"`;
  return JSON.stringify(value);
}

function printRows(event, changeTypes, images) {
  const table = event.tableMap[event.tableId];
  const columns = new Map(table.columns.map((each) => [each.name, each]));
  for (const row of event.rows) {
    images(row).forEach((image, index) => {
      const cells = Object.entries(image).map(([name, value]) => [
        name,
        form(value, columns.get(name)),
      ]);
      const { parentSchema, tableName } = table;
      printImage(changeTypes[index], parentSchema, tableName, Object.fromEntries(cells));
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

function fail(error) {
  printError(error?.message ?? error);
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

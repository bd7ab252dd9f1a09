// go-mysql in its package for Node.js: node go_mysql.mjs LOG... prints the row images of logs, in
// their order, as lines of JSON. `npm ci` in this directory installs the package.
//
// The package runs a Go program that reads from a server. It passes on the first row of an event
// alone, and no statements.

import { format } from "node:util";
import debug from "debug";
import binding from "go-mysql-js";
import { document, printError, printImage } from "./output.mjs";
import { END, Logs, serve } from "./server.mjs";

const IDLE_MILLISECONDS = 300;
// An error of the Go program overtakes rows that it has read before.
const PAUSE_MILLISECONDS = 2;
const MAX_MESSAGE = 300;
const SRID_SIZE = 4;
const GEOMETRY = /^(geometry|point|linestring|polygon|multi|geom)/;

let reader;
let lastLogged = "";
let timer;

// A value in the form of `binlog-kaitai rows`, as JSON text.
function form(value, type) {
  if (Array.isArray(value) && type.startsWith("set(")) return JSON.stringify(value.join(","));
  if (typeof value === "string") {
    if (type === "json") return document(value) ?? JSON.stringify(value);
    if (/^(var)?binary/.test(type)) return JSON.stringify(Buffer.from(value).toString("base64"));
    const bytes = Buffer.from(value, "base64");
    if (GEOMETRY.test(type) && bytes.length > SRID_SIZE) {
      const wkb = bytes.subarray(SRID_SIZE).toString("base64");
      return JSON.stringify({ srid: bytes.readUInt32LE(), wkb });
    }
  }
  return JSON.stringify(value);
}

function printRow(logs, changeType, { schema, name }, row) {
  const columns = logs.columns(schema, name).map((each) => [each.name, each.column_type]);
  const types = Object.fromEntries(columns);
  const cells = Object.entries(row).map(([column, value]) => [column, form(value, types[column])]);
  printImage(changeType, schema, name, Object.fromEntries(cells));
}

function printEvent(logs, event) {
  if (event.insert) printRow(logs, "insert", event.table, event.insert);
  if (event.delete) printRow(logs, "delete", event.table, event.delete);
  if (event.update) {
    printRow(logs, "update_preimage", event.table, event.update.old);
    printRow(logs, "update_postimage", event.table, event.update.new);
  }
}

function end(status) {
  reader?._process.kill();
  process.exit(status);
}

function fail(error) {
  const message = error.message.startsWith("received unexpected") ? lastLogged : error.message;
  printError(message.slice(0, MAX_MESSAGE).replaceAll("\n", " "));
  end(1);
}

console.log = console.error;
process.on("uncaughtException", fail);
debug.enable("mysql_binlog");
debug.log = (...words) => {
  lastLogged = format(...words);
  if (lastLogged.includes(`rotate binlog to (${END}`))
    timer = setTimeout(end, IDLE_MILLISECONDS, 0);
};
const logs = new Logs(process.argv.slice(2));
reader = await binding.default.create({
  hostname: "127.0.0.1",
  port: await serve(logs, PAUSE_MILLISECONDS),
  username: "root",
  password: "",
  tableRegexes: [".*"],
  binlogPosition: { name: logs.files[0].name, position: 4 },
});
reader.on("error", fail);
reader.on("event", (event) => {
  printEvent(logs, event);
  timer?.refresh();
});

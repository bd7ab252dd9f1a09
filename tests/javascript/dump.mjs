// Prints the trees that the compiled specs make of binary logs, as tests/javascript/tree.py does.
//
// usage: node dump.mjs COMPILED LOG ...
//
// COMPILED is what `node compile.mjs javascript COMPILED --debug` writes. NODE_PATH names the
// folder that holds the runtime, kaitai-struct. Each log takes a line: a list of the tree of its
// start and those of its events, or what stopped the parser.

import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [compiled, ...logs] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(compiled), "dump.js"));
const KaitaiStream = require("kaitai-struct/KaitaiStream");
const { MysqlBinlog } = require("./MysqlBinlog");

const instanceNames = new Map();
const double = new DataView(new ArrayBuffer(8));

for (const log of logs) console.log(JSON.stringify(treesOf(log)));

function treesOf(log) {
  try {
    const root = new MysqlBinlog(new KaitaiStream(fs.readFileSync(log)));
    root._read();
    const seen = new Map();
    return [root.start, ...root.events].map((tree) => canonical(tree, seen));
  } catch (error) {
    return { error: error.stack };
  }
}

function canonical(value, seen) {
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return canonicalNumber(value);
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("hex") };
  if (Array.isArray(value)) return value.map((item) => canonical(item, seen));
  return canonicalObject(value, seen);
}

// JavaScript does not tell integers from floats: an integer that it holds exactly is one.
function canonicalNumber(value) {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return value;
  double.setFloat64(0, value);
  return { double: double.getBigUint64(0).toString(16).padStart(16, "0") };
}

function canonicalObject(object, seen) {
  const number = seen.get(object);
  if (number !== undefined) return { same: number };
  seen.set(object, seen.size);
  const tree = { class: object.constructor.name };
  // In debug mode every field of seq that was read is noted here; parameters are not.
  const fields = Object.keys(object._debug).filter((name) => !name.startsWith("_"));
  for (const name of [...fields, ...instancesOf(Object.getPrototypeOf(object))]) {
    const value = object[name];
    if (value !== undefined) tree[name] = canonical(value, seen);
  }
  return tree;
}

function instancesOf(prototype) {
  let names = instanceNames.get(prototype);
  if (!names) {
    const properties = Object.entries(Object.getOwnPropertyDescriptors(prototype));
    names = properties.filter(([, property]) => property.get).map(([name]) => name).sort();
    instanceNames.set(prototype, names);
  }
  return names;
}

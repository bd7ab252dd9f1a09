// Output of the adapters: records as lines of JSON.

import { writeSync } from "node:fs";

const STDOUT = 1;
const STDERR = 2;

function print(descriptor, text) {
  let rest = Buffer.from(`${text}\n`);
  while (rest.length) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

// Print a row image; the values of its cells are JSON text.
export function printImage(changeType, database, table, cells) {
  const data = Object.entries(cells).map(([name, value]) => `${JSON.stringify(name)}: ${value}`);
  const head = JSON.stringify({ change_type: changeType, database, table }).slice(0, -1);
  print(STDOUT, `${head},"data":{${data.join(", ")}}}`);
}

export function printStatement(database, statement) {
  const data = { statement };
  print(STDOUT, JSON.stringify({ change_type: "statement", database, table: null, data }));
}

export function printError(message) {
  print(STDERR, message);
}

// A JSON document that a reader has as text, or undefined if the text is no document.
export function document(text) {
  try {
    return JSON.parse(text) === null ? '{"json": null}' : text;
  } catch {
    return undefined;
  }
}

// Compiles every spec of this folder, and of folders in it, with kaitai-struct-compiler.
//
// usage: node compile.mjs LANGUAGE OUTPUT [--debug | --read-write] [SPEC...]
//
// LANGUAGE is the compiler's name of it: python, javascript, java. With --read-write,
// the classes of Python and Java also write what they read. With SPECs, only these and
// what they import are compiled. The npm build of
// the compiler has no command line, and none of its Python options: that the specs
// become one package, with imports relative to it, is done here. So is what the
// compiler forgets: the class of enums in Java, that those of C# may be long, and
// that structures given to PHP's constructors may be null.

import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";

const specs = path.dirname(fileURLToPath(import.meta.url));
const [language, output, ...rest] = process.argv.slice(2);
const mode = rest[0]?.startsWith("--") ? rest.shift() : undefined;
if (!language || !output || (mode && !["--debug", "--read-write"].includes(mode))) {
  console.error("usage: node compile.mjs LANGUAGE OUTPUT [--debug | --read-write] [SPEC...]");
  process.exit(2);
}
const compiler = mode === "--read-write" ? compilerOfWriters() : createRequire(import.meta.url)("kaitai-struct-compiler");

// names of specs are unique, in whichever folder they are
const files = new Map(fs.readdirSync(specs, { recursive: true })
  .filter((file) => file.endsWith(".ksy") && !file.startsWith("node_modules"))
  .map((file) => [path.basename(file, ".ksy"), file]));

const read = (name) => {
  try {
    return load(fs.readFileSync(path.join(specs, files.get(path.basename(name)) ?? `${name}.ksy`), "utf8"));
  } catch (error) {
    fail(`${name}.ksy: ${error.message.split("\n")[0]}`);
  }
};
const importer = { importYaml: async (name) => read(name) };

const all = [...files.keys()].sort();
const imports = new Map(all.map((name) => [name, (read(name).meta?.imports ?? []).map((other) => path.basename(other))]));
const needed = new Set(rest.length > 0 ? rest : all);
for (const name of needed) for (const other of imports.get(name) ?? fail(`${name}.ksy: no such spec`)) needed.add(other);
const names = all.filter((name) => needed.has(name));
for (const name of names) {
  if (read(name).meta?.id !== name) fail(`${name}.ksy: meta/id is not the file's name`);
}

// What nothing imports comes first: with it, the compiler compiles all that it imports.
const imported = new Set([...imports.values()].flat());
const compiled = new Map();
for (const name of [...names].sort((one, other) => imported.has(one) - imported.has(other))) {
  if (compiled.has(fileName(name))) continue;
  try {
    for (const [file, text] of Object.entries(await compile(name))) compiled.set(file, text);
  } catch {
    fail(await faultIn(name));
  }
}

async function compile(name) {
  return compiler.compile(language, read(name), importer, mode === "--debug");
}

// The npm build has the mode that writes, but no argument for it: its configuration is a constant.
function compilerOfWriters() {
  const require = createRequire(import.meta.url);
  const text = fs.readFileSync(require.resolve("kaitai-struct-compiler"), "utf8");
  const reading = "RuntimeConfig((!debug), debug, false, true, false,"; // reads at once, ..., shares bytes, does not write
  if (text.split(reading).length !== 2) fail("this version of kaitai-struct-compiler is configured in another way");
  const module = { exports: {} };
  new Function("module", "exports", "require", text.replace(reading, "RuntimeConfig(false, false, false, false, true,"))(
    module,
    module.exports,
    require,
  );
  return module.exports;
}

// The compiler does not say in which of the imported specs a fault is: what they import comes first.
async function faultIn(name, seen = new Set()) {
  seen.add(name);
  for (const other of imports.get(name) ?? []) {
    const fault = seen.has(other) ? undefined : await faultIn(other, seen);
    if (fault) return fault;
  }
  try {
    await compile(name);
  } catch (error) {
    // The compiler throws Scala objects, of which only toString() tells anything.
    return `${name}.ksy: ${error}`;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

if (language === "python") {
  const local = new RegExp(`^import (${names.join("|")})$`, "gm");
  // sorted, since the compiler's order of imports changes with what else a spec holds
  const sorted = (imports) => imports.trimEnd().split("\n").sort().join("\n") + "\n";
  for (const [file, text] of compiled) {
    const relative = text.replace(local, "from . import $1");
    compiled.set(file, relative.replace(/(^from \. import \w+\n)+/m, sorted));
  }
  compiled.set("__init__.py", '"""Parsers compiled from the specs in ksy/ by `make generate`. Not to be edited."""\n');
}

if (language === "java") {
  for (const [file, text] of compiled) {
    const ownEnums = [...text.matchAll(/public enum (\w+)/g)].map((found) => found[1]);
    const owners = Object.fromEntries([...text.matchAll(/\b(\w+)\.(\w+)\.[A-Z][A-Z0-9_]*\b/g)].map(([, owner, name]) => [name, owner]));
    const qualified = (whole, name) => (owners[name] && !ownEnums.includes(name) ? `${owners[name]}.${whole}` : whole);
    compiled.set(file, text.replace(/(?<!\.)\b(\w+) on = /g, qualified));
  }
}
if (language === "csharp") {
  const long = (whole, name, members) => (/= \d{10,}/.test(members) ? `enum ${name} : long${members}` : whole);
  for (const [file, text] of compiled) compiled.set(file, text.replace(/enum (\w+)(\s*\{[^}]*\})/g, long));
}
if (language === "php") {
  const nullable = (whole) => whole.replace(/(?<=[(,] ?)(?=\\(?!Kaitai\\Struct\\Stream )\S+ \$)/g, "?");
  for (const [file, text] of compiled) compiled.set(file, text.replace(/ __construct\(.*\{$/gm, nullable));
}

fs.rmSync(output, { recursive: true, force: true });
fs.mkdirSync(output, { recursive: true });
for (const [file, text] of compiled) fs.writeFileSync(path.join(output, file), text);
console.log(`${names.length} specs, ${compiled.size} ${language} files`);

function fileName(name) {
  return language === "python" ? `${name}.py` : `${name.split("_").map((word) => word[0].toUpperCase() + word.slice(1)).join("")}.js`;
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findEntry } from "./find-entry.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-store-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ["a string", { exports: "./a.js" }],
  ["conditions", { exports: { types: "./a.d.ts", require: "./b.js", import: "./a.js" } }],
  ["nested conditions", { exports: { ".": { browser: "./b.js", node: { require: "./b.js", default: "./a.js" } } } }],
  ["main", { main: "a.js" }],
])("an entry is found by %s, in the folder itself and not from one below it", (_, manifest) => {
  const home = join(folder, "node_modules/@x/y");
  mkdirSync(home, { recursive: true });
  mkdirSync(join(folder, "deep/er"), { recursive: true });
  for (const name of ["a.js", "b.js"]) writeFileSync(join(home, name), "");
  writeFileSync(join(home, "package.json"), JSON.stringify(manifest));
  expect(findEntry("@x/y", [join(folder, "deep/er"), folder])).toMatch(/node_modules\/@x\/y\/a\.js$/);
  expect(findEntry("@x/y", [join(folder, "deep/er")])).toBeUndefined();
  expect(findEntry("@x/z", [folder])).toBeUndefined();
});

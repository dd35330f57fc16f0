import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { filePins } from "./file-pins.ts";
import { pinOf } from "./pins.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-pins-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const tool = { name: "a", description: "d", inputSchema: { type: "object" as const, properties: { x: {}, y: {} } } };

it("a fingerprint holds name, description, schema and annotations, in whatever order they stand", async () => {
  const of = async (more: object) => (await pinOf({ ...tool, ...more })).fingerprint;
  expect(await of({ inputSchema: { properties: { y: {}, x: {} }, type: "object" } })).toBe(await of({}));
  const others = [
    { name: "b" },
    { description: "e" },
    { title: "t" },
    { inputSchema: { type: "object" } },
    { annotations: { readOnlyHint: true } },
  ];
  expect(new Set(await Promise.all([of({}), ...others.map(of)])).size).toBe(6);
});

it("pins are kept in a file for their owner alone, and outlive the process", async () => {
  const path = join(folder, "deep/pins.json");
  const pins = filePins(path);
  expect(await pins.get("s", "a")).toBeUndefined();
  const [pin, other] = [await pinOf(tool), await pinOf({ ...tool, name: "b" })];
  await Promise.all([pins.set("s", [pin]), pins.set("t", [pin]), pins.set("s", [other])]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await filePins(path).get("s", "a")).toEqual(JSON.parse(JSON.stringify(pin)));
  expect(await filePins(path).get("s", "b")).toBeDefined();
  expect(await filePins(path).get("t", "a")).toBeDefined();
  expect(await filePins(path).get("t", "toString")).toBeUndefined();
});

it("a file that is damaged is not taken for an empty one", async () => {
  const path = join(folder, "pins.json");
  for (const text of ["{", "[]", '{"s":5}', '{"s":{"a":{}}}']) {
    writeFileSync(path, text);
    await expect(filePins(path).get("s", "a"), text).rejects.toMatchObject({ code: "parse_error" });
  }
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSession } from "@holdall/tool-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { coding, minimal, type PresetOptions, readonly } from "../index.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-kept-")));
  for (const name of ["project", "kept"]) mkdirSync(join(folder, name));
  for (const name of ["mine.md", "other.md"]) writeFileSync(join(folder, "kept", name), `${name}\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (make: typeof coding | typeof minimal | typeof readonly, more: PresetOptions = {}) => {
  const mine = join(folder, "kept/mine.md");
  const kept = { folder: join(folder, "kept"), isReadable: (path: string) => path === mine };
  const preset = make({ root: join(folder, "project"), kept, ...more });
  return openSession(preset.registry, preset);
};
const at = (name: string) => ({ path: join(folder, "kept", name) });

test.each([
  ["coding", coding],
  ["minimal", minimal],
  ["readonly", readonly],
] as const)("%s reads what the host keeps for it, and nothing beside", async (_name, make) => {
  await using session = open(make);
  expect(await session.call("read_file", at("mine.md"))).toMatchObject({ ok: true });
  for (const call of [
    await session.call("read_file", at("other.md")),
    await session.call("list_directory", at("")),
    await session.call("glob_files", { pattern: "*", path: at("").path }),
  ])
    expect(call).toMatchObject({ ok: false });
});

test("no rule and no mode lets tools change it or read the rest, and a rule still denies reading", async () => {
  const rules = [{ allow: ["write_file", "read_file", "delete_file"] }];
  await using session = open(coding, { permissions: { rules, mode: "bypass" } });
  const denied = { ok: false, error: { code: "permission_denied" } };
  expect(await session.call("write_file", { ...at("mine.md"), content: "", overwrite: true })).toMatchObject(denied);
  expect(await session.call("delete_file", at("mine.md"))).toMatchObject(denied);
  expect(await session.call("read_file", at("other.md"))).toMatchObject(denied);
  await using strict = open(coding, { permissions: { rules: [{ deny: ["read_file"] }] } });
  expect(await strict.call("read_file", at("mine.md"))).toMatchObject(denied);
});

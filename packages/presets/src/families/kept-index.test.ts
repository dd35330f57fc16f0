import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSession, toPath } from "@holdall/tool-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openCache } from "../history/_disk.ts";
import { coding, readonly, research } from "../index.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-index-")));
  mkdirSync(join(folder, "project"));
  for (let i = 0; i < 120; i++)
    writeFileSync(join(folder, "project", `file${i}.ts`), `export const handler${i} = ${i};\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const kept = (at: string) => (existsSync(at) ? readdirSync(at) : []);

test.each([
  ["coding", coding],
  ["readonly", readonly],
  ["research", research],
] as const)("%s keeps the index of code search in the host's cache, for its user alone", async (_, make) => {
  const cache = join(folder, "cache/code");
  const preset = make({ root: join(folder, "project"), cache });
  await using session = openSession(preset.registry, preset);
  expect(await session.call("codebase_search", { query: "handler7" })).toMatchObject({ ok: true });
  await vi.waitFor(() => expect(kept(cache)).toHaveLength(1), { timeout: 20_000 });
  expect(lstatSync(cache).mode & 0o777).toBe(0o700);
  expect(lstatSync(join(cache, kept(cache)[0]!)).mode & 0o777).toBe(0o600);
  for (const path of [cache, join(cache, kept(cache)[0]!)])
    expect(await session.call("read_file", { path })).toMatchObject({
      ok: false,
      error: { code: "permission_denied" },
    });
});

test("no folder is made in the project, and none is used that others may write", async () => {
  const [open, link] = [join(folder, "open"), join(folder, "link")];
  mkdirSync(open);
  chmodSync(open, 0o777);
  symlinkSync(join(folder, "project"), link);
  const roots = [toPath(join(folder, "project"))];
  for (const cache of [join(folder, "project/a/b"), join(link, "a/b"), open])
    expect(await openCache(cache, roots, { create: true })).toBeUndefined();
  expect(existsSync(join(folder, "project/a"))).toBe(false);
  const own = join(folder, "own");
  expect(await openCache(own, roots, { create: false })).toBeUndefined();
  expect(existsSync(own)).toBe(false);
  expect(await openCache(own, roots, { create: true })).toBeDefined();
});

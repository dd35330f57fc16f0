import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseSandbox } from "@holdall/sandbox";
import { openSession } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { coding } from "../sets/coding.ts";

/** Writes to a file without a system call, for which no watch gets an event. */
const silently = (path: string, text: string) =>
  `python3 -c "import mmap;f=open('${path}','r+b');m=mmap.mmap(f.fileno(),0);m[0:${text.length}]=b'${text}'"`;

test("what commands write through mapped memory comes back, after one or several of them", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-silent-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "data"));
  for (const name of ["a", "b"]) writeFileSync(join(root, `data/${name}`), `${name} before`);
  // Long ago, so that times tell of a change.
  execFileSync("touch", ["-d", "1 hour ago", "data/a", "data/b"], { cwd: root });
  const { sandbox } = await chooseSandbox({ roots: [root] });
  const preset = coding({ root, shell: { sandbox } });
  await using session = openSession(preset.registry, { ...preset, approve: () => true });
  const ok = async (tool: string, input: object) => {
    const result = await session.call(tool, input);
    if (!result.ok) throw result.error;
    return result.output as { readonly changes?: readonly { readonly change_id: string }[] };
  };
  const read = (name: string) => readFileSync(join(root, "data", name), "utf8");
  await ok("bash", { command: silently("data/a", "XXX") });
  await ok("bash", { command: silently("data/b", "YYY") });
  expect([read("a"), read("b")]).toEqual(["XXXefore", "YYYefore"]);
  const first = (await ok("undo", { list: true })).changes?.at(-1)?.change_id;
  await ok("undo", { since: first });
  expect([read("a"), read("b")]).toEqual(["a before", "b before"]);
  await ok("bash", { command: silently("data/a", "ZZZ") });
  await ok("undo", {});
  expect(read("a")).toBe("a before");
});

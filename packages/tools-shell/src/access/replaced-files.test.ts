import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Path } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { openShell, tempFolder } from "../tests/_session.fixture.ts";

const told = "Replaced without being read in this session";

function open(isKept: boolean, known: readonly string[] = []) {
  const folder = tempFolder();
  for (const name of ["a.txt", "b.txt", "empty"])
    writeFileSync(join(folder, name), name === "empty" ? "" : `${name}\n`);
  const isKnown = (_: unknown, path: Path) => known.some((name) => path === join(folder, name));
  return openShell({ replacing: { isKnown, isKept } }, undefined, folder);
}

const replacing = [
  ["> a.txt"],
  ["echo x | tee a.txt"],
  ["cp b.txt a.txt"],
  ["mv -f b.txt a.txt"],
  ["sed -i s/a/b/ a.txt"],
  ["truncate -s 1 a.txt"],
  ["dd if=/dev/zero of=a.txt bs=1 count=1 2>/dev/null"],
  ["sh -c 'echo x > a.txt'"],
];

describe("a command that replaces a file that was not read", () => {
  test.each(replacing)("runs where it is kept, and its result tells: %s", async (command) => {
    const { folder, run } = open(true);
    const { notes } = await run(command);
    expect(notes).toEqual([expect.stringContaining(`${told}: ${join(folder, "a.txt")}. undo`)]);
  });

  test.each(replacing)("does not run where nothing is kept: %s", async (command) => {
    const { folder, session } = open(false);
    const result = await session.call("bash", { command });
    expect(result).toMatchObject({ ok: false, error: { code: "not_read", data: { path: join(folder, "a.txt") } } });
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("a.txt\n");
  });

  test("in the background, tells at once", async () => {
    const { run } = open(true);
    expect((await run("echo x > a.txt", { run_in_background: true })).notes.join()).toContain(told);
  });
});

test.each([
  [">> a.txt"],
  ["touch a.txt; chmod 600 a.txt"],
  ["> new.txt"],
  ["echo x > empty"],
  ["cat a.txt > /dev/null"],
  ["false && echo x > a.txt"],
])("what replaces nothing is not told: %s", async (command) => {
  expect((await open(true).run(command)).notes).toEqual([]);
});

test("a file is known that was read or written by file tools, or by an earlier command", async () => {
  const { run } = open(true, ["b.txt"]);
  for (const command of ["echo x > b.txt", "cat a.txt", "echo x > a.txt", "echo x > new.txt", "echo y > new.txt"])
    expect((await run(command)).notes).toEqual([]);
});

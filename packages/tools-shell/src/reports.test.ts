import { expect, test } from "vitest";
import { openShell } from "./_session.fixture.ts";

/** Inputs after public reports about other tools and about libraries that are used here. */

test("a full screen is left out, and what is printed around it stays", async () => {
  const { run } = openShell();
  const screen = String.raw`\033[?1049h\033[22;0;0t\033[1;1Hpicture\033[24;1H\033[?1049l`;
  const { output, notes } = await run(`printf 'before\\n${screen}after\\n'`);
  expect(output).toBe("before\nafter");
  expect(notes.join("\n")).toMatch(/no terminal here[\s\S]*tools for files/);
  expect((await run(`printf 'a\\n\\033[?47hpicture without an end'`)).output).toBe("a");
  expect((await run(`printf '\\033[31mred\\033[0m\\n'`)).output).toBe("red\n");
});

test("after PATH is unset, calls say how to go on", async () => {
  const { run } = openShell();
  await run("unset PATH");
  const { exit_code, notes } = await run("ls");
  expect(exit_code).toBe(127);
  expect(notes.join("\n")).toMatch(/does not find ls: its PATH is unset[\s\S]*export PATH=/);
  await run("export PATH=/usr/local/bin:/usr/bin:/bin");
  expect(await run("ls")).toMatchObject({ exit_code: 0, notes: [] });
  expect((await run("no-such-program-at-all")).notes).toEqual([]);
});

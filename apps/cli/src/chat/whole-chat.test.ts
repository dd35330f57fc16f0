import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { inTerminal, openInTerminal } from "./in-terminal.fixture.ts";
import { type StubAnswer, stubServer } from "./stub-server.fixture.ts";

let folder = "";
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-whole-"));
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "project/a.txt"), "one\n");
  for (let i = 0; i < 8; i++) writeFileSync(join(folder, `project/big${i}.txt`), `number ${i}, `.repeat(400));
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

const call = (tool: string, input: object): StubAnswer => ({ calls: [{ tool, input }] });
const said = (text: string): StubAnswer => ({ text });
const edit = (from: string, to: string) => call("edit_file", { path: "a.txt", old_string: from, new_string: to });
const options = [{ label: "two" }, { label: "three" }];
const summary = { goal: "Count", constraints: [], decisions: [], done: [], open: [], failed: [], facts: [] };

const content = () => readFileSync(join(folder, "project/a.txt"), "utf8");

inTerminal(
  "a chat plans, asks, edits, is resumed, compacted and taken back (needs util-linux script)",
  { timeout: 60_000 },
  async () => {
    await using server = await stubServer([
      call("ask_user_question", { questions: [{ question: "How many?", options }] }),
      call("read_file", { path: "a.txt" }),
      edit("one", "two"), // too early
      call("exit_plan_mode", { plan: "Put the number into a.txt." }),
      edit("one", "two"),
      said("It is two."),
      // In the second process:
      ...Array.from({ length: 8 }, (_, i) => call("read_file", { path: `big${i}.txt` })),
      said("I have read all."),
      said("Here."),
      said(JSON.stringify(summary)),
      edit("two", "three"),
      call("write_file", { path: "b.txt", content: "b\n" }),
      said("It is three."),
      said("It is two again."),
    ]);
    const open = (args: readonly string[] = []) => {
      const opened = openInTerminal({ folder, url: server.url, args: ["--sandbox", "off", ...args] });
      child = opened.child;
      return opened;
    };

    const first = open();
    await first.type(/› /, "/plan\r");
    await first.type(/Plan mode is on[\s\S]*› /, "count\r");
    await first.type(/How many\?[\s\S]*2\. three[\s\S]*> /, "1\r");
    await first.type(/✗\S* \S*edit_file[\s\S]*Put the number into a\.txt\.[\s\S]*Carry it out\?/, "yes\r");
    await first.type(/It is two\.[\s\S]*› /, "/exit\r");
    expect((await first.ended)[0]).toBe(0);
    expect(content()).toBe("two\n");

    const second = open(["--resume"]);
    await second.type(/1 {2}count · \d+ messages[\s\S]*Go on with which one\?/, "1\r");
    await second.type(/› /, "read all\r");
    await second.type(/I have read all\.[\s\S]*› /, "show\r");
    await second.type(/Here\.[\s\S]*› /, "/compact keep the count\r");
    await second.type(
      /Compacted: about [\d,]+ tokens[\s\S]*Notes stand for the first \d+ messages[\s\S]*› /,
      "three\r",
    );
    // What the first process has read is edited without reading it again, and after a compaction.
    await second.type(/It is three\.[\s\S]*› /, "/rewind\r");
    await second.type(/c1 +count[\s\S]*c2 +three[\s\S]*Go back to which one\?/, "c2\r");
    await second.type(/restore +a\.txt[\s\S]*remove +b\.txt[\s\S]*Restore what\?/, "b\r");
    await second.type(/1 file restored, 1 removed[\s\S]*The conversation goes on[\s\S]*› /, "and now?\r");
    await second.type(/It is two again\.[\s\S]*› /, "/exit\r");
    expect((await second.ended)[0]).toBe(0);
    expect(content()).toBe("two\n");
    expect(existsSync(join(folder, "project/b.txt"))).toBe(false);
    const last = JSON.stringify(server.asked.at(-1)?.messages);
    expect(last).toContain("# Notes of the conversation so far");
    expect(last).toContain("Put the number into a.txt.");
    expect(last).not.toContain("It is three.");
  },
);

inTerminal(
  "Ctrl-C at a question of /rewind restores nothing (needs util-linux script)",
  { timeout: 30_000 },
  async () => {
    await using server = await stubServer([call("write_file", { path: "b.txt", content: "b\n" }), said("Done.")]);
    const { type, ended, child: started } = openInTerminal({ folder, url: server.url, args: ["--sandbox", "off"] });
    child = started;
    await type(/› /, "write\r");
    await type(/Done\.[\s\S]*› /, "/rewind\r");
    await type(/Go back to which one\?/, "c1\r");
    await type(/Restore what\?/, "\u0003");
    await type(/› /, "/exit\r");
    expect((await ended)[0]).toBe(0);
    expect(existsSync(join(folder, "project/b.txt"))).toBe(true);
  },
);

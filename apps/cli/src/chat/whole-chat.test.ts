import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openChat } from "./open-chat.fixture.ts";
import { inTerminal, type OpenedChat, openInTerminal } from "./screen/in-terminal.fixture.ts";
import { terminalSvg } from "./screen/terminal-svg.fixture.ts";
import { type StubAnswer, stubServer } from "./stub-server.fixture.ts";

let folder = "";
let kill = () => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-whole-"));
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "project/a.txt"), "one\n");
  for (let i = 0; i < 8; i++) writeFileSync(join(folder, `project/big${i}.txt`), `number ${i}, `.repeat(400));
});
afterEach(() => {
  kill();
  rmSync(folder, { recursive: true });
});

const call = (tool: string, input: object): StubAnswer => ({ calls: [{ tool, input }] });
const said = (text: string): StubAnswer => ({ text });
const edit = (from: string, to: string) => call("edit_file", { path: "a.txt", old_string: from, new_string: to });
const questions = [
  { question: "How many?", options: [{ label: "two", description: "as it says in the issue" }, { label: "three" }] },
  { question: "Which files?", multiSelect: true, options: [{ label: "a.txt" }, { label: "b.txt" }] },
];
const summary = { goal: "Count", constraints: [], decisions: [], done: [], open: [], failed: [], facts: [] };

const content = () => readFileSync(join(folder, "project/a.txt"), "utf8");

/** What differs from run to run and from machine to machine, replaced by something of its kind. */
const usual = (text: string) =>
  text
    .replaceAll(folder, "~")
    .replace(/(?<=removed\/)[0-9a-f]{16}|(?<=chats\/)[0-9a-f]{16}/g, "1f0c5e7a90b24d68")
    .replace(/\d+(?= tools)/, "40")
    .replace(/· [<\d.]+ m?s$/, "· 2.0 s")
    .replace(/^ *[<\d.]+ m?s$/, (time) => "2 ms".padStart(time.length))
    .replace(/about [\d,]+ tokens of conversation are now [\d,]+/, "about 21,000 tokens of conversation are now 2,900")
    .replace(/\d+(?= % of the context)/, "16");

const pictureOf = (title: string) => ({ title, columns: 102, replace: usual });

const pictures = join(import.meta.dirname, "../../../../docs/images");

inTerminal(
  "a chat plans, asks, edits, is compacted, left, resumed from the list, goes on, and is taken back (needs util-linux script)",
  { timeout: 60_000 },
  async () => {
    await using server = await stubServer([
      call("ask_user_question", { questions }),
      call("read_file", { path: "a.txt" }),
      edit("one", "two"), // too early
      call("exit_plan_mode", { plan: "1. Put the number into `a.txt`.\n2. Read it again." }),
      edit("one", "two"),
      said("It is **two**."),
      ...Array.from({ length: 8 }, (_, i) => call("read_file", { path: `big${i}.txt` })),
      said("I have read all."),
      said("Here."),
      said(JSON.stringify(summary)),
      // In the second process:
      edit("two", "three"),
      call("write_file", { path: "b.txt", content: "b\n" }),
      said("It is three."),
      said("It is two again."),
    ]);
    const open = (args: readonly string[] = [], view?: OpenedChat["view"]) => {
      const options = { columns: 140, view, args: ["--sandbox", "off", ...args] };
      const opened = openInTerminal({ folder, url: server.url, ...options });
      kill = opened.kill;
      return opened;
    };

    const first = open();
    await first.type(/› /, "/plan\r");
    await first.type(/Plan mode is on[\s\S]*› /, "count\r");
    await first.type(/How many\?[\s\S]*2\. three/, "j");
    await first.shows(/❯ 2\. three/);
    await expect(terminalSvg(first.view, pictureOf("A question in a terminal"))).toMatchFileSnapshot(
      join(pictures, "chat-question.svg"),
    );
    first.press("k\r");
    await first.type(/Which files\?[\s\S]*\[ \] Other:/, " \r");
    await first.type(/Your answers[\s\S]*a\.txt/, "\r");
    await first.type(/✗\S* \S*edit_file[\s\S]*Put the number into[\s\S]*Carry it out\?/, "y\r");
    await first.type(/It is [\s\S]*two[\s\S]*› /, "read all\r");
    await first.type(/I have read all\.[\s\S]*› /, "show\r");
    await first.type(/Here\.[\s\S]*› /, "/compact keep the count\r");
    await first.type(/Compacted: about [\d,]+ tokens[\s\S]*Notes replace the first \d+ messages[\s\S]*› /, "/exit\r");
    expect((await first.ended)[0]).toBe(0);
    expect(content()).toBe("two\n");
    expect(JSON.stringify(server.asked[1]?.messages.at(-1))).toMatch(
      /How many\?[\s\S]*two[\s\S]*Which files\?[\s\S]*a\.txt/,
    );

    const second = open(["--resume"], first.view);
    await second.type(/Continue which one\?[\s\S]*count[\s\S]*\d+ messages/, "\r");
    // What the first process has read is edited without reading it again, and after a compaction.
    await second.type(/Continuing: count \(\d+ messages\)[\s\S]*show[\s\S]*Here\.[\s\S]*› /, "three\r");
    await second.shows(/It is three\.[\s\S]*›$/);
    await expect(terminalSvg(second.view, pictureOf("A chat in a terminal"))).toMatchFileSnapshot(
      join(pictures, "chat.svg"),
    );
    second.press("/rewind\r");
    await second.type(/Go back to before which change\?[\s\S]*1\. count[\s\S]*2\. three/, "\r");
    await second.type(/restore +a\.txt[\s\S]*remove +b\.txt[\s\S]*Restore what\?/, "b\r");
    await second.type(/1 file restored, 1 removed[\s\S]*The conversation continues[\s\S]*› /, "and now?\r");
    await second.type(/It is two again\.[\s\S]*› /, "/exit\r");
    expect((await second.ended)[0]).toBe(0);
    expect(content()).toBe("two\n");
    expect(existsSync(join(folder, "project/b.txt"))).toBe(false);
    const last = JSON.stringify(server.asked.at(-1)?.messages);
    expect(last).toContain("# Notes of the conversation so far");
    expect(last).toContain("Put the number into `a.txt`.");
    expect(last).not.toContain("It is three.");
    // The terminal is left as it was found.
    expect(second.screen().lastIndexOf("\u001b[?2004l")).toBeGreaterThan(second.screen().lastIndexOf("\u001b[?2004h"));
  },
);

test("Ctrl-C at a question of /rewind restores nothing", { timeout: 30_000 }, async () => {
  await using server = await stubServer([call("write_file", { path: "b.txt", content: "b\n" }), said("Done.")]);
  const { type, ended, kill: stop } = openChat({ folder, url: server.url, args: ["--sandbox", "off"] });
  kill = stop;
  await type(/› /, "write\r");
  await type(/Done\.[\s\S]*› /, "/rewind\r");
  await type(/Go back to before which change\?/, "\r");
  await type(/Restore what\?/, "\u0003");
  await type(/› /, "/exit\r");
  expect((await ended)[0]).toBe(0);
  expect(existsSync(join(folder, "project/b.txt"))).toBe(true);
});

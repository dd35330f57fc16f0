import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openChat } from "../open-chat.fixture.ts";
import { chatFolder } from "../state/chat-folder.ts";
import { type StubAnswer, stubServer } from "../stub-server.fixture.ts";
import { inTerminal, openInTerminal } from "./in-terminal.fixture.ts";

let folder = "";
let kill = () => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-window-"));
  mkdirSync(join(folder, "project/src"), { recursive: true });
  writeFileSync(join(folder, "project/src/first.ts"), "const first = 1;\n");
});
afterEach(() => {
  kill();
  rmSync(folder, { recursive: true });
});

const call = (tool: string, input: object): StubAnswer => ({ calls: [{ tool, input }] });
const evil = "\u001b[2J\u001b]0;owned\u0007\u009b5m";

test("a person completes, mentions files, reads Markdown, sees what runs, changes the model, and finds it all again", {
  timeout: 30_000,
}, async () => {
  const delegate = call("task", { description: "look", prompt: "Look.", agent: "explore" });
  await using server = await stubServer([
    { text: `# Done${evil}\n\nSome **bold** words.\n\n- one\n- two\n` },
    call("bash", { command: "sleep 0.3; echo ran" }),
    delegate,
    call("read_file", { path: "src/first.ts" }),
    call("list_files", { path: "src" }),
    { text: "Two calls." },
    { text: "The end." },
    { text: "By another model." },
  ]);
  const open = (args: readonly string[]) => {
    const opened = openChat({
      folder,
      url: server.url,
      args: ["--sandbox", "off", "--price", "1/10", "--policy", join(folder, "policy.json"), ...args],
    });
    kill = opened.kill;
    return opened;
  };
  writeFileSync(join(folder, "policy.json"), JSON.stringify({ version: 1, allow: ["bash"] }));
  const first = open([]);
  // Tab counts as a key where it is the last of what comes at once.
  await first.type(/› /, "/hel\t");
  await first.type(/\/help /, "\r");
  await first.type(/\/model +choose the model[\s\S]*› /, "read @sr\t");
  await first.type(/@src\//, "fir\t");
  await first.type(/first\.ts/, "\r");
  await first.type(/• two[\s\S]*% of the context[\s\S]*› /, "run it\r");
  await first.type(/The end\.[\s\S]*› /, "/model stub2\r");
  await first.type(/The model is now stub2[\s\S]*› /, "write to ann@example.com\r");
  await first.type(/By another model\.[\s\S]*› /, "/cost\r");
  await first.type(/% of 128,000 tokens of context[\s\S]*› /, "/exit\r");
  expect((await first.ended)[0]).toBe(0);
  const screen = first.screen();
  const text = stripVTControlCharacters(screen);
  // Markdown, and nothing of it draws on the terminal.
  expect(screen).toContain("\u001b[1mDone");
  expect(screen).toContain("\u001b[1mbold\u001b[22m");
  for (const drawn of ["\u001b[2J", "owned", "\u009b"]) expect(screen).not.toContain(drawn);
  // The command while it runs, and the calls of an agent in one line.
  expect(text).toContain("… bash sleep 0.3; echo ran");
  expect(text).toMatch(/2 calls: read_file, list_files/);
  expect(text).toMatch(/1,000 tokens in \(600 cached\), 20 out · \$0\.0012 · 1 answer · \d % of the context/);
  // The file that was completed and named.
  const asked = JSON.stringify(server.asked[0]?.messages.at(-1));
  expect(asked).toContain("const first = 1;");
  expect(asked).toContain("read @src/first.ts");
  expect(server.asked.map(({ model }) => model)).toEqual([...Array(7).fill("stub"), "stub2"]);

  // What was typed is there again: the up key has the last message.
  const file = join(chatFolder(join(folder, "project"), { XDG_STATE_HOME: join(folder, "state") }), "typed.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toContain("write to ann@example.com");
  const second = open([]);
  await second.type(/› /, "\u001b[A\u001b[A\r");
  await second.type(/% of 128,000 tokens|no tokens counted[\s\S]*› /, "/exit\r");
  expect((await second.ended)[0]).toBe(0);
});

inTerminal(
  "read aloud, nothing is drawn over, signs are words, and Ctrl-C still works (needs util-linux script)",
  { timeout: 30_000 },
  async () => {
    await using server = await stubServer([
      {
        text: "It is `one`:\n\n| a | b |\n| - | - |\n| 1 | 2 |\n",
        calls: [{ tool: "read_file", input: { path: "no.txt" } }],
      },
      { text: "Sorry." },
      { hang: "Thinking " },
    ]);
    const {
      type,
      press,
      screen,
      ended,
      kill: stop,
    } = openInTerminal({
      folder,
      url: server.url,
      args: ["--sandbox", "off", "--screen-reader"],
    });
    kill = stop;
    await type(/You: /, "read it\r");
    await type(/Sorry\.[\s\S]*You: /, "think\r");
    await expect.poll(() => server.asked.length, { timeout: 8_000 }).toBe(3);
    press("\u0003");
    await type(/Stopped\.[\s\S]*You: /, "\u0003");
    await type(/Ctrl-C again to exit[\s\S]*You: /, "\u0003");
    expect((await ended)[0]).toBe(130);
    expect(screen()).toContain("a: 1");
    expect(screen()).toMatch(/read_file no\.txt: failed; not_found/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(screen()).not.toMatch(/[\u001b✗✓▍…›→│]/);
  },
);

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openChat } from "../open-chat.fixture.ts";
import { inTerminal, openInTerminal } from "../screen/in-terminal.fixture.ts";
import { linesOf } from "../screen/screen.fixture.ts";
import { type StubAnswer, stubServer } from "../stub-server.fixture.ts";

let folder = "";
let kill = () => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-forms-"));
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "project/a.txt"), "one\n");
});
afterEach(() => {
  kill();
  rmSync(folder, { recursive: true });
});

const call = (tool: string, input: object): StubAnswer => ({ calls: [{ tool, input }] });
const colors = [{ label: "red", description: "loud and warm, as the neighbors have it" }, { label: "宽 blue" }];
const ask = call("ask_user_question", {
  questions: [{ question: "Which color should the door have, as the street is narrow?", options: colors }],
});

inTerminal(
  "a list stays whole in 20 columns and after a resize, and leaves no trace, also with Ctrl-C (needs util-linux script)",
  {
    timeout: 30_000,
  },
  async () => {
    await using server = await stubServer([ask, { text: "Blue then." }, ask]);
    const opened = openInTerminal({ folder, url: server.url, args: ["--sandbox", "off"] });
    kill = opened.kill;
    const { view, type, shows, press, resize, ended } = opened;
    await type(/› /, "paint\r");
    await shows(/❯ 1\. red\n {5}loud and warm, as the neighbors have it\n {2}2\. 宽 blue\n {2}3\. Other:\n↑↓/);
    resize(20);
    await shows(
      /❯ 1\. red\n {5}loud and warm,\n {5}as the\n {5}neighbors have\n {5}it\n {2}2\. 宽 blue\n {2}3\. Other:\n/,
    );
    press("j");
    await shows(/❯ 2\. 宽 blue\n {2}3\. Other:\n/);
    resize(80);
    await shows(/│ Which color should the door have, as the street is narrow\?\n {2}1\. red[\s\S]*❯ 2\. 宽 blue/);
    // It is there once, and gone at the end.
    expect(linesOf(view).match(/Which color should/g)).toHaveLength(1);
    press("\r");
    await shows(/Blue then\.[\s\S]*›$/);
    expect(linesOf(view)).not.toMatch(/❯|Other:|Enter confirms/);
    press("again\r");
    await shows(/❯ 1\. red/);
    press("\u0003");
    await shows(/Stopped\.[\s\S]*›$/);
    expect(linesOf(view)).not.toMatch(/❯|Other:/);
    press("/exit\r");
    expect((await ended)[0]).toBe(0);
    for (const mode of ["icanon", "isig", "echo"]) expect(opened.modes().split(/[\s;]+/)).toContain(mode);
    const screen = opened.screen();
    expect(screen.lastIndexOf("\u001b[?25h")).toBeGreaterThan(screen.lastIndexOf("\u001b[?25l"));
  },
);

test("what is typed while the model works is sent next, answers no question, and Esc stops", {
  timeout: 30_000,
}, async () => {
  await using server = await stubServer([
    call("bash", { command: "sleep 0.5; echo ran" }),
    call("delete_file", { path: "a.txt" }),
    { text: "Left alone." },
    { text: "The second." },
    { hang: "Thinking " },
    { text: "Edited." },
  ]);
  writeFileSync(join(folder, "policy.json"), JSON.stringify({ version: 1, allow: ["bash"] }));
  const args = ["--sandbox", "off", "--policy", join(folder, "policy.json")];
  const { kill: stop, type, shows, press, view, ended } = openChat({ folder, url: server.url, args });
  kill = stop;
  await type(/› /, "first\r");
  await shows(/… bash sleep 0\.5[^\n]*Esc stops/);
  press("second ");
  press("yes\r");
  press("\u001b[200~draft\r\nof two lines\u001b[201~");
  await shows(/… bash[^\n]*\n {2}queued: second yes\n› \[pasted text 1: 2 lines\]/);
  // A question comes when nothing has been typed for a moment, and finds none of it.
  await shows(/delete_file wants to[\s\S]*❯ 1\. Yes, once[\s\S]*5\. No, do this instead:/);
  press("\u001b[200~y\r\u001b[201~");
  press("n\r");
  await shows(
    /→ No\n[\s\S]*permission_denied[\s\S]*Left alone\.[\s\S]*› second yes[\s\S]*The second\.[\s\S]*› \[pasted text 1: 2 lines\]$/,
  );
  expect(existsSync(join(folder, "project/a.txt"))).toBe(true);
  press("\r");
  await shows(/… Thinking[^\n]*Esc stops/);
  press("later\r");
  await shows(/queued: later/);
  press("\u001b");
  // What was queued waits for another look.
  await shows(/Stopped\.[\s\S]*› later$/);
  press(" on\r");
  await shows(/Edited\.[\s\S]*›$/);
  press("\u001b");
  press("\u001b");
  await shows(/No checkpoint yet/);
  press("/exit\r");
  expect((await ended)[0]).toBe(0);
  expect(linesOf(view)).not.toContain("queued:");
  const said = server.asked.map(({ messages }) => messages.at(-1)?.content);
  expect(said.slice(3)).toEqual(["second yes", "draft\nof two lines", "later on"]);
});

test("an edit is asked about as one sentence and its diff, and y allows it", { timeout: 30_000 }, async () => {
  writeFileSync(join(folder, "project/a.txt"), "zero\none\n");
  const answers = [
    call("read_file", { path: "a.txt" }),
    call("edit_file", { path: "a.txt", old_string: "one", new_string: "two" }),
  ];
  await using server = await stubServer([...answers, { text: "Done." }]);
  writeFileSync(join(folder, "policy.json"), JSON.stringify({ version: 1, ask: ["edit_file"] }));
  const args = ["--policy", join(folder, "policy.json")];
  const { kill: stop, type, shows, press, ended } = openChat({ folder, url: server.url, args });
  kill = stop;
  await type(/› /, "edit it\r");
  await shows(
    /\nedit_file wants to read and write \S+[\s\S]{0,80}a\.txt\nchange: \+1 −1 lines\n {2}1 {3}zero\n {2}2 - one\n {2}2 \+ two\n[\s\S]*❯ 1\. Yes, once/,
  );
  press("y\r");
  await shows(/✓ edit_file[\s\S]*Done\.[\s\S]*›$/);
  expect(readFileSync(join(folder, "project/a.txt"), "utf8")).toBe("zero\ntwo\n");
  press("/exit\r");
  expect((await ended)[0]).toBe(0);
});

test("what a command prints is seen while it runs, and stays when it is stopped", { timeout: 30_000 }, async () => {
  await using server = await stubServer([call("bash", { command: "echo building; echo half done; sleep 60" })]);
  writeFileSync(join(folder, "policy.json"), JSON.stringify({ version: 1, allow: ["bash"] }));
  const args = ["--sandbox", "off", "--policy", join(folder, "policy.json")];
  const { kill: stop, type, shows, press, ended } = openChat({ folder, url: server.url, args });
  kill = stop;
  await type(/› /, "build\r");
  await shows(/… bash [^\n]*\n {4}building\n {4}half done$/);
  press("\u001b");
  await shows(/✗ bash[^\n]*aborted[\s\S]*\n {4}building\n {4}half done\n[\s\S]*Stopped\.[\s\S]*›$/);
  press("/exit\r");
  expect((await ended)[0]).toBe(0);
});

test("modes and models are chosen from lists, with Esc for none", { timeout: 30_000 }, async () => {
  await using server = await stubServer([{ text: "Hello.", reasoning: "They greet me.\nI greet them." }]);
  mkdirSync(join(folder, "config/holdall"), { recursive: true });
  writeFileSync(join(folder, "config/holdall/prices.json"), '{ "large": "10/20", "stub*": "1/0.1/10" }');
  const { kill: stop, type, shows, press, ended } = openChat({ folder, url: server.url, args: [] });
  kill = stop;
  await type(/› /, "/mode\r");
  await shows(/What needs approval\?\n❯ 1\. default[\s\S]*4\. bypass/);
  press("jj\r");
  await shows(/The mode is plan\.[\s\S]*›$/);
  await shows(/^plan ›$/m);
  press("/mode bypass\r");
  await shows(/without asking\?[^❯]*❯ 1\. No/);
  press("\r");
  await shows(/The mode is still plan\.[\s\S]*plan ›$/);
  press("/mode bypass\r");
  await shows(/still plan\.[\s\S]*❯ 1\. No/);
  press("y\r");
  await shows(/The mode is bypass\.[\s\S]*bypass ›$/);
  press("/mode default\r");
  await shows(/The mode is default\.\n[\s\S]*\n›$/);
  press("/model\r");
  await shows(/❯ 1\. stub\n {5}now\n {2}2\. large\n {2}3\. Other/);
  press("\u001b");
  await shows(/›$/);
  press("hi\r");
  await shows(/\n {2}Thought: They greet me\. I greet them\. \(6 words\)\n[\s\S]*Hello\.[\s\S]*\$0\.0007[\s\S]*›$/);
  press("/model\r");
  await shows(/❯ 1\. stub/);
  press("3");
  press("other\r");
  await shows(/The model is now other[\s\S]*›$/);
  press("/exit\r");
  expect((await ended)[0]).toBe(0);
});

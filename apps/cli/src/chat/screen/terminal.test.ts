import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openChat } from "../open-chat.fixture.ts";
import { type StubAnswer, stubServer } from "../stub-server.fixture.ts";

let folder = "";
let kill = () => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-terminal-"));
  mkdirSync(join(folder, "project"));
});
afterEach(() => {
  kill();
  rmSync(folder, { recursive: true });
});

function open(url: string) {
  const opened = openChat({ folder, url });
  kill = opened.kill;
  return opened;
}

const remove = (path: string): StubAnswer => ({ calls: [{ tool: "delete_file", input: { path } }] });

test("a person answers for once, for good, and with a reason", { timeout: 30_000 }, async () => {
  for (const name of ["a.txt", "b.txt", "c.txt"]) writeFileSync(join(folder, "project", name), name);
  await using server = await stubServer([
    remove("a.txt"),
    { text: "One." },
    remove("b.txt"),
    remove("c.txt"),
    { text: "I moved it." },
  ]);
  const { type, screen, ended } = open(server.url);
  await type(/› /, "delete a\r");
  await type(/Allow it\?/, "a\r");
  await type(/One\.[\s\S]*› /, "and the others\r");
  // A list is drawn again with each key: only what it is about tells one from the next.
  await type(/delete \S+b\.txt[\s\S]*Allow it\?/, "y\r");
  await type(/delete \S+c\.txt[\s\S]*Allow it\?/, "move it instead\r");
  await type(/I moved it\.[\s\S]*› /, "/exit\r");
  expect((await ended)[0]).toBe(0);
  expect(readdirSync(join(folder, "project"))).toEqual(["c.txt"]);
  expect(screen()).toMatch(
    /delete_file wants to delete \S+a\.txt[\s\S]*always in this folder\S*\r\n\S* {5}for delete_file\(\/a\.txt\), as it is now/,
  );
  expect(JSON.stringify(server.asked.at(-1)?.messages.at(-1))).toContain("They said: move it instead");
  const [grants = ""] = readdirSync(join(folder, "config/holdall/grants"));
  const kept = JSON.parse(readFileSync(join(folder, "config/holdall/grants", grants), "utf8"));
  expect(kept).toEqual({ version: 1, grants: [{ rule: "delete_file(/a.txt)", version: expect.any(String) }] });
});

test("Ctrl-C stops the model, twice leaves; what is pasted is one message", { timeout: 30_000 }, async () => {
  await using server = await stubServer([{ hang: "Thinking " }, { text: "I see.\u001b[2J" }]);
  const { type, screen, ended } = open(server.url);
  await type(/› /, "think\r");
  await type(/Thinking/, "\u0003");
  await type(/Stopped\.[\s\S]*› /, "one\rtwo\rthree\r");
  await type(/I see\.[\s\S]*› /, "first \\\r");
  await type(/… /, "\u0003");
  await type(/again to exit/, "\u0003");
  expect((await ended)[0]).toBe(130);
  const said = server.asked[1]?.messages.slice(-3);
  expect(said).toMatchObject([
    { role: "user", content: "think" },
    { role: "assistant", content: expect.stringContaining("[The user interrupted this answer.]") },
    { role: "user", content: "one\ntwo\nthree" },
  ]);
  expect(screen()).not.toContain("\u001b[2J");
  expect(existsSync(join(folder, "state/holdall/chats"))).toBe(true);
});

test("a person answers the model, and nothing changes before they agree to its plan", { timeout: 30_000 }, async () => {
  const options = [{ label: "now" }, { label: "later" }];
  const write: StubAnswer = { calls: [{ tool: "write_file", input: { path: "a.txt", content: "a\n" } }] };
  const plan: StubAnswer = { calls: [{ tool: "exit_plan_mode", input: { plan: "Write a.txt." } }] };
  await using server = await stubServer([
    { calls: [{ tool: "ask_user_question", input: { questions: [{ question: "When?", options }] } }] },
    write,
    plan,
    plan,
    write,
    { text: "It is there." },
  ]);
  const { type, screen, ended } = open(server.url);
  await type(/› /, "/plan\r");
  await type(/Plan mode is on[\s\S]*› /, "write a\r");
  await type(/When\?[\s\S]*2\. later/, "2\r");
  await type(/Carry it out\?/, "with a title\r");
  await type(/→ Change this: with a title[\s\S]*Carry it out\?/, "yes\r");
  await type(/It is there\.[\s\S]*› /, "/exit\r");
  expect((await ended)[0]).toBe(0);
  expect(readdirSync(join(folder, "project"))).toEqual(["a.txt"]);
  expect(screen()).toMatch(/✗\S* \S*write_file[\s\S]*✓\S* \S*write_file/);
  const told = server.asked.map(({ messages }) => JSON.stringify(messages.at(-1)?.content));
  expect(told[1]).toContain("later");
  expect(told[3]).toContain("with a title");
});

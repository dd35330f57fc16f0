import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { methods } from "@agentclientprotocol/sdk";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StubAnswer } from "../chat/stub-server.fixture.ts";
import { command, runCommand } from "../fixtures/command.fixture.ts";
import { type AcpOptions, openAcp, startAcp } from "./acp-client.fixture.ts";

let folder = "";
let project = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-acp-"));
  project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "a.txt"), "one\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const call = (tool: string, input: object): StubAnswer => ({ calls: [{ tool, input }] });
const open = (answers: readonly StubAnswer[], options: Partial<AcpOptions> = {}) =>
  openAcp({ folder, answers, ...options });

describe("holdall acp in a process of its own", () => {
  test("keeps stdout for frames, is killed in the middle of a command, and another goes on", async () => {
    const answers = [call("bash", { command: "echo begun; sleep 60" }), { text: "You wanted to wait." }];
    const noise = "data:text/javascript,process.on('SIGUSR2',()=>console.log('noise of a library'))";
    let sessionId = "";
    {
      await using first = await startAcp({ folder, answers, permit: () => "once" }, ["--import", noise]);
      ({ sessionId } = await first.newSession(project));
      first.child.kill("SIGUSR2");
      const prompt = first.prompt(sessionId, "Wait a minute").catch(() => "gone");
      await first.sees((update) => update.sessionUpdate === "tool_call");
      await first.sees(
        (update) => JSON.stringify(update).includes("begun\\n") && update.sessionUpdate === "tool_call_update",
      );
      first.child.kill("SIGKILL");
      expect(await prompt).toBe("gone");
      expect(first.errors()).toContain("noise of a library");
      for (const line of first.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    }
    await using second = await open(answers.slice(1));
    await second.agent.request(methods.agent.session.load, { sessionId, cwd: project, mcpServers: [] });
    expect(second.of("user_message_chunk")).toMatchObject([{ content: { text: "Wait a minute" } }]);
    expect(await second.prompt(sessionId, "What did I want?")).toEqual({ stopReason: "end_turn" });
    expect(JSON.stringify(second.server.asked[0]?.messages)).toContain("Wait a minute");
  });
});

describe("holdall acp", () => {
  test("goes on with what was begun in the terminal, under the rules and the notes of the project", async () => {
    writeFileSync(join(project, "AGENTS.md"), "Use tabs.\n");
    const env = { ...process.env, XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state") };
    await using client = await open([{ text: "In the terminal." }, { text: "In the editor." }]);
    const argv = ["chat", "--model", "stub", "--base-url", client.server.url];
    await runCommand(argv, { cwd: project, env, input: "Begin\n" });
    const { sessions } = await client.agent.request(methods.agent.session.list, { cwd: project });
    expect(sessions).toMatchObject([{ title: "Begin", cwd: project }]);
    const sessionId = sessions[0]?.sessionId ?? "";
    await client.agent.request(methods.agent.session.load, { sessionId, cwd: project, mcpServers: [] });
    expect(client.said()).toBe("In the terminal.");
    await client.prompt(sessionId, "Go on");
    expect(JSON.stringify(client.server.asked.at(-1)?.messages)).toContain("Use tabs.");
    expect((await client.agent.request(methods.agent.session.list, {})).sessions).toHaveLength(1);
  });

  test("opens a session again in which nothing was said but the mode was chosen, and lists none", async () => {
    await using client = await open([{ text: "Hello." }]);
    const { sessionId } = await client.newSession(project);
    await client.agent.request(methods.agent.session.setMode, { sessionId, modeId: "plan" });
    await client.agent.request(methods.agent.session.close, { sessionId });
    expect((await client.agent.request(methods.agent.session.list, {})).sessions).toEqual([]);
    const again = await client.agent.request(methods.agent.session.resume, { sessionId, cwd: project, mcpServers: [] });
    expect(again.modes).toMatchObject({ currentModeId: "plan" });
    await client.prompt(sessionId, "Hi");
    expect((await client.agent.request(methods.agent.session.list, {})).sessions).toMatchObject([{ sessionId }]);
    const outside = client.agent.request(methods.agent.session.load, {
      sessionId: "../../x",
      cwd: project,
      mcpServers: [],
    });
    await expect(outside).rejects.toMatchObject({ code: -32002 });
  });

  test("uses the MCP servers that the editor passes, and asks before what they do", async () => {
    const other = join(folder, "other");
    mkdirSync(other);
    writeFileSync(join(other, "far.txt"), "from afar\n");
    const args = [command, "serve", "--preset", "minimal", "--root", other];
    const server = { name: "far", command: process.execPath, args, env: [{ name: "HOME", value: folder }] };
    await using client = await open([call("mcp__far__read_file", { path: "far.txt" }), { text: "Read." }], {
      permit: () => "once",
      args: ["--all"],
    });
    const { sessionId } = await client.newSession(project, [server]);
    await client.prompt(sessionId, "Read it");
    expect(client.asked).toHaveLength(1);
    expect(client.asked[0]?.options.map(({ name }) => name).join()).toContain("mcp__far__read_file");
    expect(JSON.stringify(client.of("tool_call_update").at(-1))).toContain("from afar");
  });

  test("cancels a command that runs, undoes with /undo, rewinds with /rewind, tells why a model fails", async () => {
    const edits = [
      call("read_file", { path: "a.txt" }),
      call("edit_file", { path: "a.txt", old_string: "one", new_string: "two" }),
      { text: "Done." },
    ];
    await using client = await open(
      [...edits, call("bash", { command: "echo begun; sleep 60" }), { status: 401, message: "no key" }],
      { permit: () => "once" },
    );
    const { sessionId } = await client.newSession(project);
    await client.prompt(sessionId, "Change it");
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("two\n");
    await client.prompt(sessionId, "/undo");
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("one\n");
    await client.prompt(sessionId, "/rewind");
    expect(client.said()).toContain("Change it");
    const running = client.prompt(sessionId, "Wait");
    await client.sees(
      (update) => update.sessionUpdate === "tool_call_update" && JSON.stringify(update).includes("begun\\n"),
    );
    await client.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await running).toEqual({ stopReason: "cancelled" });
    await expect(client.prompt(sessionId, "Again")).rejects.toMatchObject({
      message: expect.stringMatching(/401[\s\S]*key/),
    });
  });

  test("without a model says so when a session is opened, with what would work", async () => {
    await using client = await open([], { args: ["--base-url", ""] });
    await expect(client.newSession(project)).rejects.toMatchObject({ message: expect.stringContaining("--base-url") });
    expect(existsSync(join(folder, "state"))).toBe(false);
  });
});

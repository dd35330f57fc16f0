import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { methods } from "@agentclientprotocol/sdk";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type StartOptions, startAgent, testProject } from "../fixtures/start-agent.fixture.ts";
import type { TestHostOptions } from "../fixtures/test-host.fixture.ts";

let { folder, project, remove } = { folder: "", project: "", remove: () => {} };
beforeEach(() => {
  ({ folder, project, remove } = testProject());
});
afterEach(() => remove());

type Answers = TestHostOptions["answers"];
const start = (answers: Answers, options?: StartOptions) => startAgent(folder, answers, options);

const edit: Answers[number] = {
  calls: [{ tool: "edit_file", input: { path: "a.txt", old_string: "one", new_string: "two" } }],
};
const read: Answers[number] = { calls: [{ tool: "read_file", input: { path: "a.txt" } }] };

test("every capability that is announced is there, and nothing else", async () => {
  await using client = await start([{ text: "Hello." }]);
  expect(client.about).toMatchObject({
    protocolVersion: 1,
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { list: {}, resume: {}, close: {}, additionalDirectories: {} },
    },
  });
  const { sessionId } = await client.newSession(project);
  await client.prompt(sessionId, "Hi");
  const { list, resume, close, load } = methods.agent.session;
  const place = { sessionId, cwd: project, mcpServers: [] };
  expect(await client.agent.request(list, {})).toMatchObject({ sessions: [{ sessionId, cwd: project, title: "Hi" }] });
  expect(await client.agent.request(list, { cwd: "/elsewhere" })).toEqual({ sessions: [] });
  expect(await client.agent.request(resume, place)).toHaveProperty("modes");
  expect(await client.agent.request(load, place)).toHaveProperty("modes");
  await client.agent.request(close, { sessionId });
  await expect(client.prompt(sessionId, "Hi")).rejects.toMatchObject({ code: -32002 });
  await expect(client.agent.request("session/delete", { sessionId })).rejects.toMatchObject({ code: -32601 });
  const servers = [
    { name: "s", command: "/bin/s", args: ["x"], env: [{ name: "A", value: "$HOME" }] },
    { type: "http" as const, name: "h", url: "https://h.test/mcp", headers: [{ name: "K", value: "v" }] },
    { type: "sse" as const, name: "e", url: "https://e.test/sse", headers: [] },
  ];
  await client.agent.request(methods.agent.session.new, {
    cwd: project,
    mcpServers: servers,
    additionalDirectories: [folder],
  });
  expect(client.requests.at(-1)).toMatchObject({
    moreRoots: [folder],
    servers: [
      { name: "s", trustAnnotations: false, place: { kind: "stdio", env: { A: "$HOME" }, cwd: project } },
      { name: "h", place: { kind: "http", url: "https://h.test/mcp", headers: { K: "v" } } },
      { name: "e", place: { kind: "sse" } },
    ],
  });
});

describe("a conversation that was begun before", () => {
  test("is loaded by another process: it is replayed whole, and goes on", async () => {
    let sessionId = "";
    {
      await using first = await start([read, edit, { text: "It says two." }], { permit: () => "once" });
      ({ sessionId } = await first.newSession(project));
      expect(await first.prompt(sessionId, "Change it")).toEqual({ stopReason: "end_turn" });
    }
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("two\n");
    await using second = await start([{ text: "You asked for two." }]);
    await second.agent.request(methods.agent.session.load, { sessionId, cwd: project, mcpServers: [] });
    const kinds = second.updates.map(({ update }) => update.sessionUpdate);
    expect(kinds.slice(0, 4)).toEqual(["user_message_chunk", "tool_call", "tool_call", "agent_message_chunk"]);
    expect(second.of("tool_call")).toMatchObject([
      { title: "Read file: a.txt", kind: "read", status: "completed" },
      { title: "Edit file: a.txt", kind: "edit", status: "completed", locations: [{ path: join(project, "a.txt") }] },
    ]);
    expect(second.said()).toBe("It says two.");
    expect(await second.prompt(sessionId, "What did I ask?")).toEqual({ stopReason: "end_turn" });
    expect(second.models[0]?.[0]).toContain("Change it");
  });

  test("is resumed without a replay; one that there is not is an error", async () => {
    let sessionId = "";
    {
      await using first = await start([{ text: "Hello." }]);
      ({ sessionId } = await first.newSession(project));
      await first.prompt(sessionId, "Hi");
    }
    await using second = await start([{ text: "Again." }]);
    const place = { cwd: project, mcpServers: [] };
    await second.agent.request(methods.agent.session.resume, { sessionId, ...place });
    expect(second.of("user_message_chunk")).toEqual([]);
    const none = second.agent.request(methods.agent.session.load, { sessionId: "none", ...place });
    await expect(none).rejects.toMatchObject({ code: -32002, message: expect.stringContaining("no conversation") });
    await expect(second.newSession("relative")).rejects.toMatchObject({ code: -32602 });
  });
});

test("two sessions at once do not hear of each other", async () => {
  const other = join(folder, "other");
  mkdirSync(other);
  writeFileSync(join(other, "a.txt"), "one\n");
  await using client = await start([read, edit, { text: "Done." }]);
  const [one, two] = await Promise.all([client.newSession(project), client.newSession(other)]);
  expect(one.sessionId).not.toBe(two.sessionId);
  await Promise.all([client.prompt(one.sessionId, "Change it"), client.prompt(two.sessionId, "Change it")]);
  for (const [{ sessionId }, root] of [
    [one, project],
    [two, other],
  ] as const) {
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("two\n");
    expect(client.said(sessionId)).toBe("Done.");
    expect(
      client.of("tool_call", sessionId).flatMap(({ locations = [] }) => locations.map(({ path }) => path)),
    ).toEqual([join(root, "a.txt"), join(root, "a.txt")]);
  }
});

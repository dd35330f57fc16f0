import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { allow, contentText, createRegistry, defineTool, openSession } from "@holdall/tool-core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { type HttpServer, serveHttp } from "../../http.ts";
import { requestInput } from "../../input/request-input.ts";
import { connected } from "../_fixtures/servers.fixture.ts";
import type { ConnectOptions } from "../connect-servers.ts";
import { answerQuestions } from "../questions/session-ask.ts";
import { fileRemoteTasks } from "./file-remote-tasks.ts";

let folder: string;
let server: HttpServer;
let log: string[];
let gate: PromiseWithResolvers<void>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "holdall-remote-tasks-"));
  log = [];
  gate = Promise.withResolvers<void>();
  const hints = { readOnly: true, openWorld: false } as const;
  const input = z.object({ run_in_background: z.boolean().optional() });
  const registry = createRegistry([
    defineTool({
      name: "wait",
      category: "test",
      description: "Wait for the test",
      input,
      hints,
      async *execute(_, { signal }) {
        log.push("began");
        signal.addEventListener("abort", () => log.push("aborted"));
        yield { message: "half of it" };
        await Promise.race([gate.promise, new Promise((_, reject) => signal.addEventListener("abort", reject))]);
        return "waited";
      },
    }),
    defineTool({
      name: "ask_later",
      category: "test",
      description: "Ask in the middle",
      input,
      hints,
      async execute(_, ctx) {
        await gate.promise;
        const form = { mode: "form", message: "Which?", requestedSchema: { type: "object", properties: {} } } as const;
        const { which } = await requestInput(ctx, { which: { method: "elicitation/create", params: form } });
        return JSON.stringify(which);
      },
    }),
  ]);
  const open = () => openSession(registry, { policy: allow() });
  server = await serveHttp(open, { onError: () => {}, tasks: { when: () => 10 } });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const far = (options: ConnectOptions = {}, more: object = {}) =>
  connected({ far: { url: server.url, protocol: "modern", ...more } }, options);
const textOf = (result: { content: Parameters<typeof contentText>[0] }) => contentText(result.content);

it("a call that is answered with a task is awaited, with its progress", async () => {
  await using at = await far();
  const told: unknown[] = [];
  const result = await at.session.call(
    "mcp__far__wait",
    {},
    {
      onProgress({ message }) {
        told.push(message);
        if (message === "half of it") gate.resolve();
      },
    },
  );
  expect(textOf(result)).toContain("waited");
  expect(told).toContain("half of it");
  expect(log).toEqual(["began"]);
});

it("what the task asks is asked by the session of the call, once", async () => {
  await using at = await far({ ask: () => ({ action: "decline" }) });
  const asked: string[] = [];
  const end = answerQuestions(at.session, ({ message }) => {
    asked.push(message);
    return { action: "accept", content: { color: "blue" } };
  });
  const calling = at.session.call("mcp__far__ask_later", {});
  gate.resolve();
  expect(textOf(await calling)).toContain("blue");
  expect(asked).toEqual(["Which?"]);
  end();
});

it("a call that is aborted cancels its task", async () => {
  const file = join(folder, "tasks.json");
  await using at = await far({ tasks: fileRemoteTasks(file) });
  const stop = new AbortController();
  const calling = at.session.call("mcp__far__wait", {}, { signal: stop.signal });
  await expect.poll(() => existsSync(file)).toBe(true);
  stop.abort();
  expect(await calling).toMatchObject({ ok: false, error: { code: "aborted" } });
  await expect.poll(() => log).toEqual(["began", "aborted"]);
});

it("a task that takes too long is left to the next call, with what is known", async () => {
  await using at = await far({}, { total_timeout: 700 });
  const late = await at.session.call("mcp__far__wait", {});
  expect(late).toMatchObject({ ok: false, error: { code: "timeout", data: { status: "working" } } });
  expect(textOf(late)).toMatch(/goes on there. Its status is working. It said last: half of it/);
  gate.resolve();
  const result = await at.session.call("mcp__far__wait", {});
  expect(textOf(result)).toMatch(/It was not made again[\s\S]*waited/);
  expect(log).toEqual(["began"]);
});

it("a call whose process was killed −9 continues in the next process, from a file of its owner", async () => {
  const file = join(folder, "tasks.json");
  const script = fileURLToPath(new URL("../_fixtures/waiting-client.fixture.ts", import.meta.url));
  const child = spawn(process.execPath, [script, server.url, file, "mcp__far__wait"], { stdio: "ignore" });
  await expect.poll(() => existsSync(file)).toBe(true);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");

  await using at = await far({ tasks: fileRemoteTasks(file) });
  const told: unknown[] = [];
  const calling = at.session.call("mcp__far__wait", {}, { onProgress: ({ message }) => told.push(message) });
  await expect.poll(() => told.length).toBeGreaterThan(0);
  gate.resolve();
  expect(textOf(await calling)).toMatch(/It was not made again[\s\S]*waited/);
  expect(log).toEqual(["began"]);
  // It is over: the next call is one of its own.
  expect(textOf(await at.session.call("mcp__far__wait", {}))).not.toContain("made again");
  expect(log).toEqual(["began", "began"]);
});

it("two equal calls at a time are two tasks", async () => {
  await using at = await far();
  const calls = [at.session.call("mcp__far__wait", {}), at.session.call("mcp__far__wait", {})];
  await expect.poll(() => log).toEqual(["began", "began"]);
  gate.resolve();
  for (const result of await Promise.all(calls)) expect(textOf(result)).not.toContain("made again");
});

it("a call that asks for the background is answered by the server as without tasks", async () => {
  await using at = await far();
  gate.resolve();
  const result = await at.session.call("mcp__far__wait", { run_in_background: true });
  expect(textOf(result)).toContain("waited");
});

/** A server whose every answer to a call is a task, and whose tasks are as given. */
async function withTasks(task: object | undefined, test: (url: string) => Promise<void>): Promise<void> {
  const fake = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { id, method } = JSON.parse(body) as { id: number; method: string };
      const extensions = { "io.modelcontextprotocol/tasks": {} };
      const results: Record<string, object> = {
        "server/discover": {
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: {}, extensions },
          serverInfo: { name: "fake", version: "1" },
          ttlMs: 0,
          cacheScope: "private",
        },
        "tools/list": {
          tools: [{ name: "odd", description: "Odd", inputSchema: { type: "object" } }],
          ttlMs: 0,
          cacheScope: "private",
        },
        "tools/call": { resultType: "task", taskId: "one", status: "working", pollIntervalMs: 1 },
        ...(task && { "tasks/get": task }),
      };
      const result = results[method];
      const error = { code: -32602, message: "There is no such task." };
      response.setHeader("content-type", "application/json");
      const answer = result ? { result: { resultType: "complete", ...result } } : { error };
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
  });
  await new Promise<void>((resolve) => fake.listen(0, "127.0.0.1", resolve));
  try {
    await test(`http://127.0.0.1:${(fake.address() as AddressInfo).port}/mcp`);
  } finally {
    fake.closeAllConnections();
    fake.close();
  }
}

it.each([
  ["is forgotten", undefined, /does not know the task any more. It may have been carried out/],
  [
    "fails",
    { taskId: "one", status: "failed", error: { code: -32603, message: "No \u202emore" } },
    /failed: No <U\+202E>more/,
  ],
  ["is cancelled there", { taskId: "one", status: "cancelled" }, /cancelled at fake/],
  ["is no task", { content: [] }, /did not answer with a task/],
  ["has no result", { taskId: "one", status: "completed", result: { content: 5 } }, /without a result of a tool/],
  [
    "asks for what nobody answers",
    { taskId: "one", status: "input_required", inputRequests: { a: { method: "sampling/createMessage", params: {} } } },
    /asks for sampling\/createMessage, which this client does not answer/,
  ],
  [
    "has failed as a tool",
    { taskId: "one", status: "completed", result: { content: [{ type: "text", text: "Too bad" }], isError: true } },
    /fake says: Too bad/,
  ],
])("a task of a server that %s is a failed call with the reason", async (_, task, message) => {
  await withTasks(task, async (url) => {
    await using at = await connected({ fake: { url, protocol: "modern" } });
    const result = await at.session.call("mcp__fake__odd", {});
    expect(result.ok).toBe(false);
    expect(textOf(result)).toMatch(message);
  });
});

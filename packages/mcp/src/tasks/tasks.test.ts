import { allow, ask as asks, createRegistry, defineTool, firstOf, openSession, type Tool } from "@holdall/tool-core";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Asked, ask, callTool, hasEnded, taskThat } from "../_fixtures/task-client.fixture.ts";
import { type HttpServer, type ServeHttpOptions, serveHttp } from "../http.ts";
import { requestInput } from "../input/request-input.ts";
import { memoryTasks } from "./task-store.ts";

/** Work that ends when the test says so. */
function setUp() {
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const hints = { readOnly: true, openWorld: false } as const;
  const category = "test";
  const input = z.object({});
  const work: Tool[] = [
    defineTool({ name: "quick", category, description: "Answer", input, hints, execute: () => "at once" }),
    defineTool({
      name: "wait",
      category,
      description: "Wait for the test",
      input,
      hints,
      async *execute(_, { signal }) {
        yield { message: "waiting", progress: 1, total: 2 };
        signal.addEventListener("abort", () => log.push("aborted"));
        await Promise.race([gate.promise, new Promise((_, reject) => signal.addEventListener("abort", reject))]);
        return "waited";
      },
    }),
    defineTool({
      name: "ask_later",
      category,
      description: "Ask in the middle",
      input,
      access: () => [{ action: "execute", target: "first" }],
      async execute(_, ctx) {
        log.push("began");
        await gate.promise;
        await ctx.require({ action: "delete", target: "/second" });
        const form = { mode: "form", message: "Why?", requestedSchema: { type: "object", properties: {} } } as const;
        const { why } = await requestInput(ctx, { why: { method: "elicitation/create", params: form } });
        return JSON.stringify(why);
      },
    }),
  ];
  const policy = firstOf(asks({ actions: ["delete", "execute"] }), allow());
  const open = () => openSession(createRegistry(work), { policy });
  return { log, gate, open };
}

let server: HttpServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serving(options: ServeHttpOptions = {}, after = 20) {
  const at = setUp();
  server = await serveHttp(at.open, { onError: () => {}, tasks: { when: () => after }, ...options });
  const { url }: HttpServer = server;
  const get = (taskId: unknown, asked?: Asked): ReturnType<typeof ask> => ask(url, "tasks/get", { taskId }, asked);
  const until = (taskId: unknown, isWanted: (task: Record<string, unknown>) => boolean) =>
    taskThat(() => get(taskId), isWanted);
  return { ...at, url, get, until, call: (name: string, asked?: Asked) => callTool(url, name, {}, asked) };
}

const atOnce = (): number => 0;
const accept = (decision: string) => ({ action: "accept", content: { decision } });

describe("a call that takes long", () => {
  it("becomes a task, which says what it does and has its result in the end", async () => {
    const { call, get, until, gate } = await serving();
    const { result: created = {} } = await call("wait");
    expect(created).toMatchObject({ resultType: "task", status: "working", ttlMs: 3_600_000 });
    const working = await until(created.taskId, ({ statusMessage }) => statusMessage !== undefined);
    expect(working).toMatchObject({ resultType: "complete", status: "working", statusMessage: "1/2 waiting" });
    gate.resolve();
    const ended = await until(created.taskId, hasEnded);
    expect(ended).toMatchObject({ status: "completed", result: { content: [{ type: "text", text: "waited" }] } });
    expect((await get(created.taskId)).result).toEqual(ended);
  });

  it("stays a call when it ends in time", async () => {
    const { call } = await serving({}, 10_000);
    expect((await call("quick")).result).toMatchObject({ resultType: "complete", content: [{ text: "at once" }] });
  });

  it.each([
    ["a client that does not take tasks", { tasks: { when: atOnce } }, { elicitation: {} }],
    ["a server that offers none", { tasks: false as const }, undefined],
    ["a store that is full", { tasks: { when: atOnce, store: memoryTasks({ max: 0 }) } }, undefined],
  ])("is awaited with %s", async (_, options, capabilities) => {
    const { call, gate } = await serving(options);
    const calling = call("wait", capabilities && { capabilities });
    gate.resolve();
    expect((await calling).result).toMatchObject({ resultType: "complete", content: [{ text: "waited" }] });
  });

  it("is awaited for clients of 2025, who are not told of tasks", async () => {
    const { url, gate } = await serving();
    const client = new Client({ name: "old", version: "1" }, { versionNegotiation: { mode: "legacy" } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    expect(client.getServerCapabilities()?.extensions).toBeUndefined();
    const calling = client.callTool({ name: "wait", arguments: {} });
    gate.resolve();
    expect((await calling).content).toMatchObject([{ text: "waited" }]);
  });

  it("asks by a retry before its work begins, and through the task after that", async () => {
    const { call, until, gate, log, url } = await serving({}, 1000);
    const first = (await call("ask_later")).result ?? {};
    expect(first).toMatchObject({ resultType: "input_required" });
    const [key = ""] = Object.keys(Object(first.inputRequests));
    const retry = { requestState: first.requestState, inputResponses: { [key]: accept("allow once") } };
    const { result = {} } = await ask(url, "tools/call", { name: "ask_later", arguments: {}, ...retry });
    expect(result).toMatchObject({ resultType: "task" });
    gate.resolve();
    const answer = async (response: object) => {
      const task = await until(result.taskId, ({ status }) => status === "input_required");
      const [asked = ""] = Object.keys(Object(task.inputRequests));
      const inputResponses = { [asked]: response, other: response };
      const update = await ask(url, "tasks/update", { taskId: result.taskId, inputResponses });
      expect(update.result).toMatchObject({ resultType: "complete" });
      return JSON.stringify(task.inputRequests);
    };
    expect(await answer(accept("allow once"))).toContain("delete /second");
    expect(await answer({ action: "accept", content: { reason: "because" } })).toContain("Why?");
    const ended = await until(result.taskId, hasEnded);
    expect(JSON.stringify(ended.result)).toContain("because");
    expect(log).toEqual(["began"]);
  });

  it("that is not approved in the middle has completed, with the reason as an error", async () => {
    const { until, gate, url, call } = await serving({}, 1000);
    const first = (await call("ask_later")).result ?? {};
    const [key = ""] = Object.keys(Object(first.inputRequests));
    const retry = { requestState: first.requestState, inputResponses: { [key]: accept("allow once") } };
    const { result = {} } = await ask(url, "tools/call", { name: "ask_later", arguments: {}, ...retry });
    gate.resolve();
    const { inputRequests = {} } = await until(result.taskId, ({ status }) => status === "input_required");
    const inputResponses = { [Object.keys(Object(inputRequests))[0] ?? ""]: { action: "decline" } };
    await ask(url, "tasks/update", { taskId: result.taskId, inputResponses });
    expect(await until(result.taskId, hasEnded)).toMatchObject({ status: "completed", result: { isError: true } });
  });

  it("is stopped by tasks/cancel, and stays cancelled", async () => {
    const { call, get, until, log, url } = await serving();
    const { taskId } = (await call("wait")).result ?? {};
    expect((await ask(url, "tasks/cancel", { taskId })).result).toMatchObject({ resultType: "complete" });
    await expect.poll(() => log).toEqual(["aborted"]);
    expect(await until(taskId, hasEnded)).toMatchObject({ status: "cancelled" });
    expect((await ask(url, "tasks/cancel", { taskId })).result).toMatchObject({ resultType: "complete" });
    expect((await get(taskId)).result).not.toHaveProperty("result");
  });

  it("goes on when its client hangs up after the answer, and stops when it does so before", async () => {
    const { call, until, gate, log } = await serving();
    const hangingUp = new AbortController();
    const { taskId } = (await call("wait", { signal: hangingUp.signal })).result ?? {};
    hangingUp.abort();
    gate.resolve();
    expect(await until(taskId, hasEnded)).toMatchObject({ status: "completed" });
    expect(log).toEqual([]);
  });
});

describe("a task", () => {
  it("is seen by the owner of its credentials alone", async () => {
    const { call, get, url } = await serving({ token: ["mine", "theirs"] });
    const { taskId } = (await call("wait", { token: "mine" })).result ?? {};
    expect((await get(taskId, { token: "mine" })).result).toMatchObject({ status: "working" });
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      const other = await ask(url, method, { taskId, inputResponses: {} }, { token: "theirs" });
      expect(other.error, method).toMatchObject({ code: -32602 });
    }
    expect((await get(taskId, { token: "mine" })).result).toMatchObject({ status: "working" });
  });

  it("is read in any session, because its id names it", async () => {
    const { call, get } = await serving();
    const { taskId } = (await call("wait")).result ?? {};
    expect((await get(taskId, { session: "another" })).result).toMatchObject({ taskId });
  });

  it.each(["tasks/get", "tasks/update", "tasks/cancel"])(
    "%s needs the extension, and an id that is known",
    async (method) => {
      const { url } = await serving();
      const params = { taskId: "task_0_0", inputResponses: {} };
      expect((await ask(url, method, params)).error).toMatchObject({ code: -32602 });
      expect((await ask(url, method, params, { capabilities: {} })).error).toMatchObject({
        code: -32021,
        data: { requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } },
      });
    },
  );
});

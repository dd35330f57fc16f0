import { memoryEngine } from "@holdall/durable";
import { allow, ask as asks, createRegistry, defineTool, firstOf, openSession } from "@holdall/tool-core";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { type Asked, ask, callTool, hasEnded, taskThat } from "../_fixtures/task-client.fixture.ts";
import { type HttpServer, serveHttp } from "../http.ts";
import { requestInput } from "../input/request-input.ts";
import { defineTaskRuns, taskRuns } from "./task-runs.ts";

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

const form = { mode: "form", message: "Where to?", requestedSchema: { type: "object", properties: {} } } as const;

async function serving() {
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const deploy = defineTool({
    name: "deploy",
    category: "test",
    description: "Ask in between, and have an effect in the end",
    input: z.object({}),
    access: () => [{ action: "execute", target: "deploy" }],
    async execute(_, ctx) {
      const { place } = await requestInput(ctx, { place: { method: "elicitation/create", params: form } });
      done.push("deployed");
      return `Deployed: ${JSON.stringify(place)}`;
    },
  });
  const wait = defineTool({
    name: "wait",
    category: "test",
    description: "Wait for the test",
    input: z.object({}),
    hints: { readOnly: true, openWorld: false },
    async execute(_, { signal }) {
      signal.addEventListener("abort", () => done.push("aborted"));
      await Promise.race([gate.promise, new Promise((_, reject) => signal.addEventListener("abort", reject))]);
      throw new Error("secret");
    },
  });
  const registry = createRegistry([deploy, wait]);
  const policy = firstOf(asks({ actions: ["execute"] }), allow());
  const engine = memoryEngine();
  defineTaskRuns({ engine, open: () => ({ registry, options: { policy } }) });
  const worker = await engine.work();
  const server: HttpServer = await serveHttp(() => openSession(registry, { policy }), {
    onError: () => {},
    token: ["mine", "theirs"],
    tasks: { runs: taskRuns({ engine, takes: () => true }) },
  });
  close = async () => {
    await server.close();
    await worker[Symbol.asyncDispose]();
    await engine[Symbol.asyncDispose]();
  };
  const mine: Asked = { token: "mine" };
  const get = (taskId: unknown, asked = mine) => ask(server.url, "tasks/get", { taskId }, asked);
  return {
    done,
    gate,
    get,
    start: async (name: string, asked = mine) => (await callTool(server.url, name, {}, asked)).result ?? {},
    until: (taskId: unknown, isWanted: (task: Record<string, unknown>) => boolean) =>
      taskThat(() => get(taskId), isWanted),
    answer: (taskId: unknown, inputResponses: object) =>
      ask(server.url, "tasks/update", { taskId, inputResponses }, mine),
    cancel: (taskId: unknown) => ask(server.url, "tasks/cancel", { taskId }, mine),
  };
}

const isAsking = ({ status }: Record<string, unknown>) => status === "input_required";
const keyOf = ({ inputRequests }: Record<string, unknown>) => Object.keys(Object(inputRequests))[0] ?? "";

it("a run asks for approval and for input, waits without a process, and has its effect once", async () => {
  const { start, until, answer, done } = await serving();
  const created = await start("deploy");
  expect(created).toMatchObject({ resultType: "task", status: "working" });
  const { taskId } = created;
  const first = await until(taskId, isAsking);
  expect(JSON.stringify(first.inputRequests)).toContain("execute deploy");
  await answer(taskId, { other: {}, [keyOf(first)]: { action: "accept", content: { decision: "allow once" } } });
  const second = await until(taskId, (task) => isAsking(task) && keyOf(task) === "place");
  expect(second.inputRequests).toEqual({ place: { method: "elicitation/create", params: form } });
  await answer(taskId, { place: { action: "accept", content: { city: "Bern" } } });
  const ended = await until(taskId, hasEnded);
  expect(ended).toMatchObject({ status: "completed" });
  expect(JSON.stringify(ended.result)).toContain("Bern");
  expect(done).toEqual(["deployed"]);
});

it("what is declined has completed with the reason, and without the effect", async () => {
  const { start, until, answer, done } = await serving();
  const { taskId } = await start("deploy");
  await answer(taskId, { [keyOf(await until(taskId, isAsking))]: { action: "decline" } });
  expect(await until(taskId, hasEnded)).toMatchObject({ status: "completed", result: { isError: true } });
  expect(done).toEqual([]);
});

it("a client without forms is told that nobody can be asked", async () => {
  const { start, until } = await serving();
  const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };
  const { taskId } = await start("deploy", { token: "mine", capabilities });
  const { result } = await until(taskId, hasEnded);
  expect(JSON.stringify(result)).toContain("the user cannot be asked");
});

it("a run is cancelled with its call, and seen by its owner alone", async () => {
  const { start, until, get, cancel, done } = await serving();
  const { taskId } = await start("wait");
  expect((await get(taskId, { token: "theirs" })).error).toMatchObject({ code: -32602 });
  expect((await cancel(taskId)).result).toMatchObject({ resultType: "complete" });
  expect(await until(taskId, hasEnded)).toMatchObject({ status: "cancelled" });
  await expect.poll(() => done).toEqual(["aborted"]);
});

it("a tool that crashes has completed with an error that keeps its words to itself", async () => {
  const { start, until, gate } = await serving();
  const { taskId } = await start("wait");
  gate.resolve();
  const ended = await until(taskId, hasEnded);
  expect(ended).toMatchObject({ status: "completed", result: { isError: true } });
  expect(JSON.stringify(ended)).not.toContain("secret");
});

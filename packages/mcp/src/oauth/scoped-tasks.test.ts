import { allow, createRegistry, defineTool, openSession, strictest } from "@holdall/tool-core";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { serveIssuer } from "../_fixtures/issuer.fixture.ts";
import { ask, callTool, hasEnded, taskThat } from "../_fixtures/task-client.fixture.ts";
import { scopePolicy, serveHttp } from "../http.ts";
import type { SharedSessions } from "../sessions/shared-sessions.ts";
import { memoryTasks, type TaskStore } from "../tasks/task-store.ts";

it("a task that continues on another node is bound by the scopes of the token that made it", async () => {
  await using issuer = await serveIssuer();
  const gate = Promise.withResolvers<void>();
  const tool = defineTool({
    name: "look_then_write",
    category: "test",
    description: "Wait, then write",
    input: z.object({}),
    hints: { readOnly: true, openWorld: false },
    async execute(_, ctx) {
      if (ctx.sessionId.startsWith("one")) await gate.promise;
      await ctx.require({ action: "write", target: "/a" });
      return "written";
    },
  });
  const taken: (readonly string[] | undefined)[] = [];
  const sessionsOf = (node: string): SharedSessions => ({
    async take(_key, { scopes }) {
      if (node === "two") taken.push(scopes);
      const policy = strictest(allow(), scopePolicy(scopes));
      const session = openSession(createRegistry([tool]), { policy, id: `${node}-${crypto.randomUUID()}` });
      return { session, release: async () => {} };
    },
    async remove() {},
  });
  const records = memoryTasks();
  const storeOf = (holder: string): TaskStore => ({
    ...records,
    holder,
    isShared: true,
    isGone: (name) => name === "one",
  });
  const resource = "https://tools.example/mcp";
  const nodes = await Promise.all(
    ["one", "two"].map((node) =>
      serveHttp(sessionsOf(node), {
        onError: () => {},
        oauth: { issuer: issuer.url, resource },
        tasks: { store: storeOf(node), when: () => 1 },
      }),
    ),
  );
  onTestFinished(async () => {
    gate.resolve();
    await Promise.all(nodes.map((node) => node.close()));
  });
  const [one = "", two = ""] = nodes.map(({ url }) => url);
  const token = await issuer.token(resource, { scope: "tools:read" });
  const { result } = await callTool(one, "look_then_write", {}, { token });
  const taskId = result?.taskId;
  const ended = await taskThat(() => ask(two, "tasks/get", { taskId }, { token }), hasEnded);
  expect(JSON.stringify(ended)).toContain("does not have the scope tools:write");
  expect(taken).toEqual([["tools:read"]]);
});

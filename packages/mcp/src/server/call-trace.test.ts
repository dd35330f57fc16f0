import { AsyncLocalStorage } from "node:async_hooks";
import { allow, createRegistry, defineTool, openSession } from "@holdall/tool-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { connected } from "../client/_fixtures/servers.fixture.ts";
import { serveHttp } from "../http.ts";
import type { CallTrace, TraceCarrier } from "./call-trace.ts";

const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

it.each(["legacy", "modern"])("a call of a %s client runs in the trace of its request", async (protocol) => {
  const context = new AsyncLocalStorage<TraceCarrier>();
  const where = defineTool({
    name: "where",
    category: "test",
    description: "The trace of this call",
    input: z.object({}),
    hints: { readOnly: true, openWorld: false },
    execute: async () => JSON.stringify(context.getStore() ?? "none"),
  });
  const trace: CallTrace = (carrier, run) => context.run(carrier, run);
  const open = () => openSession(createRegistry([where]), { policy: allow() });
  const server = await serveHttp(open, { onError: () => {}, trace });
  const textWith = async (carrier: Record<string, string>) => {
    await using at = await connected({ far: { url: server.url, protocol } }, { trace: () => carrier });
    const result = await at.session.call("mcp__far__where", {});
    return JSON.stringify(result.content);
  };
  const text = await textWith({ traceparent: parent, tracestate: "a=1", baggage: "user=ada" });
  for (const part of [parent, "a=1", "user=ada"]) expect(text).toContain(part);
  expect(await textWith({})).toContain("none");
  expect(await textWith({ traceparent: "x".repeat(10_000) })).toContain("none");
  await server.close();
});

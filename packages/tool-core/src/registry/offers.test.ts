import { expect, test } from "vitest";
import { z } from "zod";
import { ToolError } from "../error.ts";
import { allow, ask } from "../policy/policy.ts";
import { openSession } from "../session/open-session.ts";
import { defineTool, type Tool } from "../tool.ts";
import { createRegistry } from "./registry.ts";

const tool = (name: string, more: Partial<Tool> = {}) =>
  defineTool({
    name,
    category: "test",
    description: "Does it.",
    input: z.object({ text: z.string().default("") }) as Tool["input"],
    access: () => [],
    execute: () => name,
    ...more,
  });

function offering() {
  let loads = 0;
  const registry = createRegistry([tool("near_tool")]);
  registry.offer({
    names: { draw_chart: ["chart"], draw_map: [] },
    async load() {
      loads++;
      return [tool("draw_chart", { aliases: { names: ["chart"] } })];
    },
  });
  return { registry, loads: () => loads };
}

test("an offered tool loads once, with the first call by any of its names", async () => {
  const { registry, loads } = offering();
  await using session = openSession(registry, { policy: allow() });
  expect(registry.get("draw_chart")).toBeUndefined();
  expect(registry.offered()).toEqual(["draw_chart", "draw_map"]);
  const calls = ["Chart", "drawChart", "draw_chart"].map((name) => session.call(name));
  for (const result of await Promise.all(calls)) expect(result).toMatchObject({ ok: true, output: "draw_chart" });
  expect(loads()).toBe(1);
  // What its source did not have is not offered any longer.
  expect(registry.offered()).toEqual([]);
  expect(await session.call("draw_map")).toMatchObject({ error: { code: "unknown_tool" } });
});

test("a source that fails says why, and is tried again", async () => {
  let isReady = false;
  const registry = createRegistry();
  registry.offer({
    names: { send: [] },
    async load() {
      if (!isReady) throw new ToolError("unavailable", "There is no channel.", { hint: "Add one." });
      return [tool("send")];
    },
  });
  await using session = openSession(registry, { policy: allow() });
  expect(await session.call("send")).toMatchObject({ error: { code: "unavailable", hint: "Add one." } });
  await registry.load();
  expect(registry.offered()).toEqual(["send"]);
  isReady = true;
  expect(await session.call("send")).toMatchObject({ ok: true });
});

test("an offered tool that was removed is not loaded, and no loaded one is replaced", async () => {
  const { registry } = offering();
  expect(registry.remove("chart")).toBe(true);
  const own = tool("draw_map");
  registry.add(own);
  await registry.load();
  expect(registry.get("draw_chart")).toBeUndefined();
  expect(registry.get("draw_map")).toBe(own);
});

test("a session shows what its host exposes, and calls everything", async () => {
  const { registry } = offering();
  const expose = () => [];
  await using session = openSession(registry, { policy: allow(), expose });
  expect(session.exposed()).toEqual([]);
  expect(await session.call("near_tool")).toMatchObject({ ok: true });
  await using plain = openSession(registry, { policy: allow() });
  expect(plain.exposed()).toEqual(registry.tools());
});

test("a foreign call is read by the first tool that understands it, and a call of our own stays", async () => {
  const inner = tool("write_note", {
    aliases: { calls: { edit: ({ newtext }) => (newtext === undefined ? undefined : { text: newtext }) } },
    execute: (input) => input,
  });
  const registry = createRegistry([tool("edit"), inner]);
  await using session = openSession(registry, { policy: ask() });
  expect(await session.decide("edit", { new_text: "a" })).toMatchObject({ tool: "write_note", input: { text: "a" } });
  expect(await session.decide("Edit", '{"newText":"a"}')).toMatchObject({ tool: "write_note" });
  expect(await session.decide("edit", { text: "a" })).toMatchObject({ tool: "edit" });
  expect(await session.decide("edit", "{")).toMatchObject({ effect: "deny" });
});

test("a tool that forwards is judged by the call that it makes, which passes the middleware once", async () => {
  const seen: string[] = [];
  const bridge = tool("bridge", {
    forwards: () => ({ name: "near_tool", input: { text: "x" } }),
    execute: async (_, ctx) => (await ctx.call("near_tool", { text: "x" })).ok,
  });
  const registry = createRegistry([tool("near_tool"), bridge]);
  await using session = openSession(registry, {
    policy: ({ tool: { name } }) => (name === "bridge" ? { effect: "allow" } : { effect: "ask", prompt: "Near?" }),
    approve: () => true,
    use: [
      (call, next) => {
        seen.push(call.tool.name);
        return next(call);
      },
    ],
  });
  expect(await session.decide("bridge")).toMatchObject({ effect: "ask", prompt: "Near?", tool: "near_tool" });
  expect(await session.call("bridge")).toMatchObject({ ok: true, output: true });
  expect(seen).toEqual(["near_tool"]);
});

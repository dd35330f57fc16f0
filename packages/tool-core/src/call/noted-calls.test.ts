import { expect, test } from "vitest";
import { z } from "zod";
import {
  allow,
  createRegistry,
  defineTool,
  foreignContent,
  type Middleware,
  type NotedText,
  openChild,
  openSession,
  type Tool,
  type ToolContext,
  textsRead,
} from "../index.ts";

const tool = (name: string, execute: (ctx: ToolContext) => unknown) =>
  defineTool({
    name,
    category: "test",
    description: `${name}.`,
    input: z.object({}),
    access: () => [],
    execute: (_, ctx) => execute(ctx),
  }) as Tool;

test("who makes a call hears of what it notes, its middleware, its own calls and their sessions included, and of no other call", async () => {
  const heard: (NotedText & { readonly call: string })[] = [];
  const [free, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const listen = (ctx: ToolContext, name: string) =>
    ctx.call(name, {}, { onNoted: (noted) => heard.push({ call: name, ...noted }) });
  const registry = createRegistry([
    tool("read_page", ({ state }) => {
      state(foreignContent).add("a.example");
      return "A page.";
    }),
    tool("read_part", ({ state }) =>
      state(textsRead).noteOthers("A part.", { tool: "read_part", origin: "b.example" }),
    ),
    tool("read_both", async (ctx) => {
      await ctx.call("read_page", {});
      await using child = openChild(ctx, { name: "reader", only: () => true });
      await child.call("read_part", {});
    }),
    tool("read_profile", () => "HGK137803"),
    tool("wait", async () => {
      begun.resolve();
      await free.promise;
    }),
    tool("run", async (ctx) => {
      const waiting = listen(ctx, "wait");
      await begun.promise;
      for (const name of ["read_both", "read_page", "read_profile"]) await listen(ctx, name);
      free.resolve();
      await waiting;
    }),
  ]);
  const hides: Middleware = async (call, next) => {
    const result = await next(call);
    const { name } = call.tool;
    if (name === "read_profile") call.state(textsRead).notePrivate("HGK137803", { tool: name });
    return result;
  };
  await using session = openSession(registry, { policy: allow(), use: [hides] });
  expect(await session.call("run", {})).toMatchObject({ ok: true });
  const page = { kind: "others", source: { tool: "read_page", origin: "a.example" } };
  expect(heard).toEqual([
    { call: "read_both", ...page },
    { call: "read_both", kind: "others", source: { tool: "read_part", origin: "b.example" } },
    { call: "read_page", ...page },
    { call: "read_profile", kind: "private", source: { tool: "read_profile" } },
  ]);
});

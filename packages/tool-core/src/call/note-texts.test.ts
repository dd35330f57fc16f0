import { expect, test } from "vitest";
import { z } from "zod";
import { ToolError } from "../error.ts";
import { foreignContent } from "../policy/foreign-content.ts";
import { allow } from "../policy/policy.ts";
import { createRegistry } from "../registry/registry.ts";
import { openChild } from "../session/child-sessions.ts";
import { openSession } from "../session/open-session.ts";
import { textsRead } from "../texts/texts-read.ts";
import { defineTool, type Tool, type ToolOptions } from "../tool.ts";

const say = (name: string, more: Partial<ToolOptions<{ text: string }, unknown>>) =>
  defineTool<{ text: string }, unknown>({
    name,
    category: "test",
    description: "Say a text.",
    input: z.object({ text: z.string() }) as never,
    execute: ({ text }) => `it says: ${text.split("").reverse().join("")}`,
    ...more,
  }) as Tool;

const backwards = (text: string) => ({ text: text.split("").reverse().join("") });
const outside = { access: () => [{ action: "network" as const, target: "https://a.example/" }] };
const inside = { hints: { readOnly: true, openWorld: false } };

test("texts of calls that reach out are kept with their source, and no others", async () => {
  const tools = [
    say("fetch", outside),
    say("read", inside),
    say("told", {
      ...inside,
      execute({ text }, { state }) {
        state(foreignContent).add("mcp:crm");
        return `it says: ${text.split("").reverse().join("")}`;
      },
    }),
    say("fails", {
      ...outside,
      execute({ text }) {
        throw new ToolError("unavailable", `No: ${text.split("").reverse().join("")}`);
      },
    }),
    say("asks_later", {
      ...inside,
      access: () => [],
      async execute({ text }, { require }) {
        await require({ action: "network", target: "https://b.example/" });
        return text.split("").reverse().join("");
      },
    }),
  ];
  await using session = openSession(createRegistry(tools), { policy: allow() });
  const texts = await session.state(textsRead).search();
  await session.call("read", backwards("own.example"));
  expect([session.state(textsRead).hasOthers, texts.find("own.example")]).toEqual([false, undefined]);
  await session.call("fetch", backwards("one.example"));
  await session.call("told", backwards("two.example"));
  await session.call("fails", backwards("three.example"));
  await session.call("asks_later", backwards("four.example"));
  expect(["one", "two", "three", "four"].map((name) => texts.find(`${name}.example`)?.source)).toEqual([
    { tool: "fetch", origin: "a.example" },
    { tool: "told", origin: "mcp:crm" },
    { tool: "fails", origin: "a.example" },
    { tool: "asks_later", origin: "b.example" },
  ]);
  expect([...session.state(foreignContent)]).toEqual(["fetch", "mcp:crm", "fails", "asks_later"]);
  // A later call of a tool that reads only is still not of others.
  await session.call("read", backwards("late.example"));
  expect(texts.find("late.example")).toBeUndefined();
});

test("a tool that notes what others wrote in its result has said which part that is", async () => {
  const told = say("told", {
    ...inside,
    execute({ text }, { state }) {
      state(foreignContent).add("task");
      state(textsRead).noteOthers(`it says: ${text.split("").reverse().join("")}`, { tool: "told", origin: "task" });
      return { own: "own.example", text };
    },
  });
  await using session = openSession(createRegistry([told]), { policy: allow() });
  const texts = await session.state(textsRead).search();
  await session.call("told", backwards("one.example"));
  expect([texts.find("one.example")?.source, texts.find("own.example")]).toEqual([
    { tool: "told", origin: "task" },
    undefined,
  ]);
  expect([...session.state(foreignContent)]).toEqual(["task"]);
});

test("a child session shares the texts of its parent, both ways", async () => {
  const parent = say("parent", {
    ...inside,
    async execute(_, ctx) {
      await using child = openChild(ctx, { name: "child", only: () => true });
      const known = (await child.state(textsRead).search()).find("one.example") !== undefined;
      await child.call("fetch", backwards("two.example"));
      return known;
    },
  });
  await using session = openSession(createRegistry([parent, say("fetch", outside)]), { policy: allow() });
  await session.call("fetch", backwards("one.example"));
  expect(await session.call("parent", { text: "" })).toMatchObject({ ok: true, output: true });
  expect((await session.state(textsRead).search()).find("two.example")).toBeDefined();
});

test("an output that has no JSON is kept as the model reads it", async () => {
  const execute = () => {
    const output: { self?: unknown } = {};
    output.self = output;
    return output;
  };
  const tools = [say("fetch", { ...outside, execute, render: () => "It says: one.example" })];
  await using session = openSession(createRegistry(tools), { policy: allow() });
  expect(await session.call("fetch", { text: "" })).toMatchObject({ ok: true });
  expect((await session.state(textsRead).search()).find("one.example")).toBeDefined();
});

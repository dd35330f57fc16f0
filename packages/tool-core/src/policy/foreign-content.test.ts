import { expect, it } from "vitest";
import { sessionOf, toolOf } from "../_greeting.fixture.ts";
import { defineTool, type Tool } from "../tool.ts";
import { foreignContent } from "./foreign-content.ts";
import { deny } from "./policy.ts";

const network = { action: "network", target: "https://example.com" } as const;
const sources = async (tool: Partial<Tool>, execute: Tool["execute"] = () => "done", policy = {}) => {
  const { access: _, ...whole } = toolOf(execute);
  const session = sessionOf([defineTool({ ...whole, ...tool })], policy);
  await session.call("run_it");
  return [...session.state(foreignContent)];
};

it("names tools that may have brought words of others, by what they touch", async () => {
  expect(await sources({ access: () => [network] })).toEqual(["run_it"]);
  expect(await sources({ access: () => [] }, async (_, ctx) => ctx.require(network))).toEqual(["run_it"]);
  expect(await sources({})).toEqual(["run_it"]);
  expect(await sources({ access: () => [{ action: "read", target: "/a" }] })).toEqual([]);
  const local = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
  expect(await sources({ hints: local })).toEqual([]);
  expect(await sources({ access: () => [network] }, () => "done", { policy: deny() })).toEqual([]);
});

it("outlives the process with its session, and is not guessed from a snapshot that is none", async () => {
  const tools = [toolOf(() => "done", { access: () => [network] })];
  const session = sessionOf(tools);
  await session.call("run_it");
  const restore = JSON.parse(JSON.stringify(session.snapshot()));
  expect([...sessionOf(tools, { restore }).state(foreignContent)]).toEqual(["run_it"]);
  const broken = { ...restore, state: { foreignContent: "all" } };
  expect(() => sessionOf(tools, { restore: broken }).state(foreignContent)).toThrow("cannot be read");
});

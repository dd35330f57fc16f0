import { defineTool, type Tool } from "@holdall/tool-core";
import { defineExtension } from "@holdall/tool-kit/extension";
import { expect, test } from "vitest";
import * as z from "zod";
import { describeExtension } from "./describe-extension.ts";
import { undeclared } from "./walks/undeclared-access.ts";

const getWeather = defineTool({
  name: "get_weather",
  category: "weather",
  description: "Get the weather of a city.",
  examples: ["is it raining in Oslo"],
  input: z.object({ city: z.string().describe("Its name") }),
  hints: { readOnly: true },
  access: ({ city }) => [{ action: "network", target: `https://weather.example/${city}` }],
  execute: ({ city }) => `Rain in ${city}`,
}) as Tool;

const permissions = [{ actions: ["network"], under: "https://weather.example" }] as const;

describeExtension(defineExtension({ name: "weather", permissions, tools: [getWeather] }), {
  samples: { get_weather: { city: "Oslo" } },
});

test("permissions that do not cover what a tool accesses are named", async () => {
  const fixture = { tools: [getWeather], samples: { get_weather: { city: "Oslo" } } };
  expect(await undeclared(fixture, permissions)).toEqual([]);
  const missing = ["network https://weather.example/Oslo of get_weather"];
  expect(await undeclared(fixture, [])).toEqual(missing);
  expect(await undeclared(fixture, [{ actions: ["read"] }])).toEqual(missing);
});

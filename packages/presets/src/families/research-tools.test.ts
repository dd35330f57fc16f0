import { memoryBackend } from "@holdall/backends-memory";
import { openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { research } from "../sets/research.ts";

const backend = memoryBackend();

test("research and checks of claims wait behind tool_search, and need a web", async () => {
  const preset = research({ backend });
  const seen = preset.expose({ state: (key) => key.create() }).map(({ name }) => name);
  expect(seen).toContain("web_search");
  expect(seen).not.toContain("research_topic");
  expect(await preset.registry.find("research_topic")).toBeDefined();
  expect(preset.registry.get("fact_check")).toBeDefined();
  const offline = research({ backend, web: false });
  await using session = openSession(offline.registry, offline);
  expect(await session.call("fact_check", { claim: "a" })).toMatchObject({
    error: { code: "unavailable", message: expect.stringContaining("web") },
  });
});

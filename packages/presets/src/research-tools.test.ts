import { memoryBackend } from "@holdall/backends-memory";
import { researchTools } from "@holdall/tools-research";
import { expect, test } from "vitest";
import { research } from "./research.ts";
import { withSearch } from "./with-search.ts";

const backend = memoryBackend();

test("research and checks of claims wait behind tool_search, and need a web", () => {
  const preset = withSearch(research({ backend, research: researchTools() }), { threshold: 0 });
  const seen = preset.expose({ state: (key) => key.create() }).map(({ name }) => name);
  expect(preset.registry.get("research_topic")).toBeDefined();
  expect(seen).toContain("web_search");
  expect(seen).not.toContain("research_topic");
  expect(seen).not.toContain("fact_check");
  const offline = research({ backend, web: false, research: researchTools() });
  expect(offline.registry.get("fact_check")).toBeUndefined();
});

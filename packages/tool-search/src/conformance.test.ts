import { describeTools } from "@holdall/conformance";
import { createRegistry, type Tool } from "@holdall/tool-core";
import { office } from "./_office.fixture.ts";
import { toolSearch } from "./tool-search.ts";

describeTools("tool_search", () => ({
  tools: [toolSearch({ registry: createRegistry(office) }) as Tool],
  samples: { tool_search: { query: "send a message", max_results: 2 } },
}));

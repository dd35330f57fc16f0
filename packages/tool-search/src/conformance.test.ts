import { describeTools } from "@holdall/conformance";
import { createRegistry, type Tool } from "@holdall/tool-core";
import { office } from "./_office.fixture.ts";
import { toolCall } from "./tool-call.ts";
import { toolSearch } from "./tool-search.ts";

describeTools("tools that find tools", () => {
  const registry = createRegistry(office);
  const tools = [toolSearch({ registry }), toolCall({ registry })] as Tool[];
  return {
    tools: [...tools, ...office.slice(0, 1)],
    samples: {
      tool_search: { query: "send a message", limit: 2 },
      tool_call: { name: "send_message", arguments: { target_name: "all" } },
      send_message: { target_name: "all" },
    },
    obvious: ["target_name"],
  };
});

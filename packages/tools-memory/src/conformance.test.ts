import { memoryBackend } from "@holdall/backends-memory";
import { describeTools } from "@holdall/conformance";
import type { Tool } from "@holdall/tool-core";
import { memoryTools } from "./memory/memory-tools.ts";

describeTools("memory tools", () => {
  const backend = memoryBackend();
  return {
    backend,
    tools: memoryTools({ backend, now: () => new Date(0) }).map((tool) => inOneSession(tool as Tool)),
    samples: {
      memory: { command: "create", path: "/memories/notes.md", file_text: "We deploy on Fridays.\n" },
      memory_search: { query: "deploy" },
    },
    prepare: async (session, tool) => {
      const file_text = "The deploy takes an hour.\n";
      if (tool === "memory_search")
        await session.call("memory", { command: "create", path: "/memories/a.md", file_text });
    },
  };
});

/** Notes name their session, and the suite compares what different sessions leave. */
const inOneSession = (tool: Tool): Tool => ({
  ...tool,
  execute: (input, ctx, prepared) => tool.execute(input, { ...ctx, sessionId: "s1" }, prepared),
});

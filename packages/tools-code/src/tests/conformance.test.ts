import { memoryBackend } from "@holdall/backends-memory";
import { describeTools } from "@holdall/conformance";
import { codeTools } from "../code-tools.ts";
import { readLints } from "../read-lints.ts";

describeTools("code tools", () => {
  const backend = memoryBackend({ files: { "/a.ts": "export function one() {}\n" } });
  return {
    backend,
    tools: [...codeTools({ backend }), readLints({ backend })],
    samples: {
      codebase_search: { query: "one" },
      find_definition: { symbol: "one" },
      find_references: { symbol: "one" },
      trace_calls: { symbol: "one" },
      analyze_code: { path: "a.ts" },
      read_lints: { paths: ["a.ts"] },
    },
  };
});

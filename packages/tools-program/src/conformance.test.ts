import { describeTools } from "@holdall/conformance";
import { createRegistry } from "@holdall/tool-core";
import { isolate } from "./_session.fixture.ts";
import { runProgram } from "./run-program.ts";

describeTools("run_program", () => ({
  tools: [runProgram({ registry: createRegistry(), isolate })],
  samples: { run_program: { code: "return 1" } },
  obvious: ["timeout"],
}));

import { describeTools } from "@holdall/conformance";
import { createRegistry, toOpenAI, toPath } from "@holdall/tool-core";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { shellTools } from "../shell-tools.ts";

describeTools("shell tools", () => ({
  tools: shellTools(),
  root: toPath("/tmp"),
  samples: { bash: { command: "echo hi", cwd: "/tmp", timeout: 1_000 }, get_environment: {} },
  obvious: ["command", "description", "cwd", "names"],
}));

test("the schemas stay within their budgets of tokens", () => {
  const [bash, environment] = toOpenAI(createRegistry(shellTools())).map(
    (tool) => encode(JSON.stringify(tool.function)).length,
  );
  expect(bash).toBeLessThanOrEqual(115);
  expect(environment).toBeLessThanOrEqual(50);
});

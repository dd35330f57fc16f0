import { createRegistry, toOpenAI } from "@holdall/tool-core";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { todoTools } from "./index.ts";

it("spells the schema as each model knows it, within its budget of tokens", () => {
  const registry = createRegistry(todoTools());
  const [todoWrite, todoRead] = toOpenAI(registry).map(
    ({ function: { name, description, parameters } }) =>
      encode(`${name}${description}${JSON.stringify(parameters)}`).length,
  );
  expect(todoWrite).toBeLessThanOrEqual(120);
  expect(todoRead).toBeLessThanOrEqual(25);
  const claude = toOpenAI(registry, { dialect: "claude" })[0]?.function;
  expect(claude?.name).toBe("TodoWrite");
  expect(JSON.stringify(claude?.parameters)).toContain('"activeForm"');
  expect(JSON.stringify(claude?.parameters)).not.toContain("active_form");
});

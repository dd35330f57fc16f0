import { memoryBackend } from "@holdall/backends-memory";
import { describeTools } from "@holdall/conformance";
import { createRegistry, toOpenAI } from "@holdall/tool-core";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { shellTools } from "../../shell-tools.ts";
import { portableBash } from "../index.ts";

describeTools("portable shell", () => {
  const backend = memoryBackend({ files: { "/a.txt": "one\n" } });
  return {
    backend,
    tools: [portableBash({ backend })],
    samples: { bash: { command: "echo hi", cwd: "/", timeout: 1_000 } },
    obvious: ["command", "description", "cwd"],
  };
});

const portable = portableBash({ backend: memoryBackend() });
const [system] = shellTools();

test("takes the same calls as the shell of the machine, under the same names", () => {
  const propertiesOf = (tool: object) => {
    const [spec] = toOpenAI(createRegistry([tool as never]));
    const { properties } = Object(spec?.function.parameters) as { readonly properties: object };
    return Object.keys(properties);
  };
  expect(propertiesOf(portable)).toEqual(propertiesOf(system as object));
  expect(portable.aliases).toBe(system?.aliases);
  expect(portable.render).toBe(system?.render);
});

test("the schema stays within the budget of tokens", () => {
  const [bash] = toOpenAI(createRegistry([portable]));
  expect(encode(JSON.stringify(bash?.function)).length).toBeLessThanOrEqual(120);
});

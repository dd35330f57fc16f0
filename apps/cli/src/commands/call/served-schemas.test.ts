import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { toMcpTools } from "@holdall/mcp";
import { connectServers, parseMcpServers } from "@holdall/mcp/client";
import { coding } from "@holdall/presets/coding";
import { describe, expect, test } from "vitest";

interface Validator {
  compile(schema: object): unknown;
}

// The validator that the first SDK's clients use.
const sdk = realpathSync(
  join(import.meta.dirname, "../../../../../packages/mcp/node_modules/@modelcontextprotocol/sdk"),
);
const require = createRequire(join(sdk, "package.json"));
const validatorOf = (path: string): Validator => {
  const { default: Ajv } = require(path) as { default: new (options: object) => Validator };
  return new Ajv({ strict: true, strictTypes: true, strictTuple: true, allowUnionTypes: true, validateFormats: false });
};

/** Every tool that `serve` can offer. */
async function registry() {
  const { registry } = coding({ root: import.meta.dirname });
  await registry.load();
  const { servers } = parseMcpServers({ a: { url: "http://127.0.0.1:9/" } }, { source: "test" });
  await using connected = await connectServers(servers, { background: true });
  registry.add(...connected.tools());
  return registry;
}

describe("the schemas of served tools", async () => {
  const tools = await registry();
  const all = (["snake", "camel", "claude"] as const).flatMap((dialect) =>
    toMcpTools(tools, { dialect, structured: "always" }),
  );

  test.each(["ajv/dist/2020.js", "ajv/dist/2019.js", "ajv"])("compile in strict mode, all of them: %s", (path) => {
    const ajv = validatorOf(path);
    for (const { name, inputSchema, outputSchema } of all) {
      expect(() => ajv.compile(inputSchema), `the input of ${name}`).not.toThrow();
      if (outputSchema) expect(() => ajv.compile(outputSchema), `the output of ${name}`).not.toThrow();
    }
    expect(all.filter(({ outputSchema }) => outputSchema).length).toBeGreaterThan(30);
  });

  test("have no bare true or false where validators expect an object (MCP Inspector's --strict)", () => {
    const found: string[] = [];
    const walk = (node: unknown, path: string) => {
      if (typeof node !== "object" || node === null) return;
      for (const [word, value] of Object.entries(node)) {
        if (/^(default|const|enum|examples)$/.test(word)) continue;
        const isSchema = ["items", "additionalItems", "not", "contains"].includes(word) || /\.properties$/.test(path);
        if (typeof value === "boolean" && isSchema) found.push(`${path}.${word}`);
        walk(value, `${path}.${word}`);
      }
    };
    for (const { name, inputSchema, outputSchema } of all) {
      walk(inputSchema, `${name} input`);
      walk(outputSchema, `${name} output`);
    }
    expect(found).toEqual([]);
  });
});

import { camel } from "./_new-package.ts";

/** A preset's file and its line for the index. */
export function presetFiles(name: string): { files: Record<string, string>; line: string } {
  const factory = `${camel(name)}Preset`;
  return {
    files: {
      [`packages/presets/src/${name}.ts`]: `import { allow, type Policy, type Tool } from "@holdall/tool-core";

/** Say in one sentence for which agent this choice of tools and policy is made. */
export function ${factory}(): { tools: readonly Tool[]; policy: Policy } {
  return {
    tools: [],
    policy: allow({ actions: ["none", "read"] }),
  };
}
`,
      [`packages/presets/src/${name}.test.ts`]: `import { createRegistry, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { ${factory} } from "./${name}.ts";

test("the ${name} preset opens a session", async () => {
  const { tools, policy } = ${factory}();
  await using session = openSession(createRegistry(tools), { policy });
  const result = await session.call("no_such_tool", {});
  expect(result).toMatchObject({ ok: false, error: { code: "unknown_tool" } });
});
`,
    },
    line: `export { ${factory} } from "./${name}.ts";`,
  };
}

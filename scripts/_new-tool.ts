import { camel, packageFiles, pascal } from "./_new-package.ts";

/** One tool with its test for an existing package, and its line for the index. */
export function toolFiles(
  folder: string,
  name: string,
  category = familyOf(folder),
): { files: Record<string, string>; line: string } {
  return {
    files: {
      [`packages/${folder}/src/${name}.ts`]: source(name, category),
      [`packages/${folder}/src/${name}.test.ts`]: test(name),
    },
    line: `export { ${camel(name)}, type ${pascal(name)}Input } from "./${name}.ts";`,
  };
}

/** A new package `tools-x` with one tool and the function that lists its tools. */
export function toolPackageFiles(folder: string, name: string): Record<string, string> {
  const family = familyOf(folder);
  const all = `${camel(family)}Tools`;
  const { files, line } = toolFiles(folder, name);
  return {
    ...packageFiles(folder, {
      description: `Tools for AI agents: ${family}`,
      dependencies: { "@holdall/tool-core": "workspace:^" },
      peerDependencies: { zod: "^4.2.0" },
      devDependencies: { zod: "catalog:" },
    }),
    ...files,
    [`packages/${folder}/src/index.ts`]: `${line}\nexport { ${all} } from "./${family}-tools.ts";\n`,
    [`packages/${folder}/src/${family}-tools.ts`]: `import type { Tool } from "@holdall/tool-core";
import { ${camel(name)} } from "./${name}.ts";

/** All tools of this package. */
export function ${all}(): readonly Tool[] {
  return [${camel(name)}()];
}
`,
    [`packages/${folder}/README.md`]: `# @holdall/${folder}

What these tools do, and when an agent should have them.

\`\`\`sh shape
npm install @holdall/${folder} @holdall/tool-core zod
\`\`\`

\`\`\`ts
import { createRegistry } from "@holdall/tool-core";
import { ${all} } from "@holdall/${folder}";

const registry = createRegistry(${all}());
\`\`\`
`,
  };
}

const familyOf = (folder: string): string => folder.replace(/^tools?-/, "");

function source(name: string, category: string): string {
  return `import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";

export type ${pascal(name)}Input = z.infer<typeof input>;
const input = z.object({ text: z.string().describe("What to work on") });

/** Say in one sentence what this tool does. */
export function ${camel(name)}(): Tool<${pascal(name)}Input, { text: string }> {
  return defineTool({
    name: "${name.replaceAll("-", "_")}",
    category: "${category}",
    description: "What it does, when to use it, and when not to.",
    examples: ["How a person would ask for it"],
    input,
    hints: { readOnly: true, openWorld: false },
    access: () => [],
    execute: ({ text }) => ({ text }),
    render: ({ text }) => text,
  });
}
`;
}

function test(name: string): string {
  return `import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { ${camel(name)} } from "./${name}.ts";

test("${name.replaceAll("-", "_")} answers with the text", async () => {
  const session = openSession(createRegistry([${camel(name)}()]), { policy: allow() });
  const result = await session.call("${name.replaceAll("-", "_")}", { text: "hello" });
  expect(result).toMatchObject({ ok: true, output: { text: "hello" } });
});
`;
}

import { camel, pascal } from "./_new-package.ts";

/** A package of somebody's own with one tool, which the command loads as an extension. */
export function extensionFiles(name: string): Record<string, string> {
  const folder = `examples/holdall-tools-${name}`;
  const tool = `get-${name}`;
  const manifest = {
    name: `holdall-tools-${name}`,
    version: "0.0.0",
    private: true,
    description: `Tools for AI agents: ${name}`,
    // People find extensions on npm by the first one.
    keywords: ["holdall-extension", "ai", "agent", "tools", name],
    license: "MIT",
    type: "module",
    files: ["dist"],
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    scripts: { build: "tsc", test: "vitest run" },
    dependencies: { "@holdall/tool-core": "workspace:^", "@holdall/tool-kit": "workspace:^", zod: "catalog:" },
    devDependencies: { "@holdall/conformance": "workspace:^", typescript: "catalog:", vitest: "catalog:" },
  };
  const compiler = {
    compilerOptions: {
      target: "es2023",
      lib: ["esnext", "dom"],
      module: "nodenext",
      strict: true,
      skipLibCheck: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: "src",
      outDir: "dist",
    },
    include: ["src"],
    exclude: ["src/**/*.test.ts"],
  };
  return {
    [`${folder}/package.json`]: `${JSON.stringify(manifest, null, 2)}\n`,
    [`${folder}/tsconfig.json`]: `${JSON.stringify(compiler, null, 2)}\n`,
    [`${folder}/README.md`]: readme(name, tool),
    [`${folder}/src/index.ts`]: `export { ${camel(name)} } from "./${name}.ts";\n`,
    [`${folder}/src/${name}.ts`]: `import { defineExtension } from "@holdall/tool-kit/extension";
import { ${camel(tool)} } from "./${tool}.ts";

/** What holdall loads. Permissions are all that calls of the tools may access, such as { actions: ["network"], under: "https://example.com" }. */
export const ${camel(name)} = defineExtension({
  name: "${name}",
  permissions: [],
  tools: [${camel(tool)}],
});
`,
    [`${folder}/src/${tool}.ts`]: `import { defineTool } from "@holdall/tool-core";
import * as z from "zod";

export type ${pascal(tool)}Output = z.infer<typeof output>;
const output = z.object({ text: z.string() });

/** Say in one sentence what this tool does. */
export const ${camel(tool)} = defineTool({
  name: "${tool.replaceAll("-", "_")}",
  category: "${name}",
  description: "What it does, when to use it, and when not to.",
  examples: ["How a person would ask for it"],
  input: z.object({ text: z.string().describe("What to work on") }),
  output,
  hints: { readOnly: true, openWorld: false },
  access: () => [],
  execute: ({ text }): ${pascal(tool)}Output => ({ text }),
  render: ({ text }) => text,
});
`,
    [`${folder}/src/${name}.test.ts`]: `import { describeExtension } from "@holdall/conformance";
import { ${camel(name)} } from "./${name}.ts";

describeExtension(${camel(name)}, { samples: { ${tool.replaceAll("-", "_")}: { text: "hello" } } });
`,
  };
}

const readme = (name: string, tool: string): string => `# holdall-tools-${name}

What these tools do, and when an agent should have them.

Try it while you write it, with \`holdall.config.yaml\`:

\`\`\`yaml
extensions: ["./src/index.ts"]
\`\`\`

\`\`\`sh shape
holdall call ${tool.replaceAll("-", "_")} '{"text": "hello"}' --config holdall.config.yaml
npx vitest run   # the conformance suite, in one line of src/${name}.test.ts
\`\`\`

To publish it, remove \`private\` from package.json, replace the versions \`workspace:^\` and \`catalog:\` by those that you use, and run \`npm run build\` and \`npm publish\`. Keep
the keyword \`holdall-extension\`: people find extensions on npm by it.

People who install it name it in a configuration, and say with \`--config\` that the configuration is trusted:

\`\`\`yaml
extensions: ["holdall-tools-${name}"]
\`\`\`
`;

import type { Package } from "../_workspace.ts";
import { blocksOf } from "../docs/blocks.ts";
import type { Stranger } from "./stranger.ts";

export interface Consumer {
  readonly name: string;
  /** The major version of Node it runs on; the newest that is tried, unless given. */
  readonly node?: 22 | 24;
  /** Rejects with the reason when it does not work. */
  run(stranger: Stranger): Promise<void>;
}

const answer = "holdall works";

/** A file is written, edited and read by tools; the answer is what was read. */
const program = `const backend = memoryBackend({ files: { "/a.txt": "holdall fails\\n" } });
const preset = minimal({ backend });
const session = openSession(preset.registry, preset);
await session.call("read_file", { path: "/a.txt" });
await session.call("edit_file", { path: "/a.txt", old_string: "fails", new_string: "works" });
const result = await session.call("read_file", { path: "/a.txt" });
await session.close();
`;
const imports = `import { memoryBackend } from "@holdall/backends-memory";
import { minimal } from "@holdall/presets";
import { openSession } from "@holdall/tool-core";
`;
const asRequire = imports.replaceAll(/import (.*) from (.*);/g, "const $1 = require($2);");
const few = ["@holdall/backends-memory", "@holdall/presets", "@holdall/tool-core", "zod@4"];
const esm = `${imports}${program}console.log(JSON.stringify(result));\n`;
const cjs = `${asRequire}(async () => {\n${program}console.log(JSON.stringify(result));\n})();\n`;
const manifest = (more: object = {}): string => JSON.stringify({ private: true, ...more });

function expectAnswer(output: string): void {
  if (!output.includes(answer)) throw new Error(`expected "${answer}", got: ${output}`);
}

/** Everyone who installs the packages, in the order in which they are printed. */
export function consumers(published: readonly Package[]): Consumer[] {
  const libraries = published.filter(({ manifest }) => manifest.exports !== undefined);
  const entries = libraries.flatMap(({ manifest: { name, exports = {} } }) =>
    Object.keys(exports)
      .filter((key) => !key.endsWith(".css"))
      .map((key) => name + key.slice(1)),
  );
  const typesOnly = new Set(
    libraries.flatMap(({ manifest: { name, holdall } }) => holdall?.typesOnly?.map((key) => name + key.slice(1)) ?? []),
  );
  const everyEntry = (how: "import" | "require") => withEntries(all, entries, typesOnly, how);
  const names = libraries.map(({ manifest }) => manifest.name);
  const peers = [...new Set(libraries.flatMap(requiredPeers))];
  const all = [...names, ...peers];
  return [
    ...([22, 24] as const).flatMap((node) => [
      { name: `npm, Node ${node}: import of ${entries.length} entries`, node, run: everyEntry("import") },
      {
        name: `npm, Node ${node}: require of ${entries.length} entries`,
        node,
        run: everyEntry("require"),
      },
      { name: `npm, Node ${node}: ES module program`, node, run: withNpm({ "main.mjs": esm }, "main.mjs") },
      { name: `npm, Node ${node}: CommonJS program`, node, run: withNpm({ "main.cjs": cjs }, "main.cjs") },
      { name: `npx holdall, Node ${node}`, node, run: command },
    ]),
    { name: "pnpm: ES module program", run: withPnpm },
    { name: "bun: install and run", run: withBun },
    ...(["commonjs", "module"] as const).map((type) => ({
      name: `TypeScript, nodenext, ${type}`,
      run: compiled(type, "nodenext"),
    })),
    { name: "TypeScript, bundler resolution, every entry", run: everyType(all, entries) },
    { name: "Vite: a page with minimal() and React views", run: withVite(19) },
    { name: "Vite: the same with React 18", run: withVite(18) },
    { name: "Next: a route and a client component", run: withNext },
    { name: "Next: the app of the guide", run: withNextGuide },
  ];
}

function requiredPeers({ manifest: { peerDependencies = {}, ...rest } }: Package): string[] {
  const { peerDependenciesMeta = {} } = rest as { peerDependenciesMeta?: Record<string, { optional?: boolean }> };
  return Object.entries(peerDependencies)
    .filter(([name]) => !peerDependenciesMeta[name]?.optional)
    .map(([name, range]) => `${name}@${range.split(" || ").at(-1)}`);
}

/** Entries of types alone can be loaded, and hold nothing. */
function withEntries(
  packages: readonly string[],
  entries: readonly string[],
  typesOnly: ReadonlySet<string>,
  how: "import" | "require",
) {
  // The suites of conformance run in vitest only, which cannot be required.
  const tried = how === "require" ? entries.filter((entry) => entry !== "@holdall/conformance") : entries;
  const lines = tried.map(
    (entry) =>
      `if ((Object.keys(${how === "import" ? "await import" : "require"}("${entry}")).length === 0) !== ${typesOnly.has(entry)}) throw new Error("${entry} has not what it should have at run time");`,
  );
  const file = how === "import" ? "all.mjs" : "all.cjs";
  return async (stranger: Stranger) => {
    stranger.write({ "package.json": manifest(), [file]: lines.join("\n") });
    await stranger.run("npm", "install", "--silent", ...packages);
    await stranger.run("node", file);
  };
}

function withNpm(files: Record<string, string>, main: string) {
  return async (stranger: Stranger) => {
    stranger.write({ "package.json": manifest(), ...files });
    await stranger.run("npm", "install", "--silent", ...few);
    expectAnswer(await stranger.run("node", main));
  };
}

async function withPnpm(stranger: Stranger): Promise<void> {
  stranger.write({ "package.json": manifest(), "main.mjs": esm });
  await stranger.run("npx", "-y", "pnpm@12.21.0", "add", "--store-dir", "store", ...few);
  expectAnswer(await stranger.run("node", "main.mjs"));
}

async function withBun(stranger: Stranger): Promise<void> {
  const bun = ["-y", "bun@1.4.5"];
  stranger.write({ "package.json": manifest(), "main.mjs": esm });
  await stranger.run("npx", ...bun, "add", ...few);
  expectAnswer(await stranger.run("npx", ...bun, "main.mjs"));
}

async function command(stranger: Stranger): Promise<void> {
  stranger.write({ "a.txt": `${answer}\n` });
  const version = await stranger.run("npx", "-y", "holdall", "--version");
  if (!/^\d+\.\d+\.\d+$/m.test(version)) throw new Error(`holdall --version printed ${version}`);
  expectAnswer(await stranger.run("npx", "-y", "holdall", "call", "read_file", '{"path":"a.txt"}'));
}

function compiled(type: "commonjs" | "module", resolution: string) {
  return async (stranger: Stranger) => {
    const text = `${imports}async function main(): Promise<void> {\n${program}  const text: string = result.ok ? JSON.stringify(result.output) : result.error.message;\n  console.log(text);\n}\nvoid main();\n`;
    const options = { module: resolution, target: "es2023", strict: true, outDir: "out", types: ["node"] };
    stranger.write({
      "package.json": manifest({ type }),
      "main.ts": text,
      "tsconfig.json": JSON.stringify({ compilerOptions: options, files: ["main.ts"] }),
    });
    await stranger.run("npm", "install", "--silent", ...few, "typescript@7.0.2", "@types/node@24");
    await stranger.run("npx", "tsc");
    expectAnswer(await stranger.run("node", "out/main.js"));
  };
}

/** The declarations themselves are checked too: nothing is skipped. */
function everyType(packages: readonly string[], entries: readonly string[]) {
  return async (stranger: Stranger) => {
    const lines = entries.map(
      (entry, index) => `import * as m${index} from "${entry}";\nexport const e${index}: object = m${index};`,
    );
    const options = {
      module: "esnext",
      moduleResolution: "bundler",
      target: "es2023",
      lib: ["es2024", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
      strict: true,
      noEmit: true,
      types: ["node"],
      jsx: "react-jsx",
    };
    stranger.write({
      "package.json": manifest({ type: "module" }),
      "all.ts": lines.join("\n"),
      "tsconfig.json": JSON.stringify({ compilerOptions: { ...options, skipLibCheck: true }, files: ["all.ts"] }),
      "tsconfig.whole.json": JSON.stringify({
        compilerOptions: { ...options, skipLibCheck: false },
        files: ["all.ts"],
      }),
    });
    await stranger.run(
      "npm",
      "install",
      "--silent",
      ...packages,
      "typescript@7.0.2",
      "@types/node@24",
      "@types/react@19",
    );
    await stranger.run("npx", "tsc");
    const whole = await stranger.run("npx", "tsc", "-p", "tsconfig.whole.json").catch(({ message }: Error) => message);
    const ours = whole.split("\n").filter((line) => line.startsWith("node_modules/@holdall/"));
    if (ours.length > 0) throw new Error(`declarations with errors:\n${ours.slice(0, 5).join("\n")}`);
  };
}

const page = `${imports}import { ToolCall } from "@holdall/ui-react";
import { createRoot } from "react-dom/client";
import { createElement } from "react";
${program}document.title = JSON.stringify(result);
createRoot(document.body).render(createElement("p", null, typeof ToolCall));
`;

const withVite =
  (react: 18 | 19) =>
  async (stranger: Stranger): Promise<void> => {
    stranger.write({
      "package.json": manifest({ type: "module" }),
      "index.html": '<!doctype html><title>wait</title><body><script type="module" src="/main.js"></script>',
      "main.js": page,
      "vite.config.js": 'export default { build: { target: "es2022" } };\n',
    });
    await stranger.run(
      "npm",
      "install",
      "--silent",
      ...few,
      "@holdall/ui-react",
      `react@${react}`,
      `react-dom@${react}`,
      "vite@8",
    );
    const output = await stranger.run("npx", "vite", "build");
    const warning = output.split("\n").find((line) => line.includes("externalized for browser compatibility"));
    if (warning) throw new Error(`the page needs a Node module: ${warning}`);
  };

async function withNext(stranger: Stranger): Promise<void> {
  stranger.write({
    "package.json": manifest(),
    "app/layout.jsx":
      "export default function Layout({ children }) {\n  return <html><body>{children}</body></html>;\n}\n",
    "app/page.jsx":
      '"use client";\nimport { ToolCall } from "@holdall/ui-react";\nexport default function Page() {\n  return <p>{typeof ToolCall}</p>;\n}\n',
    "app/tools/route.js": `${imports}export const dynamic = "force-static";\nexport async function GET() {\n${program}return Response.json(result);\n}\n`,
  });
  await stranger.run("npm", "install", "--silent", ...few, "@holdall/ui-react", "react@19", "react-dom@19", "next@16");
  await stranger.run("npx", "next", "build");
  expectAnswer(await stranger.run("node", "-p", 'require("fs").readFileSync(".next/server/app/tools.body", "utf8")'));
}

/** The files of the guide, as a reader copies them; the build checks their types too. */
async function withNextGuide(stranger: Stranger): Promise<void> {
  const files = blocksOf("docs/guides/nextjs.md").flatMap(({ info, code }) => {
    const file = info.get("file");
    return file === undefined ? [] : [[file, `${code}\n`] as const];
  });
  if (files.length !== 2) throw new Error(`docs/guides/nextjs.md has ${files.length} files, not 2.`);
  stranger.write({
    "package.json": manifest(),
    "app/layout.tsx":
      'import type { ReactNode } from "react";\n\nexport default function Layout({ children }: { children: ReactNode }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
    ...Object.fromEntries(files),
  });
  const [, packages = ""] = /^npm install (.+)$/m.exec(blocksOf("docs/guides/nextjs.md")[0]?.code ?? "") ?? [];
  const others = ["react@19", "react-dom@19", "next@16", "typescript@5", "@types/node@24", "@types/react@19"];
  await stranger.run("npm", "install", "--silent", ...packages.split(" "), ...others);
  await stranger.run("npx", "next", "build");
}

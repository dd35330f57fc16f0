import type { Package } from "../_workspace.ts";
import { blocksOf } from "../docs/blocks.ts";
import type { Stranger } from "./stranger.ts";

export interface Consumer {
  readonly name: string;
  /** The major version of Node it runs on: 24 by default. */
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
const install = (stranger: Stranger, ...packages: string[]) => stranger.run("npm", "install", "--silent", ...packages);

function expectAnswer(output: string): void {
  if (!output.includes(answer)) throw new Error(`expected "${answer}", got: ${output}`);
}

/**
 * Everyone who installs the packages from a registry, in the order in which they are printed. `npm test` has tried the tarballs:
 * this adds real installations, other package managers, and frameworks.
 */
export function consumers(published: readonly Package[]): Consumer[] {
  const libraries = published.filter(({ manifest }) => manifest.exports !== undefined);
  const all = [...libraries.map(({ manifest }) => manifest.name), ...new Set(libraries.flatMap(requiredPeers))];
  const entries = libraries.flatMap(({ manifest: { name, exports = {}, holdall } }) =>
    Object.keys(exports)
      .filter((key) => !key.endsWith(".css"))
      .map((key) => ({ entry: name + key.slice(1), isEmpty: holdall?.typesOnly?.includes(key) ?? false })),
  );
  return [
    ...([22, 24] as const).flatMap((node) => [
      { name: `npm, Node ${node}: import and require ${entries.length} entries`, node, run: everyEntry(all, entries) },
      { name: `npm, Node ${node}: a program as ES module and CommonJS`, node, run: withNpm },
      { name: `npx holdall, Node ${node}`, node, run: command },
    ]),
    { name: "pnpm: ES module program", run: withPnpm },
    { name: "bun: install and run", run: withBun },
    { name: "TypeScript, bundler resolution, every entry", run: everyType(all, entries) },
    { name: "Vite: a page with minimal() and React views", run: withVite(19) },
    { name: "Vite: the same with React 18", run: withVite(18) },
    { name: "Next: the app of the guide, a route and a client component", run: withNext },
  ];
}

function requiredPeers({ manifest: { peerDependencies = {}, peerDependenciesMeta = {} } }: Package): string[] {
  return Object.entries(peerDependencies)
    .filter(([name]) => !peerDependenciesMeta[name]?.optional)
    .map(([name, range]) => `${name}@${range.split(" || ").at(-1)}`);
}

type Entries = readonly { readonly entry: string; readonly isEmpty: boolean }[];

/** Entries of types alone can be loaded, and hold nothing. */
function everyEntry(packages: readonly string[], entries: Entries) {
  const lines = (load: (entry: string) => string, tried: Entries) =>
    tried
      .map(
        ({ entry, isEmpty }) =>
          `if ((Object.keys(${load(entry)}).length === 0) !== ${isEmpty}) throw new Error("${entry} does not export what it should");`,
      )
      .join("\n");
  return async (stranger: Stranger) => {
    stranger.write({
      "package.json": manifest(),
      "all.mjs": lines((entry) => `await import("${entry}")`, entries),
      "all.cjs": lines(
        (entry) => `require("${entry}")`,
        // The suites of conformance run in vitest only, which cannot be required.
        entries.filter(({ entry }) => entry !== "@holdall/conformance"),
      ),
    });
    await install(stranger, ...packages);
    for (const file of ["all.mjs", "all.cjs"]) await stranger.run("node", file);
  };
}

async function withNpm(stranger: Stranger): Promise<void> {
  stranger.write({ "package.json": manifest(), "main.mjs": esm, "main.cjs": cjs });
  await install(stranger, ...few);
  for (const file of ["main.mjs", "main.cjs"]) expectAnswer(await stranger.run("node", file));
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

/** The declarations themselves are checked too: nothing is skipped. */
function everyType(packages: readonly string[], entries: Entries) {
  const compilerOptions = {
    module: "esnext",
    moduleResolution: "bundler",
    target: "es2023",
    lib: ["es2024", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
    strict: true,
    noEmit: true,
    types: ["node"],
    jsx: "react-jsx",
  };
  const config = (skipLibCheck: boolean) =>
    JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck }, files: ["all.ts"] });
  return async (stranger: Stranger) => {
    stranger.write({
      "package.json": manifest({ type: "module" }),
      "all.ts": entries
        .map(({ entry }, at) => `import * as m${at} from "${entry}";\nexport const e${at}: object = m${at};`)
        .join("\n"),
      "tsconfig.json": config(true),
      "tsconfig.whole.json": config(false),
    });
    await install(stranger, ...packages, "typescript@7.0.2", "@types/node@24", "@types/react@19");
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
    await install(stranger, ...few, "@holdall/ui-react", `react@${react}`, `react-dom@${react}`, "vite@8");
    const output = await stranger.run("npx", "vite", "build");
    const warning = output.split("\n").find((line) => line.includes("externalized for browser compatibility"));
    if (warning) throw new Error(`the page needs a Node module: ${warning}`);
  };

/** The files of the guide, as a reader copies them, beside a page and a route; the build checks the types too. */
async function withNext(stranger: Stranger): Promise<void> {
  const guide = blocksOf("docs/guides/nextjs.md");
  const files = guide.flatMap(({ info, code }) => (info.has("file") ? [[info.get("file"), `${code}\n`] as const] : []));
  if (files.length !== 2) throw new Error(`docs/guides/nextjs.md has ${files.length} files, not 2.`);
  const [, packages = ""] = /^npm install (.+)$/m.exec(guide[0]?.code ?? "") ?? [];
  stranger.write({
    "package.json": manifest(),
    "app/layout.tsx":
      'import type { ReactNode } from "react";\n\nexport default function Layout({ children }: { children: ReactNode }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
    "app/view/page.tsx":
      '"use client";\nimport { ToolCall } from "@holdall/ui-react";\nexport default function Page() {\n  return <p>{typeof ToolCall}</p>;\n}\n',
    "app/tools/route.ts": `${imports}export const dynamic = "force-static";\nexport async function GET() {\n${program}return Response.json(result);\n}\n`,
    ...Object.fromEntries(files),
  });
  const others = ["react@19", "react-dom@19", "next@16", "typescript@5", "@types/node@24", "@types/react@19"];
  await install(stranger, ...packages.split(" "), ...few, "@holdall/ui-react", ...others);
  await stranger.run("npx", "next", "build");
  expectAnswer(await stranger.run("node", "-p", 'require("fs").readFileSync(".next/server/app/tools.body", "utf8")'));
}

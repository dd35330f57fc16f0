import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pagesThatFail } from "./_packed-page.ts";
import { exec } from "./_process.ts";
import { type Package, root } from "./_workspace.ts";
import { serveFolder } from "./platforms/_served.ts";

/** Everyone who uses the packed packages, in one folder that has their dependencies and required peers, and nothing that is optional. */
export async function packedConsumers(packages: readonly Package[], temp: string): Promise<string[]> {
  const old = node22();
  const all = await Promise.all([
    ...[process.execPath, ...(old ? [old] : [])].map((node) => entriesThatFail(packages, temp, node)),
    typesThatFail(temp),
    pagesThatFail(temp),
    commandsThatFail(packages, temp),
  ]);
  return all.flat();
}

/** What is left out on this machine, in a sentence. */
export const notTried = (): string[] =>
  node22()
    ? []
    : ["Node 22 is not tried here: its npm package is for Linux (x64, arm64). `npm run -s try-release` does."];

function node22(): string | undefined {
  const name = `node-${process.platform}-${process.arch}`;
  const file = join(root, "scripts/platforms/node_modules", name, "bin/node");
  return existsSync(file) ? file : undefined;
}

/** Import and require every entry, on one Node; entries for optional peers cannot be loaded without them. */
async function entriesThatFail(packages: readonly Package[], temp: string, node: string): Promise<string[]> {
  const lines = packages.flatMap(({ manifest: { name, exports = {}, holdall } }) =>
    Object.keys(exports)
      .filter((key) => !key.endsWith(".css") && holdall?.peerEntries?.[key] === undefined)
      .map((key) => importLine(`${name}${key.slice(1)}`, holdall?.typesOnly?.includes(key) ?? false)),
  );
  const version = (await exec(node, ["--version"], temp)).output.trim();
  const file = join(temp, `import-all-${version}.mjs`);
  const require = 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n';
  writeFileSync(file, `${require}${lines.join("\n")}\n`);
  const { code, output } = await exec(node, [file], temp);
  const problems = output
    .split("\n")
    .filter((line) => line.startsWith("✗ "))
    .map((line) => `Node ${version}: ${line.slice(2)}`);
  if (code !== 0 && problems.length === 0) return [`importing the packed packages on ${version} failed:\n${output}`];
  return problems;
}

/** An entry of types alone must be empty, so that nobody forgets to say what it became. */
function importLine(entry: string, isTypesOnly: boolean): string {
  const name = JSON.stringify(entry);
  const isWrong = isTypesOnly ? "> 0" : "=== 0";
  const says = isTypesOnly
    ? "exports more than types; take it from holdall.typesOnly."
    : "exports nothing at run time.";
  // vitest, which conformance runs in, cannot be required.
  const require = entry === "@holdall/conformance" ? "" : `require(${name}); `;
  return (
    `await import(${name}).then((module) => { ${require}if (Object.keys(module).length ${isWrong}) console.log("✗ the packed " + ${name} + " ${says}"); }, ` +
    `(error) => { console.log("✗ the packed " + ${name} + " cannot be imported and required: " + String(error.message).split("\\n")[0]); process.exitCode = 1; });`
  );
}

/** TypeScript as Node resolves, from both kinds of modules. */
async function typesThatFail(temp: string): Promise<string[]> {
  const folder = join(temp, "types");
  const text = `import { memoryBackend } from "@holdall/backends-memory";
import { minimal } from "@holdall/presets";
import { openSession } from "@holdall/tool-core";
const preset = minimal({ backend: memoryBackend({ files: { "/a.txt": "a" } }) });
export const read = async (): Promise<string> => {
  const result = await openSession(preset.registry, preset).call("read_file", { path: "/a.txt" });
  return result.ok ? result.output.content : result.error.message;
};
`;
  const compilerOptions = {
    module: "nodenext",
    target: "es2023",
    strict: true,
    noEmit: true,
    types: [],
    lib: ["es2023", "dom", "esnext.disposable"],
  };
  write(folder, {
    "package.json": '{ "type": "module" }',
    "module.mts": text,
    "script.cts": text,
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...compilerOptions, skipLibCheck: true },
      files: ["module.mts", "script.cts"],
    }),
  });
  const { code, output } = await exec(
    join(root, "node_modules/.bin/tsc"),
    ["-p", "tsconfig.json", "--pretty", "false"],
    folder,
  );
  return code === 0
    ? []
    : [`TypeScript (nodenext) rejects a program of the packed packages:\n${output.slice(0, 2_000)}`];
}

/** `npx holdall` says its version, makes calls, and has what it loads late: a sandbox, SQLite, reading of pages, programs. */
async function commandsThatFail(packages: readonly Package[], temp: string): Promise<string[]> {
  const missing = packages.flatMap(({ folder, manifest }) =>
    Object.entries(manifest.bin ?? {})
      .filter(([, target]) => !existsSync(join(temp, "node_modules", manifest.name, target)))
      .map(([name, target]) => `${folder}: the packed command "${name}" has no file ${target}.`),
  );
  const command = join(temp, "node_modules/holdall/dist/main.js");
  if (missing.length > 0 || !existsSync(command)) return missing;
  const folder = join(temp, "call");
  write(folder, {
    "a.txt": "holdall works\n",
    "holdall.config.yaml": 'web:\n  allow: ["127.0.0.0/8"]\ntools:\n  programs: true\n',
    "site/index.html": `<article><h1>Herons</h1>${"<p>They wait for fish, often for an hour.</p>".repeat(20)}</article>`,
  });
  const site = await serveFolder(join(folder, "site"));
  const url = site.url.replace("localhost", "127.0.0.1");
  const code = "const n: number = (await tools.$names()).length; return n > 9";
  const sqlite = JSON.stringify({ command: "sqlite3 a.db 'select 6 * 7'" });
  const call = (tool: string, input: object) => [
    "call",
    tool,
    JSON.stringify(input),
    "--yes",
    "--config",
    "holdall.config.yaml",
  ];
  const problems: string[] = [];
  for (const [args, expected] of [
    [["--version"], /^\d+\.\d+\.\d+$/m],
    [["call", "read_file", '{"path":"a.txt"}'], /holdall works/],
    [["call", "bash", '{"command":"cat a.txt"}', "--yes"], /holdall works/],
    [["call", "--shell", "portable", "bash", sqlite, "--yes"], /"output":"42/],
    [call("web_fetch", { url }), /"extraction":"article"/],
    [call("run_program", { code }), /"value":true/],
    [call("scrape_page", { url, selector: "h1" }), /"items":\["# Herons"\]/],
  ] as const) {
    const { output } = await exec(node22() ?? process.execPath, [command, ...args], folder);
    if (!expected.test(output)) problems.push(`holdall ${args.join(" ")} printed: ${output.slice(0, 1_000)}`);
  }
  site.close();
  return problems;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

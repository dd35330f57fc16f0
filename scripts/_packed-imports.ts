import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { missingWeb } from "./_packed-web.ts";
import { exec } from "./_process.ts";
import type { Package } from "./_workspace.ts";

/** Import every entry of the unpacked packages in a fresh Node; one sentence for each that fails or exports nothing. */
export async function packedImports(packages: readonly Package[], temp: string): Promise<string[]> {
  const entries = packages.flatMap(({ manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((key) => !key.endsWith(".css"))
      .map((key) => `${manifest.name}${key.slice(1)}`),
  );
  const file = join(temp, "import-all.mjs");
  writeFileSync(file, `${entries.map(importLine).join("\n")}\n`);
  const { code, output } = await exec(process.execPath, [file], temp);
  const problems = output
    .split("\n")
    .filter((line) => line.startsWith("✗ "))
    .map((line) => line.slice(2));
  if (code !== 0 && problems.length === 0) problems.push(`importing the packed packages failed:\n${output}`);
  const missing = packages.flatMap((pkg) => missingCommands(pkg, temp));
  if (missing.length > 0) return [...problems, ...missing];
  return [...problems, ...(await missingThreads(temp)), ...(await missingWeb(temp))];
}

function importLine(entry: string): string {
  const name = JSON.stringify(entry);
  return (
    `await import(${name}).then((module) => { if (Object.keys(module).length === 0) console.log("✗ the packed " + ${name} + " exports nothing at run time."); }, ` +
    `(error) => { console.log("✗ the packed " + ${name} + " cannot be imported: " + String(error.message).split("\\n")[0]); process.exitCode = 1; });`
  );
}

function missingCommands({ folder, manifest }: Package, temp: string): string[] {
  return Object.entries(manifest.bin ?? {})
    .filter(([, target]) => !existsSync(join(temp, "node_modules", manifest.name, target)))
    .map(([name, target]) => `${folder}: the packed command "${name}" has no file ${target}.`);
}

/**
 * The packed command searches a tree of many files with another thread, whose module must have come along. A search does not
 * wait for it, so that it is also started by itself.
 */
async function missingThreads(temp: string): Promise<string[]> {
  const folder = join(temp, "many-files");
  const command = join(temp, "node_modules/holdall/dist/main.js");
  if (availableParallelism() < 2 || !existsSync(command)) return [];
  for (let i = 0; i < 4_000; i++) {
    const inner = join(folder, `folder-${i % 40}`);
    if (i < 40) mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, `file-${i}.txt`), i === 3_999 ? "needle" : "hay");
  }
  const search = ["call", "grep_files", JSON.stringify({ pattern: "needle" }), "--root", folder];
  const { output } = await exec(process.execPath, [command, ...search], folder, { NODE_DEBUG: "worker" });
  if (!output.includes("file-3999.txt")) return [`the packed command finds nothing:\n${output.slice(0, 2_000)}`];
  if (!/create new worker[^\0]*?scan-thread\.js/.test(output)) return ["the packed command starts no scan-thread.js."];
  const start = `import { MessageChannel, Worker } from "node:worker_threads";
    const { port1, port2 } = new MessageChannel();
    port1.once("message", (said) => { console.log(said); process.exit(); });
    const workerData = { mark: "holdall scan thread", port: port2 };
    new Worker(${JSON.stringify(join(command, "../scan-thread.js"))}, { workerData, transferList: [port2], execArgv: [] });`;
  const { output: said } = await exec(process.execPath, ["--input-type=module", "-e", start], folder);
  return said.includes("ready") ? [] : [`the packed scan-thread.js does not get ready:\n${said.slice(0, 2_000)}`];
}

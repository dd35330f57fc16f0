import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exec } from "../_process.ts";
import { root } from "../_workspace.ts";
import type { PlatformRow } from "./_outcome.ts";

interface Runtime {
  readonly name: string;
  readonly command: string;
  /** Arguments before vitest's own file. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const suites = ["tool-core", "tools-fs", "mcp", "ai-sdk"];
const folder = join(root, "node_modules/.cache/platforms");
const bin = (name: string): string => join(folder, "node_modules/.bin", name);

/** Bun and Deno come as npm packages; they are installed when they are first tried. */
const packages = { bun: "1.4.4", deno: "2.9.6" } as const;

/** Run the suites of the contract, files, MCP and the AI SDK on Node 22, Bun and Deno. */
export async function tryRuntimes(say: (line: string) => void): Promise<readonly PlatformRow[]> {
  await install(say);
  const rows: PlatformRow[] = [];
  for (const runtime of runtimes()) {
    const version = await versionOf(runtime);
    for (const suite of suites) {
      say(`${runtime.name} ${version}: ${suite} …`);
      rows.push({ platform: runtime.name, version, suite, ...(await run(runtime, suite)) });
    }
  }
  return rows;
}

function runtimes(): Runtime[] {
  const node = join(root, `scripts/platforms/node_modules/node-${process.platform}-${process.arch}/bin/node`);
  return [
    ...(existsSync(node) ? [{ name: "Node", command: node, before: [], after: [] }] : []),
    // Its child processes do not end as vitest wants them to.
    { name: "Bun", command: bin("bun"), before: ["--bun"], after: ["--pool=threads"] },
    { name: "Deno", command: bin("deno"), before: ["run", "--allow-all"], after: [] },
  ];
}

async function install(say: (line: string) => void): Promise<void> {
  if (existsSync(bin("bun")) && existsSync(bin("deno"))) return;
  say("Installing Bun and Deno …");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const { code, output } = await exec("npm", ["install", "--no-audit", "--no-fund", ...names], folder);
  if (code !== 0) throw new Error(`npm install ${names.join(" ")} failed:\n${output}`);
}

async function versionOf({ command }: Runtime): Promise<string> {
  const { output } = await exec(command, ["--version"], root);
  return /\d+\.\d+\.\d+/.exec(output)?.[0] ?? output.trim();
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** The longest that a suite may take on a runtime; one that hangs is a problem like others. */
const limit = 600;

async function run({ command, before, after }: Runtime, suite: string) {
  const file = join(folder, "results.json");
  rmSync(file, { force: true });
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [
    ...before,
    vitest,
    "run",
    ...after,
    `--project=${suite}`,
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const { code, output } = await exec("timeout", ["-k", "5", String(limit), command, ...args], root);
  if (!existsSync(file)) {
    const why = code === 124 ? `it did not end in ${limit} seconds` : output.trim().split("\n").at(-1);
    return { passed: 0, failed: 1, problems: [`${suite} gave no result: ${why}`] };
  }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
  const broken = testResults.flatMap(({ name, message, assertionResults }) => [
    ...(assertionResults.length === 0 && message !== ""
      ? [`${name.slice(root.length + 1)}: ${message.split("\n")[0]}`]
      : []),
    ...assertionResults.flatMap(({ fullName, status }) =>
      status === "failed" ? [`${name.slice(root.length + 1)}: ${fullName}`] : [],
    ),
  ]);
  return { passed: numPassedTests, failed: Math.max(numFailedTests, broken.length), problems: broken };
}

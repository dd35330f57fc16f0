import { spawn } from "node:child_process";
import { join } from "node:path";
import { spawnWords } from "../packages/tool-kit/src/node/platform/spawn-words.ts";
import { root } from "./_workspace.ts";

/** The same modules are loaded by many processes. */
const compiled = join(root, "node_modules/.cache/compiled");

export interface ExecResult {
  code: number;
  /** Standard output and error, in the order they came. */
  output: string;
}

/** Run a program to its end and collect what it prints; a program that cannot start counts as exit code 127. */
export function exec(
  command: string,
  args: readonly string[],
  cwd: string,
  more: NodeJS.ProcessEnv = {},
): Promise<ExecResult> {
  return new Promise((resolve) => {
    const env = {
      NODE_COMPILE_CACHE: compiled,
      ...process.env,
      NO_COLOR: "1",
      FORCE_COLOR: "0",
      npm_config_loglevel: "error",
      ...more,
    };
    const { file, args: words, windowsVerbatimArguments } = spawnWords([command, ...args], cwd, { environment: env });
    const child = spawn(file, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"], windowsVerbatimArguments });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

/** Map with at most `limit` running at a time; the order of results is the order of items. */
export async function mapLimit<T, R>(items: readonly T[], limit: number, run: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await run(items[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}

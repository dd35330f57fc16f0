import { spawn } from "node:child_process";
import { once } from "node:events";

export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  /** What the test runner printed. */
  readonly output: string;
}

/** Really run `node --test` in a folder. */
export async function runTests(folder: string): Promise<TestRun> {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, FORCE_COLOR: ___, ...env } = process.env;
  const child = spawn(process.execPath, ["--test", "--test-reporter=spec"], {
    cwd: folder,
    env: { ...env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  const output = Buffer.concat(chunks).toString();
  const count = (word: string) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  return { passed: count("pass"), failed: count("fail"), output };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** What a call of the command is answered with. */
export interface Answer {
  readonly ok: boolean;
  readonly output?: unknown;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string; readonly data?: unknown };
}

/** One session of `holdall call -` in a folder. */
export function callSession(root: string, env: NodeJS.ProcessEnv, flags: readonly string[] = []) {
  const main = join(import.meta.dirname, "../../apps/cli/src/main.ts");
  const child = spawn(process.execPath, [main, "call", "-", "--yes", ...flags], {
    cwd: root,
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async call(tool: string, input: unknown): Promise<Answer> {
      child.stdin.write(`${JSON.stringify({ tool, input })}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`The session ended at ${tool}.`);
      return JSON.parse(value) as Answer;
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

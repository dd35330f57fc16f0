import { spawn } from "node:child_process";
import { once } from "node:events";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    readonly command: string;
  }
}

/** The file of the command, bundled as it is published. */
export const command: string = inject("command");

export interface RunOptions {
  readonly cwd: string;
  /** Instead of this process's environment. */
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string | undefined;
  /** Node's own arguments. */
  readonly flags?: readonly string[];
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** Run the command to its end as a script would, away from any terminal. */
export async function runCommand(argv: readonly string[], options: RunOptions): Promise<Ran> {
  const { cwd, env = process.env, input = "", flags = [] } = options;
  const child = spawn(process.execPath, [...flags, command, ...argv], { cwd, env });
  child.stdin.end(input);
  const [out, errors, [code]] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    once(child, "close"),
  ]);
  return { code: code as number, out: Buffer.concat(out).toString(), errors: Buffer.concat(errors).toString() };
}

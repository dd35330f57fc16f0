import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

export interface Ended {
  /** From spawn to exit. */
  readonly ms: number;
  readonly stdout: string;
}

/** Run a Node process to its end, with the Node that runs the bench. Throws when it fails. */
export async function runNode(args: readonly string[]): Promise<Ended> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  const [code] = await once(child, "close");
  const ms = performance.now() - start;
  if (code !== 0)
    throw new Error(`node ${args.join(" ")} ended with ${code}: ${Buffer.concat(errors).toString().trim()}`);
  return { ms, stdout: Buffer.concat(chunks).toString() };
}

/** Milliseconds that `node ARGS` takes, as a variant. */
export const nodeTime =
  (...args: readonly string[]) =>
  async () =>
    (await runNode(args)).ms;

/** The memory of a process, in megabytes: what it has, and the most it has had. */
export function memoryOf(pid: number | undefined): { readonly now: number; readonly peak: number } {
  const status = process.platform === "linux" ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
  const megabytes = (line: RegExp) => Number(line.exec(status)?.[1] ?? Number.NaN) / 1024;
  return { now: megabytes(/VmRSS:\s+(\d+)/), peak: megabytes(/VmHWM:\s+(\d+)/) };
}

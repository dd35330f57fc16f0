import { bubblewrap, type Probe, probeSandbox, sandboxRuntime } from "@holdall/sandbox";
import type { Finding } from "./_check-machine.ts";

/** Every rung of the ladder of sandboxes, tried with a program that misbehaves. */
export async function checkSandboxes(): Promise<Finding[]> {
  const rungs: Finding[] = [];
  if (process.platform === "linux") rungs.push(findingOf("bubblewrap", await probeSandbox(bubblewrap), bubblewrapFix));
  const opened: AsyncDisposable[] = [];
  const probe = await probeSandbox(async (where) => {
    const sandbox = await sandboxRuntime(where);
    opened.push(sandbox);
    return sandbox;
  });
  for (const sandbox of opened) await sandbox[Symbol.asyncDispose]();
  rungs.push(findingOf("sandbox runtime", probe, runtimeFix));
  return rungs;
}

function findingOf(name: string, { works, problems }: Probe, fix: (problem: string) => string): Finding {
  if (works) return { name, state: "works", text: "confines files, network and processes" };
  const text = problems.join(" ");
  return { name, state: "missing", text, fix: fix(text) };
}

const everyCommandAsks = "without a sandbox, every command asks";

function bubblewrapFix(problem: string): string {
  if (/not installed/.test(problem)) return `apt-get install bubblewrap; ${everyCommandAsks}`;
  if (/namespace|No space left|Operation not permitted|uid map/i.test(problem))
    return `allow user namespaces: sysctl kernel.unprivileged_userns_clone=1, on Ubuntu an AppArmor profile for bwrap, in a container --security-opt seccomp=unconfined; ${everyCommandAsks}`;
  if (/mount proc/i.test(problem))
    return `in a container, run with --security-opt systempaths=unconfined; ${everyCommandAsks}`;
  return everyCommandAsks;
}

function runtimeFix(problem: string): string {
  if (/not installed/.test(problem))
    return "npm install @anthropic-ai/sandbox-runtime; only commands that need named domains want it";
  return "apt-get install bubblewrap socat ripgrep; only commands that need named domains want it";
}

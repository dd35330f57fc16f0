import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox, SandboxLevel } from "@holdall/tool-core";

/** What a sandbox really does on this machine. */
export interface Probe {
  readonly name: string;
  /** It runs programs, lets them write below the root and nowhere else, keeps them off the network, and takes all of them down. */
  readonly works: boolean;
  /** What was found wanting, in words for a person. */
  readonly problems: readonly string[];
}

/** What a probed program does, and says of it: one word for each thing it could do. */
const script = [
  "echo started; echo x > inside && echo wrote-inside",
  '(echo x > "$OUTSIDE") 2>/dev/null && echo wrote-outside',
  // Without a network of its own, a program sees the host's interfaces beside `lo`.
  '[ "$(grep -c : /proc/net/dev)" -gt 1 ] && echo has-network',
  '[ "$(ls -d /proc/[0-9]* | wc -l)" -gt 20 ] && echo sees-processes',
  "true",
].join("\n");

/** Try a sandbox with a program that misbehaves. Nothing is left behind. Takes some tens of milliseconds. */
export async function probeSandbox(
  make: (options: { readonly roots: readonly string[] }) => Sandbox | Promise<Sandbox>,
  { level = "default" as SandboxLevel }: { readonly level?: SandboxLevel } = {},
): Promise<Probe> {
  const folder = mkdtempSync(join(tmpdir(), "holdall-probe-"));
  const outside = mkdtempSync(join(tmpdir(), "holdall-probe-"));
  let name = "unknown";
  try {
    const sandbox = await make({ roots: [folder] });
    name = sandbox.name;
    if (!sandbox.confines(level)) return { name, works: false, problems: [`It does not confine the level ${level}.`] };
    const env = { PATH: "/usr/local/bin:/usr/bin:/bin", OUTSIDE: join(outside, "x") };
    await using launch = await sandbox.launch({ argv: ["/bin/bash", "--norc", "-c", script], cwd: folder, env, level });
    const { out, errors, code } = await run(launch.argv, launch.env, folder);
    const { failure } = await launch.report(errors);
    const said = (word: string) => out.split("\n").includes(word);
    const problems = [
      ...(failure ? [failure] : []),
      ...(said("started") || failure
        ? []
        : [`It does not start programs (exit ${code}): ${errors.trim().slice(0, 300)}`]),
      ...(said("started") && !said("wrote-inside") ? ["Programs cannot write below the root."] : []),
      ...(said("wrote-outside") ? ["Programs can write outside of the root."] : []),
      ...(said("has-network") && level !== "network" ? ["Programs have the host's network."] : []),
      ...(said("sees-processes") ? ["Programs see the host's processes."] : []),
    ];
    return { name, works: problems.length === 0, problems };
  } catch (error) {
    return { name, works: false, problems: [error instanceof Error ? error.message : String(error)] };
  } finally {
    for (const path of [folder, outside]) rmSync(path, { recursive: true, force: true });
  }
}

const timeLimit = 10_000;

function run(argv: readonly string[], env: Readonly<Record<string, string>>, cwd: string) {
  return new Promise<{ out: string; errors: string; code: number | null }>((resolve) => {
    const [program = "", ...args] = argv;
    const child: ChildProcess = spawn(program, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeLimit,
      killSignal: "SIGKILL",
    });
    let [out, errors] = ["", ""];
    child.stdout?.on("data", (piece) => (out += piece));
    child.stderr?.on("data", (piece) => (errors += piece));
    child.on("error", (error) => resolve({ out, errors: `${errors}${error.message}`, code: null }));
    child.on("close", (code) => resolve({ out, errors, code }));
  });
}

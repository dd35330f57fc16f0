import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Sandbox, SandboxLevel, SandboxReport } from "../port/index.ts";
import type { PathDenial } from "../port/sandbox.ts";

export interface Ran {
  readonly out: string;
  readonly errors: string;
  readonly code: number | null;
  readonly report: SandboxReport;
}

interface How {
  readonly cwd: string;
  readonly level?: SandboxLevel;
  readonly domains?: readonly string[];
  readonly readable?: readonly string[];
  readonly env?: Record<string, string>;
  readonly denials?: readonly PathDenial[];
  readonly secretNames?: readonly string[];
}

/** Run a script of bash in a sandbox, to its end. */
export async function run(sandbox: Sandbox, script: string, how: How): Promise<Ran> {
  const ran = await runOnce(sandbox, script, how);
  return isLate(ran.report) ? runOnce(sandbox, script, how) : ran;
}

/** A socket of somebody else may go between the look at it and the mount over it. */
const isLate = ({ failure = "" }: SandboxReport): boolean => /Can't (?:create file at|mkdir parents for)/.test(failure);

const runOnce = (sandbox: Sandbox, script: string, how: How): Promise<Ran> => runWith(sandbox, () => script, how);

/** Run a script that has what stands for secrets. */
export async function runWith(
  sandbox: Sandbox,
  scriptOf: (standIns: Readonly<Record<string, string>>) => string,
  { cwd, level = "default", domains, readable, env = {}, denials, secretNames }: How,
): Promise<Ran> {
  await using launch = await sandbox.launch({
    argv: ["/bin/bash", "--norc"],
    cwd,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/root", ...env },
    level,
    domains,
    readable,
    denials,
    secretNames,
  });
  const [program = "", ...args] = launch.argv;
  const script = ["-c", scriptOf(launch.standIns ?? {})];
  const child = spawn(program, [...args, ...script], { env: launch.env, stdio: ["ignore", "pipe", "pipe"] });
  let [out, errors] = ["", ""];
  child.stdout.on("data", (piece) => (out += piece));
  child.stderr.on("data", (piece) => (errors += piece));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { out, errors, code, report: await launch.report(errors) };
}

/** A shell that takes one line after another in one launch. */
export async function stayIn(sandbox: Sandbox, cwd: string, level: SandboxLevel = "default") {
  const shell = await openIn(sandbox, cwd, level);
  if (await shell.run(":")) return shell;
  await shell.end();
  return openIn(sandbox, cwd, level);
}

async function openIn(sandbox: Sandbox, cwd: string, level: SandboxLevel) {
  const launch = await sandbox.launch({
    argv: ["/bin/bash", "--norc"],
    cwd,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/root" },
    level,
  });
  const [program = "", ...args] = launch.argv;
  const child = spawn(program, args, { env: launch.env, stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.stdin.on("error", () => {});
  let out = "";
  let heard = () => {};
  child.stdout.on("data", (piece) => {
    out += piece;
    heard();
  });
  return {
    /** False when the shell has ended. */
    run: (line: string) =>
      new Promise<boolean>((resolve) => {
        out = "";
        heard = () => void (out.includes("\0done") && resolve(true));
        void ended.then(() => resolve(false));
        child.stdin.write(`${line}\nprintf '\\0done'\n`);
      }),
    report: async () => (await launch.report("")).tampered,
    async end() {
      child.kill("SIGKILL");
      await ended;
      await launch[Symbol.asyncDispose]();
    },
  };
}

/** A folder with some files, gone at the end. */
export function workspace(files: Readonly<Record<string, string>> = {}): { readonly root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), "holdall-sandbox-test-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

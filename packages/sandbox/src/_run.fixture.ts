import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Sandbox, SandboxLevel, SandboxReport } from "@holdall/tool-core";

export interface Ran {
  readonly out: string;
  readonly errors: string;
  readonly code: number | null;
  readonly report: SandboxReport;
}

/** Run a script of bash in a sandbox, to its end. */
export async function run(
  sandbox: Sandbox,
  script: string,
  {
    cwd,
    level = "default",
    domains,
    readable,
    env = {},
  }: {
    cwd: string;
    level?: SandboxLevel;
    domains?: readonly string[];
    readable?: readonly string[];
    env?: Record<string, string>;
  },
): Promise<Ran> {
  await using launch = await sandbox.launch({
    argv: ["/bin/bash", "--norc", "-c", script],
    cwd,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/root", ...env },
    level,
    domains,
    readable,
  });
  const [program = "", ...args] = launch.argv;
  const child = spawn(program, args, { env: launch.env, stdio: ["ignore", "pipe", "pipe"] });
  let [out, errors] = ["", ""];
  child.stdout.on("data", (piece) => (out += piece));
  child.stderr.on("data", (piece) => (errors += piece));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { out, errors, code, report: await launch.report(errors) };
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

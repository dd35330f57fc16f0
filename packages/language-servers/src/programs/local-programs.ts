import { writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { PathDenial, Sandbox } from "@holdall/sandbox/port";
import { abortedError, joinPath, relativePath } from "@holdall/tool-core";
import { temporaryFolder, toHostPath } from "@holdall/tool-kit/node";
import { createRoots } from "../files/roots.ts";
import type { ProgramRequest, ProgramResult, ProgramRunner } from "../port/index.ts";
import { programEnvironment } from "../process/environment.ts";
import { packageFolders } from "../process/package-folders.ts";
import { startProcess } from "../process/start-process.ts";
import { copyProject } from "./copy-project.ts";
import { findProgram } from "./find-project-program.ts";

export interface LocalProgramsOptions {
  /** Host folders that programs may look at; they must exist. */
  readonly roots: readonly string[];
  /** Confines programs to reading, where possible. */
  readonly sandbox?: Sandbox | undefined;
  /** What rules deny for paths when a program starts, such as `pathDenials` of @holdall/permissions; the sandbox enforces it. */
  readonly denials?: (() => readonly PathDenial[]) | undefined;
}

/** Programs of this machine that only look, for tools such as `read_lints`. */
export function localPrograms({ roots: folders, sandbox, denials = () => [] }: LocalProgramsOptions): ProgramRunner {
  const roots = createRoots(folders);
  return {
    find: async (name, from, options) => findProgram(name, from, roots, options),
    copyProject(at, contents, signal) {
      const hidden = denials().filter(({ action }) => action === "read");
      const isLeftOut = (path: string) => hidden.some(({ matches }) => matches(path));
      return copyProject(at, contents, { roots, isLeftOut, signal });
    },
    run: (request) => run(request, sandbox, denials()),
  };
}

/** Bytes of output at which a program is killed. */
const maxBytes = 32 * 1024 * 1024;

async function run(
  request: ProgramRequest,
  sandbox: Sandbox | undefined,
  denials: readonly PathDenial[],
): Promise<ProgramResult> {
  const { cwd, copy, config, timeout, signal } = request;
  if (signal?.aborted) throw abortedError(signal.reason);
  const place = toHostPath(copy ? joinPath(copy.folder, relativePath(cwd, copy.root)) : cwd);
  using folder = temporaryFolder("lint");
  const scratch = folder.path;
  const isConfined = sandbox?.confines("read_only") ?? false;
  const argv = await withConfig(request.argv, config, scratch);
  const home = isConfined ? "/tmp" : scratch;
  const whole = programEnvironment({ ...toolHomes(), ...cachesIn(home), HOME: home });
  await using launch =
    isConfined && sandbox
      ? await sandbox.launch({
          ...{ argv, cwd: place, env: whole, level: "read_only", denials },
          readable: [...packageFolders(argv), ...(config ? [scratch] : []), ...(copy ? [toHostPath(copy.folder)] : [])],
        })
      : { argv, env: whole, [Symbol.asyncDispose]: async () => undefined };
  const running = startProcess({ argv: launch.argv, cwd: place, env: launch.env });
  return await collect(running, { timeout, signal });
}

async function withConfig(
  argv: readonly string[],
  config: ProgramRequest["config"],
  folder: string,
): Promise<readonly string[]> {
  if (!config) return argv;
  const [program = "", ...args] = argv;
  const file = join(folder, config.name);
  await writeFile(file, config.text, { flag: "wx", mode: 0o600 });
  return [program, `${config.option}${file}`, ...args];
}

async function collect(
  running: ReturnType<typeof startProcess>,
  { timeout, signal }: { readonly timeout: number; readonly signal: AbortSignal | undefined },
): Promise<ProgramResult> {
  const printed = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  let bytes = 0;
  let end: ProgramResult["end"] = "exited";
  const stop = (why: ProgramResult["end"]) => {
    if (end === "exited") end = why;
    void running.kill();
  };
  const closed = (["stdout", "stderr"] as const).map(
    (name) =>
      new Promise<void>((resolve) => {
        running[name].on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > maxBytes) stop("flooded");
          else printed[name].push(chunk);
        });
        running[name].on("error", () => resolve()).on("close", () => resolve());
      }),
  );
  running.stdin.end();
  const timer = setTimeout(stop, timeout, "timed_out");
  const abort = () => stop("failed");
  signal?.addEventListener("abort", abort, { once: true });
  const { status, error } = await running.ended;
  await running.kill();
  await Promise.all(closed);
  clearTimeout(timer);
  signal?.removeEventListener("abort", abort);
  if (signal?.aborted) throw abortedError(signal.reason);
  const [stdout, stderr] = [printed.stdout, printed.stderr].map((chunks) => Buffer.concat(chunks).toString("utf8"));
  return {
    ...{ end: error ? "failed" : end, status, stdout: stdout ?? "", stderr: stderr ?? "" },
    ...(error && { message: error.message }),
  };
}

/** Where tools keep what they are made of, which they find by the home folder otherwise. */
function toolHomes(): Record<string, string> {
  const home = homedir();
  const { CARGO_HOME, RUSTUP_HOME, GOPATH, GOMODCACHE, PYENV_ROOT } = process.env;
  return {
    CARGO_HOME: CARGO_HOME ?? join(home, ".cargo"),
    RUSTUP_HOME: RUSTUP_HOME ?? join(home, ".rustup"),
    GOMODCACHE: GOMODCACHE ?? join(GOPATH ?? join(home, "go"), "pkg", "mod"),
    PYENV_ROOT: PYENV_ROOT ?? join(home, ".pyenv"),
  };
}

/** Caches in a folder that is gone afterwards; nothing is fetched. */
const cachesIn = (folder: string): Record<string, string> => ({
  XDG_CACHE_HOME: `${folder}/cache`,
  CARGO_TARGET_DIR: `${folder}/target`,
  CARGO_NET_OFFLINE: "true",
  GOCACHE: `${folder}/go`,
  GOFLAGS: "-mod=readonly",
  GOPROXY: "off",
  GOTOOLCHAIN: "local",
  RUFF_CACHE_DIR: `${folder}/ruff`,
  RUFF_NO_CACHE: "true",
  MYPY_CACHE_DIR: `${folder}/mypy`,
  npm_config_offline: "true",
});

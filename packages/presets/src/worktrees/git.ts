import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, isAbsolute } from "node:path";
import { ToolError } from "@holdall/tool-core";
import { isInside } from "@holdall/tool-kit/node";

/** How git is started. */
export interface GitRun {
  /** The checkout, none of whose files may be taken for the program. */
  readonly top: string;
  /** The folder of the repository. Absent to let git find it. */
  readonly gitDir?: string | undefined;
  /** Where git starts; `/` by default. */
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

interface GitInput {
  readonly input?: string | undefined;
  /** Return the output also with this exit code. */
  readonly alsoCode?: number | undefined;
}

/** What a configuration could make these commands start: hooks, a monitor of files, maintenance in the background. */
const settings = ["core.hooksPath=/dev/null", "core.fsmonitor=false", "gc.auto=0", "maintenance.auto=false"];

/**
 * Run git without anything that the configuration of a checkout makes it start, and without the network. Input and output are
 * latin1, one character a byte, because file names need not be UTF-8. Throws `unavailable` with what git said.
 */
export function git(run: GitRun, words: readonly string[], { input = "", alsoCode }: GitInput = {}): Promise<string> {
  const { top, gitDir, cwd = "/", env = {} } = run;
  const { HOME, XDG_CONFIG_HOME, PATH = "" } = process.env;
  const path = PATH.split(delimiter).filter((folder) => isAbsolute(folder) && !isInside(folder, top));
  const own = {
    PATH: path.join(delimiter),
    LC_ALL: "C",
    ...(HOME !== undefined && { HOME }),
    ...(XDG_CONFIG_HOME !== undefined && { XDG_CONFIG_HOME }),
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
  };
  const before = [
    ...settings.flatMap((each) => ["-c", each]),
    ...(gitDir === undefined ? [] : [`--git-dir=${gitDir}`]),
  ];
  return new Promise((done, fail) => {
    const child = spawn("git", [...before, ...words], { cwd, env: { ...own, ...env }, stdio: "pipe" });
    const [out, said]: [Buffer[], Buffer[]] = [[], []];
    child.on("error", (cause: NodeJS.ErrnoException) => fail(cause.code === "ENOENT" ? missing(cause, cwd) : cause));
    child.stdin.on("error", () => {}); // git has ended, and its exit code says why
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
    child.on("close", (code) => {
      if (code === 0 || code === alsoCode) done(Buffer.concat(out).toString("latin1"));
      else fail(failed(words[0] ?? "", Buffer.concat(said).toString().trim()));
    });
    child.stdin.end(Buffer.from(input, "latin1"));
  });
}

/** Fields of output that ends each with a NUL. */
export const fieldsOf = (output: string): string[] => output.split("\0").slice(0, -1);

/** A name as git has it, as text. */
export const nameText = (name: string): string => Buffer.from(name, "latin1").toString();

export const namesText = (names: readonly string[]): string => names.map(nameText).join(", ");

/** A program is also "not found" where the folder to start it in is not there. */
const missing = (cause: unknown, cwd: string) =>
  !existsSync(cwd)
    ? new ToolError("not_found", `${cwd} is not there any more.`, { data: { path: cwd }, cause })
    : new ToolError("unavailable", "git was not found.", {
        hint: 'Install git, or use isolation: "overlay", which needs none.',
        cause,
      });

const failed = (command: string, said: string) =>
  new ToolError("unavailable", `git ${command} failed: ${said.slice(0, 1_000) || "it gave no reason"}`, {
    hint: 'Repair the repository, or use isolation: "overlay", which needs none.',
  });

import type { Path } from "@holdall/tool-core";
import type { IFileSystem } from "just-bash";
import type { JustBash } from "../_load-just-bash.ts";
import { type Execute, failed } from "../commands/command.ts";
import { ownCommands } from "../commands/commands.ts";
import { endCommand, evalCommand, foldersCommand, openCommand } from "../commands/inner-commands.ts";
import { type ExitTrap, trapCommand } from "../commands/trap.ts";
import type { PortableSettings } from "../options.ts";
import { functionsIn, mayDefine } from "../session/functions.ts";
import { type ShellState, stateAfter, statementsOf } from "../session/variables.ts";
import { rewriteScript } from "./rewrite-script.ts";
import { braceAdvice, longRangeIn, maxBraceWords } from "./split-ranges.ts";

/** The way of `curl` to the network. */
export type Fetch = NonNullable<NonNullable<ConstructorParameters<JustBash["Bash"]>[0]>["fetch"]>;

export interface Execution {
  readonly command: string;
  readonly folder: Path;
  /** Where `~` is. */
  readonly home: Path;
  readonly state: ShellState;
  readonly fs: IFileSystem;
  /** Why a file cannot be written; undefined if it can. */
  readonly openForWriting: (path: string) => Promise<string | undefined>;
  /** Where the interpreter finds the state: a file that only exists for commands. */
  readonly scratch: IFileSystem;
  readonly settings: PortableSettings;
  readonly fetch: Fetch | undefined;
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
}

export interface Executed {
  readonly output: string;
  readonly errors: string;
  readonly status: number;
  /** Undefined if the command ended the shell. */
  readonly left: { readonly state: ShellState; readonly folder: Path } | undefined;
}

/** Files of one execution in the memory of the shell: another command may run at the same time. */
const exchangeOf = (secret: string) => {
  const [stateFile = "", arraysFile = "", functionsFile = ""] = ["state", "arrays", "functions"].map(
    (name) => `${exchangeStart}${name}-${secret}`,
  );
  return { stateFile, arraysFile, functionsFile };
};
const exchangeStart = "/dev/shm/.holdall-";

/** Run a command in a new interpreter with the state of the session. */
export async function execute(library: JustBash, execution: Execution): Promise<Executed> {
  const { command, folder, home, state, scratch, settings, signal, note } = execution;
  const { commands, iterations, memory, output, fileSize } = settings.limits;
  const initial = {
    HOME: home,
    USER: "user",
    PATH: "/usr/bin:/bin",
    TERM: "dumb",
    PAGER: "cat",
    ...settings.env,
  };
  const exported = Object.fromEntries(
    Object.entries({ ...initial, ...state.exported }).filter(([name]) => !state.unset.includes(name)),
  );
  const secret = crypto.randomUUID();
  const { stateFile, arraysFile, functionsFile } = exchangeOf(secret);
  const trap: ExitTrap = { handler: undefined, variables: new Map() };
  const scripts: string[] = [command];
  let left: Executed["left"];

  const custom = (name: string, run: Execute) => library.defineCommand(name, async (args, ctx) => run(args, ctx));
  const bash = new library.Bash({
    fs: watched(execution.fs, scripts, note),
    cwd: folder,
    env: exported,
    // It would replace globals of the whole process while a command runs, which the host and its backends use.
    defenseInDepth: false,
    ...(execution.fetch && { fetch: execution.fetch }),
    executionLimits: {
      maxExecutionTimeMs: Number.POSITIVE_INFINITY,
      maxCommandCount: commands,
      maxLoopIterations: iterations,
      maxAwkIterations: iterations,
      maxSedIterations: iterations,
      maxJqIterations: iterations,
      maxWorkUnits: 20_000_000,
      maxBraceExpansionResults: maxBraceWords,
      maxLiveBytes: memory,
      maxInputBytes: memory,
      maxOutputSize: output,
      maxArchiveBytes: memory,
      maxArchiveEntryBytes: fileSize,
      maxDatabaseBytes: fileSize,
    },
    customCommands: [
      ...Object.entries(ownCommands).map(([name, run]) => custom(name, run)),
      custom(openCommand, async (paths, { cwd }) => {
        const reasons = await Promise.all(
          paths.map(
            async (path) => [path, await execution.openForWriting(execution.fs.resolvePath(cwd, path))] as const,
          ),
        );
        const errors = reasons.flatMap(([path, reason]) => (reason === undefined ? [] : `bash: ${path}: ${reason}\n`));
        return { stdout: "", stderr: errors.join(""), exitCode: errors.length > 0 ? 1 : 0 };
      }),
      custom(foldersCommand, async (paths, { fs, cwd }) => {
        const kinds = await Promise.all(
          paths.map((path) =>
            fs.stat(fs.resolvePath(cwd, path)).then(
              ({ isDirectory }) => isDirectory,
              () => false,
            ),
          ),
        );
        const folders = paths.filter((_, i) => kinds[i]).map((path) => `${path.replace(/\/$/, "")}/`);
        // A pattern that matches nothing stays as it is.
        const shown = folders.length > 0 || paths.length > 1 ? folders : paths;
        return { stdout: shown.map((path) => `${path}\n`).join(""), stderr: "", exitCode: 0 };
      }),
      custom(evalCommand, async (words) => {
        const range = longRangeIn(words.join(" "));
        if (range === undefined) return { stdout: "", stderr: "", exitCode: 0 };
        note(`eval did not run: ${range} has more words than it can expand. ${braceAdvice}`);
        return failed(`bash: eval: ${range}: too many words`);
      }),
      custom("trap", trapCommand(trap, note)),
      custom(endCommand, async (args, { env, exportedEnv, cwd }) => {
        const [given, status = "0"] = args;
        if (given !== secret) return failed(`bash: ${endCommand}: command not found`, 127);
        const [arrays, names] = await Promise.all([arraysFile, functionsFile].map((path) => scratch.readFile(path)));
        const functions = functionsLeft(library, names ?? "", scripts, state.functions, note);
        const after = stateAfter(
          new Map(env),
          new Set(Object.keys(exportedEnv ?? {})),
          initial,
          arrays ?? "",
          functions,
        );
        left = { state: after, folder: cwd as Path };
        return { stdout: "", stderr: "", exitCode: Number(status) };
      }),
    ],
  });
  await scratch.writeFile(stateFile, statementsOf(state));
  const mayEvalRanges = () => scripts.some((text) => text.includes("..")) || statementsOf(state).includes("..");
  bash.registerTransformPlugin(rewriteScript(mayEvalRanges));
  const run = (script: string) => bash.exec(script, { rawScript: true, signal }).catch(fileFailure);
  // Files, because the command may have sent standard output elsewhere for good.
  const script = `. ${stateFile}; ${command}\n__holdall_status=$?; builtin declare -pa > ${arraysFile}; builtin declare -pA >> ${arraysFile}; builtin declare -F > ${functionsFile}; ${endCommand} ${secret} $__holdall_status`;
  const ended = await run(script);
  const ending = trap.handler === undefined ? undefined : await atExit(stateFile, execution, bash, trap);
  for (const path of [stateFile, arraysFile, functionsFile]) await scratch.rm(path, { force: true });
  return {
    output: ended.stdout + (ending?.stdout ?? ""),
    errors: withoutTrace(ended.stderr, secret) + (ending?.stderr ?? ""),
    status: left === undefined && /: unbound variable\n$/.test(ended.stderr) ? 127 : ended.exitCode,
    left,
  };
}

/** An error of a file that the interpreter does not expect, as the end of the command. */
function fileFailure(error: unknown) {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code !== "string" || typeof message !== "string") throw error;
  return { stdout: "", stderr: `bash: ${message}\n`, exitCode: 1 };
}

/** Run the handler of EXIT, with the variables of the time when it was set. */
async function atExit(
  stateFile: string,
  { scratch, signal }: Execution,
  bash: InstanceType<JustBash["Bash"]>,
  trap: ExitTrap,
) {
  const statements = Array.from(trap.variables, ([name, value]) =>
    /^[A-Za-z_]\w*$/.test(name) && !/^(?:SHELLOPTS|BASHOPTS|UID|EUID|PPID)$/.test(name)
      ? `${name}='${value.replaceAll("'", String.raw`'\''`)}'`
      : "",
  );
  await scratch.writeFile(stateFile, statements.join("\n"));
  return bash.exec(`. ${stateFile}; ${trap.handler}`, { rawScript: true, signal }).catch(fileFailure);
}

/** The file system, with the texts that a command reads and that may define functions. */
function watched(fs: IFileSystem, scripts: string[], note: Execution["note"]): IFileSystem {
  const mayRunFiles = scripts.some((text) => /(?:^|[\s;&|({])(?:\.|source)\s/.test(text));
  return {
    ...fs,
    async readFile(path, option) {
      const text = await fs.readFile(path, option);
      const range = mayRunFiles && !path.startsWith(exchangeStart) ? longRangeIn(text) : undefined;
      if (range !== undefined)
        note(
          `${path} has ${range}. If it ran with "." or source, that gave only the first 10,000 words. ${braceAdvice}`,
        );
      if (scripts.length < maxScripts && !path.startsWith(exchangeStart) && mayDefine(text)) scripts.push(text);
      return text;
    },
  };
}

/** Files that a command reads in which functions are looked for. */
const maxScripts = 20;

function functionsLeft(
  library: JustBash,
  listed: string,
  scripts: readonly string[],
  before: ReadonlyMap<string, string>,
  note: (text: string) => void,
): ReadonlyMap<string, string> {
  const names = Array.from(listed.matchAll(/^declare -\w+ (\S+)$/gm), ([, name = ""]) => name);
  if (names.length === 0) return new Map();
  const defined = new Map([...before, ...scripts.toReversed().flatMap((script) => [...functionsIn(library, script)])]);
  const lost = names.filter((name) => !defined.has(name));
  if (lost.length > 0)
    note(`The next command does not have these functions, which were defined by eval: ${lost.join(", ")}.`);
  return new Map(names.flatMap((name) => (defined.has(name) ? [[name, defined.get(name) ?? ""] as const] : [])));
}

/** Errors without what `set -x` shows of the end of the shell's own script, and without options that the model has not. */
const withoutTrace = (errors: string, end: string): string =>
  errors
    .split("\n")
    .filter((line) => !line.includes(end))
    .join("\n")
    .replaceAll(/, increase executionLimits\.\w+/g, "")
    // What this build of the interpreter does not bring along.
    .replaceAll(
      /^(?:bash: )?(\w+): command not available in browser environments\..*$/gm,
      "bash: $1: command not found",
    )
    .replaceAll(
      /^(gzip|gunzip|zcat): .*(?:of undefined \(reading 'Z_|\w\.g\w+Sync\) is not a function).*$/gm,
      "bash: $1: command not found",
    )
    .replaceAll(
      /^sqlite3: worker error: .*worker (?:failed to load|not found).*$/gm,
      "bash: sqlite3: command not found",
    );

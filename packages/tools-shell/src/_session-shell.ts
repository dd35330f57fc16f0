import { type Path, type SandboxLevel, type StateKey, ToolError, toPath } from "@holdall/tool-core";
import { cleanEnvironment } from "./_environment.ts";
import { createPrivateFolder, type PrivateFolder } from "./_private-folder.ts";
import { type Shell, startShell } from "./_shell/shell.ts";
import type { ShellToolsOptions } from "./options.ts";

/** The shell of one session, which outlives the processes that stand for it. */
export interface SessionShell {
  /** Where the next command starts; until the first, that is for the session to say. */
  folder: Path | undefined;
  /** What the model must know about the shell before its next result. */
  readonly news: string[];
  readonly files: PrivateFolder;
  readonly functions: string;
  /** Wait until it is one's turn; the result ends the turn. */
  acquire(signal: AbortSignal): Promise<() => void>;
  /** The shell that keeps its state, alive. */
  current(folder: Path): Promise<Shell>;
  /** Another shell, at a level of its own. With `state` it starts with that of the current one. */
  start(folder: Path, level: SandboxLevel, domains: readonly string[], withState: boolean): Promise<Shell>;
  /** The current shell has ended or is not wanted any more. */
  drop(how: "keep state" | "forget state"): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** The key under which a session keeps its shell. */
export function sessionShellKey(options: ShellToolsOptions): StateKey<SessionShell> {
  return {
    name: "shell",
    create: () => createSessionShell(options, undefined),
    dispose: (shell) => shell.close(),
    snapshot: ({ folder }) => ({ folder: folder ?? null }),
    restore(json) {
      const { folder } = Object(json) as { folder?: unknown };
      const shell = createSessionShell(options, typeof folder === "string" ? toPath(folder) : undefined);
      if (shell.folder)
        shell.news.push(`This session goes on in a new shell, in ${shell.folder}: its variables are gone.`);
      return shell;
    },
  };
}

function createSessionShell(options: ShellToolsOptions, folder: Path | undefined): SessionShell {
  const { sandbox, level: usual = "default", errors = "merged", outputFolder } = options;
  const env = cleanEnvironment(options.env);
  const files = createPrivateFolder(outputFolder);
  const shells = new Set<Shell>();
  let shell: Shell | undefined;
  let saved: Uint8Array = new Uint8Array();
  let functions = "";
  let turn: Promise<void> = Promise.resolve();
  let isClosed = false;

  const begin = async (cwd: Path, level: SandboxLevel, domains: readonly string[]) => {
    if (isClosed) throw new ToolError("aborted", "The session of this shell is closed.", { hint: "Open a new one." });
    const started = await startShell({
      ...{ cwd, env, errors, level, domains },
      limits: limitOptions(options.limits),
      folder: files.path,
      readable: [files.outputs],
      sandbox: level === "all" ? undefined : sandbox,
    });
    shells.add(started);
    if (started.isBrokerNew) self.news.push("The process that starts commands had died; there is a new one.");
    return started;
  };
  /** Keep what the shell has, or had when it ended. */
  const remember = async () => {
    if (shell) saved = await shell.state();
  };
  const silent = { onOutput: () => {}, onErrors: () => {} };

  const self: SessionShell = {
    folder,
    news: [],
    files,
    get functions() {
      return functions;
    },
    async acquire(signal) {
      const before = turn;
      const mine = Promise.withResolvers<void>();
      turn = before.then(() => mine.promise);
      const aborted = Promise.withResolvers<never>();
      const abort = () => aborted.reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      try {
        await Promise.race([before, aborted.promise]);
      } catch (error) {
        mine.resolve();
        throw error;
      } finally {
        signal.removeEventListener("abort", abort);
      }
      return () => {
        functions = shell?.functions ?? functions;
        mine.resolve();
      };
    },
    async current(cwd) {
      if (shell && !shell.isAlive) {
        self.news.push("The shell had ended; this is a new one with its variables and functions.");
        await self.drop("keep state");
      }
      if (!shell) {
        shell = await begin(cwd, usual, options.domains ?? []);
        if (saved.length > 0) await shell.run(saved, cwd, silent);
      }
      return shell;
    },
    async start(cwd, level, domains, withState) {
      if (withState) await remember();
      const started = await begin(cwd, level, domains);
      if (withState && saved.length > 0) await started.run(saved, cwd, silent);
      return started;
    },
    async drop(how) {
      if (how === "forget state") {
        saved = new Uint8Array();
        functions = "";
      } else await remember();
      const dropped = shell;
      shell = undefined;
      if (!dropped) return [];
      shells.delete(dropped);
      return dropped.kill();
    },
    async close() {
      isClosed = true;
      await Promise.all(Array.from(shells, (each) => each.kill()));
      files.remove();
    },
  };
  return self;
}

/** Words for `ulimit`; files count in 1,024 bytes. */
function limitOptions({ processes, fileSize, cpuTime }: NonNullable<ShellToolsOptions["limits"]> = {}): string {
  const words = [
    processes !== undefined && `-u ${processes}`,
    fileSize !== undefined && `-f ${Math.ceil(fileSize / 1024)}`,
    cpuTime !== undefined && `-t ${cpuTime}`,
  ];
  return words.filter((word) => word !== false).join(" ");
}

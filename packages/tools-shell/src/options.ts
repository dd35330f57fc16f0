import type { Sandbox } from "@holdall/sandbox/port";
import type { Path, ToolContext } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";

/** The options of the tools in this package. */
export interface ShellToolsOptions {
  /** Confines commands. Without it, commands run with the permissions of the host, and only the policy protects you. */
  readonly sandbox?: Sandbox | undefined;
  /** The level of commands that do not request another one; `read_only` requires a sandbox. `default` by default. */
  readonly level?: "default" | "read_only" | undefined;
  /**
   * Called before each command. While it returns true, commands may only read: a command without a level then runs in a
   * separate shell with `read_only`, if the sandbox supports it.
   */
  readonly readsOnly?: (() => boolean) | undefined;
  /**
   * The hosts that the level `network` can reach in addition to those that a command names: names or `*.name`, each with an
   * optional `:port`.
   */
  readonly domains?: readonly string[] | undefined;
  /** How to judge a command that is known to replace a file that exists; without it, that is not judged. */
  readonly replacing?: ReplacingOptions | undefined;
  /**
   * What `secret:NAME` stands for in `env` of a command and in its text. The process gets a text that stands for the value,
   * which the sandbox puts in where a request leaves it, for the hosts of the secret.
   */
  readonly secrets?: Secrets | undefined;
  /** Variables for commands, in addition to the few that are taken from the host. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The default timeout of a command in milliseconds; 120,000 by default. */
  readonly timeout?: number | undefined;
  /** The maximum timeout that a model can request in milliseconds; 600,000 by default. */
  readonly maxTimeout?: number | undefined;
  /** The maximum characters of output that a model gets; 30,000 by default. */
  readonly maxChars?: number | undefined;
  /**
   * The maximum bytes of one output that are kept on disk; 64 MB by default. A foreground command that prints four times as
   * much is stopped.
   */
  readonly maxFileBytes?: number | undefined;
  /** The maximum bytes of output kept of a background task, the latest; 4 MB by default. */
  readonly maxTaskBytes?: number | undefined;
  /** `apart` returns stderr separately, without its order relative to stdout. */
  readonly errors?: "merged" | "apart" | undefined;
  /** Resource limits of commands. */
  readonly limits?: ProcessLimits | undefined;
  /** The parent of the private folder for outputs. Defaults to the system's temporary folder. */
  readonly outputFolder?: string | undefined;
  /** Called for each output file before a model gets its path, so that the host can allow reading it. */
  readonly onOutputFile?: ((file: string, sessionId: string) => void) | undefined;
  /** Without it, protected files that commands create stay, and are reported. */
  readonly reclaimProtected?: TakeBackOptions | undefined;
  /** Called when protected files were created or changed, also if no result can report it: at the end of a task or of the session. */
  readonly onProtectedChange?: ((change: ProtectedChange) => void) | undefined;
  /** Milliseconds between progress events; 5,000 by default. */
  readonly progressEvery?: number | undefined;
}

/** How protected files that commands create are held: moved away until the policy or the user lets the session write them. */
export interface TakeBackOptions {
  /** Move a file, link or folder to where nothing reads it, and return that place. */
  take(path: Path): Promise<Path>;
  /** Move it back. Throws if something is there. */
  putBack(kept: Path, path: Path): Promise<void>;
  /** What calls of a session were permitted to write, also once it is closed. */
  permittedIn(session: Pick<ToolContext, "state">): PermittedWrites;
}

/** Whether calls that ended after `since` (by `performance.now()`) were permitted to write all of a path. */
export type PermittedWrites = (path: string, since: number) => Promise<boolean>;

/** The rule for files that commands replace, which is that of `write_file`. */
export interface ReplacingOptions {
  /** Whether the session has read or written a file, or may replace it all the same. */
  isKnown(session: Pick<ToolContext, "state">, path: Path): boolean;
  /** Whether undo gives back what was there. Otherwise, a command that replaces an unread file does not run. */
  readonly isKept: boolean;
}

/** Protected files that were created or changed, but not by the session's file tools. */
export interface ProtectedChange {
  readonly paths: readonly string[];
  readonly sessionId: string;
  /** When this was detected: after a command or a task, before the next command, or at the end of the session. */
  readonly moment: "command" | "task" | "between" | "end";
  /** A message for the user. */
  readonly message: string;
}

export interface ProcessLimits {
  /** Processes and threads of one shell and its descendants; 4,096 by default. A shell that exceeds the limit is stopped. */
  readonly processes?: number | undefined;
  /**
   * Memory of one shell and its descendants in bytes; half of the machine's memory by default. A shell that exceeds the limit
   * is stopped.
   */
  readonly memory?: number | undefined;
  /** Maximum size of a written file in bytes. */
  readonly fileSize?: number | undefined;
  /** Processor time of each process in seconds. */
  readonly cpuTime?: number | undefined;
}

import type { Sandbox } from "@holdall/tool-core";

/** What the tools of this package are made from. */
export interface ShellToolsOptions {
  /** Confines commands. Without one they run with the rights of the host, and only the policy stands before them. */
  readonly sandbox?: Sandbox | undefined;
  /** How far commands reach that ask for no more; `read_only` needs a sandbox. `default` by default. */
  readonly level?: "default" | "read_only" | undefined;
  /**
   * Asked before each command: true while commands may only read. One that asks for no level then runs in a shell of its own at
   * `read_only`, where the sandbox confines that.
   */
  readonly readsOnly?: (() => boolean) | undefined;
  /** What the level `network` may reach beside the hosts that a command names: names, `*.name`, each with an optional `:port`. */
  readonly domains?: readonly string[] | undefined;
  /** Variables for commands beside the few that are taken from the host. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds that a command may take when the model names no limit; 120,000 by default. */
  readonly timeout?: number | undefined;
  /** Milliseconds that a model may ask for at most; 600,000 by default. */
  readonly maxTimeout?: number | undefined;
  /** Characters of an output that a model gets; 30,000 by default. */
  readonly maxChars?: number | undefined;
  /** Bytes of one output that are kept on disk; 64 MB by default. Four times as much in the foreground stops the command. */
  readonly maxFileBytes?: number | undefined;
  /** Bytes that are kept of what a background task prints, the latest; 4 MB by default. */
  readonly maxTaskBytes?: number | undefined;
  /** `apart` gives what programs print to stderr separately, and loses its order among the rest. */
  readonly errors?: "merged" | "apart" | undefined;
  /** How much commands may use. */
  readonly limits?: ProcessLimits | undefined;
  /** Where the private folder for outputs is made; the system's temporary folder by default. */
  readonly outputFolder?: string | undefined;
  /** Told of each file that a session's model is pointed to, before it is; so that it can be let read it. */
  readonly onOutputFile?: ((file: string, sessionId: string) => void) | undefined;
  /** Told when protected files were made or changed, also when no result can tell it: at the end of a task or of the session. */
  readonly onProtectedChange?: ((change: ProtectedChange) => void) | undefined;
  /** Milliseconds between signs of life; 5,000 by default. */
  readonly progressEvery?: number | undefined;
}

/** Protected files that were made or changed, and not by the session's file tools. */
export interface ProtectedChange {
  readonly paths: readonly string[];
  readonly sessionId: string;
  /** When it was found: after a command or a task, before the next command, or at the session's end. */
  readonly moment: "command" | "task" | "between" | "end";
  /** In words, for a person. */
  readonly message: string;
}

export interface ProcessLimits {
  /** Processes and threads of one shell and all that it has started; 4,096 by default. One that has more is stopped. */
  readonly processes?: number | undefined;
  /** Bytes of memory that one shell and all that it has started use; half of the machine's by default. One that uses more is stopped. */
  readonly memory?: number | undefined;
  /** Bytes of a file that is written. */
  readonly fileSize?: number | undefined;
  /** Seconds of processor time, each. */
  readonly cpuTime?: number | undefined;
}

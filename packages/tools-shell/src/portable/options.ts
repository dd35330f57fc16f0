import type { Awaitable, Backend, Path, ToolContext } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import type { CommandChange } from "./files/changes.ts";

/** Options of the portable shell. */
export interface PortableShellOptions {
  /** The files that commands work on. Every access is decided by the policy when it happens. */
  readonly backend: Backend;
  /**
   * The folders of the backend that the tools work in. If none of them is or contains `/tmp`, commands get a temporary folder
   * in memory. The whole backend by default.
   */
  readonly roots?: readonly Path[] | undefined;
  /** Called before each command. While it returns true, commands may only read. */
  readonly readsOnly?: (() => boolean) | undefined;
  /** Variables for commands. They see no variable of the host. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /**
   * The way to the network of `curl`, such as `openWebClient()` of @holdall/tools-web. Used for commands that request
   * `permissions: "network"`; each URL is decided by the policy. Without it, there is no network.
   */
  readonly client?: PortableClient | undefined;
  /** What `secret:NAME` in the headers of `curl` stands for. The client must put the values in, as that of @holdall/tools-web does. */
  readonly secrets?: Secrets | undefined;
  /** The default timeout of a command in milliseconds; 120,000 by default. */
  readonly timeout?: number | undefined;
  /** The maximum timeout that a model can request in milliseconds; 600,000 by default. */
  readonly maxTimeout?: number | undefined;
  /** The maximum characters of output that a model gets; 30,000 by default. */
  readonly maxChars?: number | undefined;
  /** Milliseconds between progress events; 5,000 by default. */
  readonly progressEvery?: number | undefined;
  readonly limits?: PortableLimits | undefined;
  /**
   * Stores an output that is too long for the model. Returns the path where its tools can read it. Commands can read it, too, if
   * it is in `/tmp` or in the backend. Without it, they can read it in the memory of the shell.
   */
  readonly keepOutput?:
    | ((output: Uint8Array, ctx: Pick<ToolContext, "sessionId" | "state">) => Awaitable<string | undefined>)
    | undefined;
  /** Called with the changed files of each command that has changed any, such as `recordCommand` of @holdall/tools-fs. */
  readonly onChanges?: ((changes: CommandChanges, ctx: RecordingContext) => void) | undefined;
  /** Whether the session has read or written a file. Replacing another one is reported. */
  readonly isKnown?: ((session: Pick<ToolContext, "state">, path: Path) => boolean) | undefined;
}

/** The changed files of one command. */
export interface CommandChanges {
  readonly files: readonly CommandChange[];
  /** Why not all of them can be taken back. */
  readonly lost?: string | undefined;
}

type RecordingContext = Pick<ToolContext, "callId" | "state">;

/** Limits of each command. */
export interface PortableLimits {
  /** Commands that a script runs; 100,000 by default. */
  readonly commands?: number | undefined;
  /** Iterations of one loop, also in awk, sed and jq; 250,000 by default. */
  readonly iterations?: number | undefined;
  /** Bytes of text in memory; 256 MB by default. */
  readonly memory?: number | undefined;
  /** Bytes of output; 32 MB by default. */
  readonly output?: number | undefined;
  /** Bytes of one file that is read or written; 64 MB by default. */
  readonly fileSize?: number | undefined;
}

/** A request to the network, and its answer. The web client of @holdall/tools-web is one. */
export interface PortableClient {
  request(
    url: string,
    request: {
      readonly method?: "GET" | "HEAD" | "POST" | undefined;
      readonly headers?: Readonly<Record<string, string>> | undefined;
      readonly body?: string | Uint8Array | undefined;
      readonly signal?: AbortSignal | undefined;
      readonly redirects?: "any" | "none" | "same-host" | undefined;
      readonly require?: ToolContext["require"] | undefined;
      readonly secrets?: Secrets | undefined;
    },
  ): Promise<{
    readonly url: string;
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
    readonly truncated: boolean;
  }>;
  /** The URL as it would be asked for. Throws for one that is never contacted. */
  check?(url: string): string;
}

const megabyte = 1_048_576;

/** Options with defaults for those that were omitted. */
export const portableSettings = (options: PortableShellOptions) => ({
  ...options,
  roots: options.roots ?? (["/"] as unknown as readonly Path[]),
  readsOnly: options.readsOnly ?? (() => false),
  env: options.env ?? {},
  timeout: options.timeout ?? 120_000,
  maxTimeout: options.maxTimeout ?? 600_000,
  maxChars: options.maxChars ?? 30_000,
  progressEvery: options.progressEvery ?? 5_000,
  limits: {
    commands: options.limits?.commands ?? 100_000,
    iterations: options.limits?.iterations ?? 250_000,
    memory: options.limits?.memory ?? 256 * megabyte,
    output: options.limits?.output ?? 32 * megabyte,
    fileSize: options.limits?.fileSize ?? 64 * megabyte,
  },
});

export type PortableSettings = ReturnType<typeof portableSettings>;

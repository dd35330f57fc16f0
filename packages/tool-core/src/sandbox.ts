/**
 * How far a program may reach. `default`: reads all but secrets, writes inside the roots and a private temporary folder,
 * no network. `read_only`: the same without writes in the roots. `network`: named domains too. `git_write`: the internals
 * of git repositories too, but for what decides which programs git starts. `all`: no sandbox.
 */
export type SandboxLevel = "default" | "read_only" | "network" | "git_write" | "all";

/** A program to start confined. */
export interface SandboxRequest {
  readonly argv: readonly string[];
  /** Host path in a root of the sandbox. The launch is started there, too. */
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly level: SandboxLevel;
  /** What `network` may reach: names, `*.name`, each with an optional `:port`. */
  readonly domains?: readonly string[] | undefined;
  /** Host folders that it can read, and not write, though what is around them is hidden. They must exist. */
  readonly readable?: readonly string[] | undefined;
}

/** What to start instead. Dispose it when the program and all that it started have ended. */
export interface SandboxLaunch extends AsyncDisposable {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Killing the started process takes everything below it along. */
  readonly killsTree: boolean;
  /**
   * False when a secret or a socket has appeared since, or was replaced, that a new launch would hide and this one shows.
   * Where it is missing, nothing can appear.
   */
  isCurrent?(): boolean;
  /** What was denied since the last report, as far as it can be known; `errors` is what the program printed to stderr. */
  report(errors: string): Promise<SandboxReport>;
}

export interface SandboxReport {
  /** What one precise request for more would have to name. */
  readonly needed: { readonly write: readonly string[]; readonly network: readonly string[] };
  /** Always-protected paths that were made or changed since the last report, by the program or by somebody else. */
  readonly tampered: readonly string[];
  /** Limits of the sandbox that were met, each as a sentence that names it. */
  readonly limits?: readonly string[];
  /** The sandbox itself failed, so what the program printed says nothing about the program. */
  readonly failure?: string;
}

/**
 * A way to start programs so that they cannot reach further than their level. Throws `unavailable` when it cannot be upheld;
 * with the reason as `data.unprotected`, a text, when it could but for what has to be protected here.
 */
export interface Sandbox {
  readonly name: string;
  /** False where nothing is confined, and every command needs a person's yes. */
  confines(level: SandboxLevel): boolean;
  launch(request: SandboxRequest): Promise<SandboxLaunch>;
}

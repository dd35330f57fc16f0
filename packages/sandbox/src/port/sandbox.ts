import type { ReplacedRoot } from "./own-commands.ts";

/**
 * The permissions of a program. `default`: reads everything except secrets, writes in the roots and a private temporary
 * folder, no network. `read_only`: the same without writes in the roots. `network`: also named domains. `git_write`: also git
 * repositories, except settings that decide which programs git starts. `all`: no sandbox.
 */
export type SandboxLevel = "default" | "read_only" | "network" | "git_write" | "all";

/** The accesses to some paths that a rule denies to programs, at every level. */
export interface PathDenial {
  /** `write` is also about deleting and renaming. */
  readonly action: "read" | "write";
  /** The rule, for messages. */
  readonly rule: string;
  /** Host paths at or below which everything lies that it is about. */
  readonly below: readonly string[];
  matches(path: string): boolean;
}

/** A network of its own that programs share: a loopback interface and nothing else. Dispose of it after its programs. */
export interface SandboxNetwork extends AsyncDisposable {
  /** False once it has ended. */
  readonly isOpen: boolean;
  /** Whether a program in it listens at a port. */
  listens(port: number): boolean;
  /** A connection to such a port: a `Duplex` of node:stream. */
  connect(port: number): object;
}

/** A program to start in a sandbox. */
export interface SandboxRequest {
  readonly argv: readonly string[];
  /** A host path in a root of the sandbox. The launch also starts there. */
  readonly cwd: string;
  /** The complete environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly level: SandboxLevel;
  /** The hosts that `network` can reach: names or `*.name`, each with an optional `:port`. */
  readonly domains?: readonly string[] | undefined;
  /** Host folders that the program can read but not write, even if their surroundings are hidden. They must exist. */
  readonly readable?: readonly string[] | undefined;
  /** The network that it shares with others, for levels without the network of the machine. Otherwise it has its own. */
  readonly network?: SandboxNetwork | undefined;
  /**
   * What the program cannot read, or not write, of what exists when it starts. Throws `unavailable` with `data.unprotected` if
   * something of it can be reached nevertheless.
   */
  readonly denials?: readonly PathDenial[] | undefined;
  /**
   * Secrets of the user that the program may use, by name, with the level `network`. The program gets a text that stands for
   * each. Throws `unavailable` where `masksSecrets` is not true.
   */
  readonly secretNames?: readonly string[] | undefined;
  /** Copies that the program sees in place of roots, which it then cannot reach. Needs `replacesRoots`. */
  readonly replaced?: readonly ReplacedRoot[] | undefined;
}

/** The command to start instead. Dispose of it when the program and everything that it started have ended. */
export interface SandboxLaunch extends AsyncDisposable {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What stands for each secret of the request, by name. */
  readonly standIns?: Readonly<Record<string, string>> | undefined;
  /** True if killing the started process also kills all of its descendants. */
  readonly killsTree: boolean;
  /**
   * Returns false if a secret, a socket or a path of `denials` has appeared or was replaced since, which a new launch would
   * hide. If the method is absent, nothing can appear.
   */
  isCurrent?(): boolean;
  /** Get what was denied since the last report, as far as it can be determined. `errors` is the stderr output of the program. */
  report(errors: string): Promise<SandboxReport>;
}

export interface SandboxReport {
  /** What a precise request for more permissions has to name. */
  readonly needed: { readonly write: readonly string[]; readonly network: readonly string[] };
  /** Protected paths that were created or changed since the last report, by the program or by others. */
  readonly tampered: readonly string[];
  /** What of `tampered` was not there when the program started, unless it is a repository that starts nothing. */
  readonly made?: readonly string[];
  /** Limits of the sandbox that were reached, each as a sentence that names it. */
  readonly limits?: readonly string[];
  /** Set if the sandbox itself failed, so that the output does not come from the program. */
  readonly failure?: string;
}

/**
 * Starts programs with restricted permissions. Throws `unavailable` if it cannot enforce a level. If something here cannot be
 * protected, `data.unprotected` is the reason.
 */
export interface Sandbox {
  readonly name: string;
  /** True if `network` reaches every host, this machine's own services included: nothing here limits it to `domains`. */
  readonly opensNetwork?: boolean;
  /** True if requests of the level `network` get the values of secrets where they leave, for the hosts of each secret. */
  readonly masksSecrets?: boolean;
  /** True if programs can see copies in place of roots. */
  readonly replacesRoots?: boolean;
  /** Returns false if nothing is confined, so that every command needs approval. */
  confines(level: SandboxLevel): boolean;
  launch(request: SandboxRequest): Promise<SandboxLaunch>;
  /** Open a network for the programs of a session. Undefined where that is not possible. */
  openNetwork?(): Promise<SandboxNetwork | undefined>;
}

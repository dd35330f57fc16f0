import type { Path } from "@holdall/tool-core";

export interface FoundProgram {
  readonly name: string;
  /** The path of the program on the host. */
  readonly file: string;
  /** True if it is in a workspace folder, so that it may come from the project. */
  readonly isProjectOwn: boolean;
}

export interface ProgramRequest {
  /** The program as returned by `find`, then its arguments. */
  readonly argv: readonly string[];
  /** A folder of the project. */
  readonly cwd: Path;
  /** A file that is written to a private folder. The program gets its path behind `option` as its first argument. */
  readonly config?: { readonly option: string; readonly name: string; readonly text: string } | undefined;
  /** The folder in which it runs instead: the same folder of a copy. */
  readonly copy?: ProjectCopy | undefined;
  /** Milliseconds after which it is killed with its descendants. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramResult {
  /** `flooded`: it printed more than 32 MiB and was killed. `failed`: it could not be started, or its sandbox failed. */
  readonly end: "exited" | "timed_out" | "flooded" | "failed";
  /** The exit status. Undefined if a signal ended it. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** The reason for `failed`. */
  readonly message?: string | undefined;
}

/** A copy of a project's files with different contents for some. Dispose of it to delete it. */
export interface ProjectCopy extends AsyncDisposable {
  /** The folder of the original project. */
  readonly root: Path;
  /** The folder of the copy. */
  readonly folder: Path;
  /** Links of the original, relative to `root`, that the copy does not have, because they lead out of it. */
  readonly leftOut: readonly string[];
}

/** Runs read-only programs: in a sandbox if there is one, with temporary caches. */
export interface ProgramRunner {
  /**
   * Find a program by name: in the nearest `node_modules/.bin`, `.venv` or `venv` from a folder up to its root, then on the
   * host's `PATH`. `isInstalled` excludes those of the project.
   */
  find(
    name: string,
    from: Path,
    options?: { readonly isInstalled?: boolean | undefined },
  ): Promise<FoundProgram | undefined>;
  /** Run a program to its end. Rejects only if `signal` aborts. */
  run(request: ProgramRequest): Promise<ProgramResult>;
  /**
   * Copy the root of a path, with links to installed packages and different contents for some files; `null` leaves one out.
   * Undefined if it is too large to copy.
   */
  copyProject(
    at: Path,
    contents: ReadonlyMap<Path, Uint8Array | null>,
    signal?: AbortSignal,
  ): Promise<ProjectCopy | undefined>;
}

import type { Path } from "@holdall/tool-core";

export interface FoundProgram {
  readonly name: string;
  /** Where the program is on the host. */
  readonly file: string;
  /** True when it lies in a folder that the tools work on, so that whoever wrote the project also wrote the program. */
  readonly isProjectOwn: boolean;
}

export interface ProgramRequest {
  /** The program as `find` gave it, then its arguments. */
  readonly argv: readonly string[];
  /** A folder of the project. */
  readonly cwd: Path;
  /** Where it runs instead: the same folder of a copy. */
  readonly copy?: ProjectCopy | undefined;
  /** Milliseconds after which it is killed with all that it started. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramResult {
  /** `flooded`: it printed more than 32 MiB, and was killed. `failed`: it could not be started, or its sandbox failed. */
  readonly end: "exited" | "timed_out" | "flooded" | "failed";
  /** The exit status; undefined where a signal ended it. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it `failed`. */
  readonly message?: string | undefined;
}

/** A copy of a project's files, in which some have another content. Dispose it to delete it. */
export interface ProjectCopy extends AsyncDisposable {
  /** The folder of the project that it is a copy of. */
  readonly root: Path;
  /** Where the copy is. */
  readonly folder: Path;
}

/** Runs programs that only look: in a sandbox where there is one, and what they write to caches is gone when they end. */
export interface ProgramRunner {
  /**
   * The program by a name: that of the nearest `node_modules/.bin`, `.venv` or `venv` from a folder upwards to its root,
   * then that of the host's `PATH`. `isInstalled` leaves those of the project out.
   */
  find(
    name: string,
    from: Path,
    options?: { readonly isInstalled?: boolean | undefined },
  ): Promise<FoundProgram | undefined>;
  /** Run one to its end. Rejects only when `signal` aborts. */
  run(request: ProgramRequest): Promise<ProgramResult>;
  /**
   * Copy the root that a path lies in, installed packages linked, with other contents for some files; `null` leaves one out.
   * Undefined where it is too large to copy.
   */
  copyProject(
    at: Path,
    contents: ReadonlyMap<Path, Uint8Array | null>,
    signal?: AbortSignal,
  ): Promise<ProjectCopy | undefined>;
}

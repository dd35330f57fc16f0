/** An access of a call. `target` is canonical (a Path, a parsed URL, a parsed command), never the raw text of a model. */
export interface Access {
  readonly action: "read" | "write" | "delete" | "execute" | "network" | "message" | "spend";
  readonly target: string;
  /** The folder in which a program, or the command that accesses the target, starts. Absent if it is not certain. */
  readonly cwd?: string;
  /**
   * The content at the time of the check: of a file that is deleted or replaced, or of the code that a program runs. An
   * approval applies only to this content. Opaque; absent if there is nothing to compare.
   */
  readonly version?: string;
}

/**
 * The accesses of a call, and the data that the tool prepared while it determined them: `execute` receives exactly this data.
 */
export interface Prepared<P = unknown> {
  readonly accesses: readonly Access[];
  readonly prepared: P;
}

/** Split what `access` returns. A list of accesses has nothing prepared. */
export const preparedOf = <P>(declared: readonly Access[] | Prepared<P>): Prepared<P | undefined> =>
  "accesses" in declared ? declared : { accesses: declared, prepared: undefined };

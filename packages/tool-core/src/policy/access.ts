/** One thing a call will touch. `target` is canonical (a Path, a parsed URL, a parsed command), never raw model text. */
export interface Access {
  readonly action: "read" | "write" | "delete" | "execute" | "network" | "message" | "spend";
  readonly target: string;
  /** The folder in which a program starts, or the command that touches the target. Absent where that is not certain. */
  readonly cwd?: string;
  /**
   * What it was about when it was judged: the content of a file that is given up, or of the code that a program runs. A yes
   * holds for this content and no other. Opaque; absent where there is nothing to compare.
   */
  readonly version?: string;
}

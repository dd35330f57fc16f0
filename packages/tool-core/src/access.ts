/** One thing a call will touch. `target` is canonical (a Path, a parsed URL, a parsed command), never raw model text. */
export interface Access {
  readonly action: "read" | "write" | "delete" | "execute" | "network" | "message" | "spend";
  readonly target: string;
}

/** Why something is mounted. */
type Kind = "system" | "temporary" | "secret" | "socket" | "pinned" | "shown" | "protected" | "denied";

/** What programs see at a path. */
export interface Mount {
  readonly path: string;
  readonly kind: Kind;
  readonly words: readonly string[];
}

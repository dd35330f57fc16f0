/** What is known when a call is about to replace the content of a file. */
export interface Replacement {
  /** The session has read or written the file, or its host lets it replace any. */
  readonly isKnown: boolean;
  /** The call itself says that it replaces what is there. */
  readonly isMeant: boolean;
  /** What is there is kept, so that `undo` gives it back. */
  readonly isKept: boolean;
}

/**
 * The rule for a file that exists, for file tools and commands alike. One that was not read is replaced only by a call that
 * says so, and only if what is there is kept; then the result has to `tell` it.
 */
export const decideReplacement = ({ isKnown, isMeant, isKept }: Replacement): "free" | "tell" | "refuse" =>
  isKnown ? "free" : isMeant && isKept ? "tell" : "refuse";

/** What a result tells of files that were replaced unread. */
export function replacedUnreadText(paths: readonly string[]): string {
  const named = paths.slice(0, maxNamed).join(", ");
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : "";
  return `Replaced without having been read in this session: ${named}${more}. undo gives back what was there.`;
}

const maxNamed = 5;

/** The known facts before a call replaces the content of a file. */
export interface Replacement {
  /** The session has read or written the file, or its host lets it replace any. */
  readonly isKnown: boolean;
  /** The call itself says that it replaces what is there. */
  readonly isMeant: boolean;
  /** What is there is kept, so that `undo` gives it back. */
  readonly isKept: boolean;
}

/**
 * The rule for replacing an existing file, for file tools and commands. An unread file is replaced only if the call requests
 * it and the content can be restored; `tell` then adds this to the result.
 */
export const decideReplacement = ({ isKnown, isMeant, isKept }: Replacement): "free" | "tell" | "refuse" =>
  isKnown ? "free" : isMeant && isKept ? "tell" : "refuse";

/** Get the sentence of a result about files that were replaced without being read. */
export function replacedUnreadText(paths: readonly string[]): string {
  const named = paths.slice(0, maxNamed).join(", ");
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : "";
  return `Replaced without being read in this session: ${named}${more}. undo gives back what was there.`;
}

const maxNamed = 5;

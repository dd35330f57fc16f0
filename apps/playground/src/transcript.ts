export type Entry =
  /** A call of the session, shown with those that it makes. */
  | { readonly kind: "call"; readonly id: string }
  | { readonly kind: WordsKind; readonly id: string; readonly text: string };

/** What the person asked for, what an agent says, and what it thinks. */
export type WordsKind = "task" | "text" | "reasoning";

/** What was said and called, in order. */
export interface Transcript {
  /** The same list until something changes. */
  readonly entries: () => readonly Entry[];
  readonly subscribe: (onChange: () => void) => () => void;
  /** A call that is known stays where it is. */
  readonly addCall: (id: string) => void;
  /** Words that are complete. */
  readonly say: (kind: WordsKind, text: string) => void;
  /** Words in pieces: a piece continues the last entry while that one is of its kind. */
  readonly write: (kind: WordsKind, piece: string) => void;
}

const maxEntries = 2_000;

/** A transcript, from its start or from entries that were kept. */
export function createTranscript(kept: readonly Entry[] = []): Transcript {
  let entries = kept;
  let isTelling = false;
  const called = new Set(kept.flatMap((entry) => (entry.kind === "call" ? [entry.id] : [])));
  const listeners = new Set<() => void>();
  const change = (next: readonly Entry[]) => {
    entries = next.slice(-maxEntries);
    if (isTelling) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      for (const listener of listeners) listener();
    });
  };
  const add = (kind: WordsKind, text: string) => change([...entries, { kind, id: crypto.randomUUID(), text }]);
  return {
    entries: () => entries,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    addCall(id) {
      if (called.has(id)) return;
      called.add(id);
      change([...entries, { kind: "call", id }]);
    },
    say: add,
    write(kind, piece) {
      const last = entries.at(-1);
      if (last?.kind === kind) change([...entries.slice(0, -1), { ...last, text: last.text + piece }]);
      else if (piece.trim()) add(kind, piece);
    },
  };
}

import type { Awaitable } from "@holdall/tool-core";

/** What a journal keeps of a program, in the order in which it happened. Plain data. */
export type JournalEntry =
  | { readonly type: "program"; readonly code: string; readonly seed: number; readonly now: number }
  | { readonly type: "call"; readonly index: number; readonly tool: string; readonly input: string }
  | {
      readonly type: "result";
      readonly index: number;
      readonly ok: boolean;
      /** What the program was told, as JSON: the value, or the fields of the error. */
      readonly json: string;
      readonly now: number;
    };

/** Where records of programs are kept. Code and inputs are in them as SHA-256 only; results are there in full. */
export interface ProgramJournal {
  /** Everything appended for this call of the tool so far, in order. */
  read(callId: string): Awaitable<readonly JournalEntry[]>;
  /** Keep an entry; what it is about happens when this has resolved. */
  append(callId: string, entry: JournalEntry): Awaitable<void>;
}

/** A journal in memory. */
export function memoryJournal(): ProgramJournal & { readonly entries: Map<string, JournalEntry[]> } {
  const entries = new Map<string, JournalEntry[]>();
  return {
    entries,
    read: (callId) => [...(entries.get(callId) ?? [])],
    append(callId, entry) {
      entries.set(callId, [...(entries.get(callId) ?? []), entry]);
    },
  };
}

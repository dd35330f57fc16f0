import type { Awaitable } from "@holdall/tool-core";

/** Who has written the result of a call, and who may read it. Other calls that ran meanwhile can have added to it. */
export interface AnswerLabel {
  readonly others: boolean;
  readonly private: boolean;
}

/** An entry of the journal of a program, in the order of events. Plain data. */
export type JournalEntry =
  | { readonly type: "program"; readonly code: string; readonly seed: number; readonly now: number }
  | { readonly type: "call"; readonly index: number; readonly tool: string; readonly input: string }
  | {
      readonly type: "result";
      readonly index: number;
      readonly ok: boolean;
      /** The result that the program received, as JSON: the value, or the fields of the error. */
      readonly json: string;
      readonly now: number;
      /** Whether others wrote it, or a part of it, and whether only the user may read it. Undefined in journals of earlier versions. */
      readonly label?: AnswerLabel | undefined;
    };

/** Stores the records of programs. Code and inputs are stored only as SHA-256; results are stored completely. */
export interface ProgramJournal {
  /** Get all entries of this tool call so far, in order. */
  read(callId: string): Awaitable<readonly JournalEntry[]>;
  /** Store an entry. The recorded action happens after this has resolved. */
  append(callId: string, entry: JournalEntry): Awaitable<void>;
}

/** Create a journal in memory. */
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

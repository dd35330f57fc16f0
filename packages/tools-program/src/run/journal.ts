import type { Awaitable, NotedText } from "@holdall/tool-core";

/** The texts of others and private results that a call has brought into the session. */
export type AnswerLabel = readonly NotedText[];

/** The label in journals of earlier versions: whether others wrote the result, and whether only the user may read it. */
export interface OlderLabel {
  readonly others: boolean;
  readonly private: boolean;
}

/** Get the label of a result of a tool. Without a source, it is the tool. */
export function readLabel(label: AnswerLabel | OlderLabel, tool: string): AnswerLabel {
  if (!("others" in label)) return label;
  const kinds = (["others", "private"] as const).filter((kind) => label[kind]);
  return kinds.map((kind) => ({ kind, source: { tool } }));
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
      /** Whether others wrote it, or a part of it, and whether only the user may read it. Undefined in the first journals. */
      readonly label?: AnswerLabel | OlderLabel | undefined;
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

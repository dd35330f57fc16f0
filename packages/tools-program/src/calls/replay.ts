import { sha256Hex } from "@holdall/tool-kit";
import type { IsolateAnswer } from "../isolate/isolate.ts";
import type { AnswerLabel, JournalEntry, OlderLabel, ProgramJournal } from "../run/journal.ts";

type Recorded = IsolateAnswer & { readonly index: number };

/** The journal's entry for a call that the program makes now. */
export type ReplayState =
  | { readonly state: "new" }
  | {
      readonly state: "done";
      readonly answer: Promise<IsolateAnswer>;
      readonly label: AnswerLabel | OlderLabel | undefined;
    }
  | { readonly state: "unfinished" }
  /** It is another call than the one that was recorded. */
  | { readonly state: "diverged"; readonly was: string };

/** One program and its record. */
export interface Recorder {
  readonly seed: number;
  readonly now: number;
  begin(index: number, tool: string, input: string): Promise<ReplayState>;
  /** Record a result with its label; resolves when it is that result's turn to be passed to the program. */
  end(index: number, answer: IsolateAnswer, label: AnswerLabel): Promise<IsolateAnswer>;
}

/** Start or continue the record of a program. Undefined if the record belongs to other code. */
export async function openRecorder(
  journal: ProgramJournal | undefined,
  callId: string,
  code: string,
): Promise<Recorder | undefined> {
  const fresh = { seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1, now: Date.now() };
  if (!journal) {
    return { ...fresh, begin: async () => ({ state: "new" }), end: async (_, answer) => answer };
  }
  const entries = await journal.read(callId);
  const codeHash = await sha256Hex(code);
  const head = entries.find((entry) => entry.type === "program");
  if (head && head.code !== codeHash) return undefined;
  if (!head) await journal.append(callId, { type: "program", code: codeHash, ...fresh });
  const calls = new Map(entries.flatMap((entry) => (entry.type === "call" ? [[entry.index, entry] as const] : [])));
  const results = entries.filter((entry) => entry.type === "result");
  // Results are replayed in their original order, whatever is computed in the meantime.
  const told = results.map(() => Promise.withResolvers<void>());
  let last = Promise.all(told.map(({ promise }) => promise)).then(() => {});
  let hashed = Promise.resolve("");

  const replay = async ({ ok, json, now }: Recorded, place: number): Promise<IsolateAnswer> => {
    if (place > 0) await told[place - 1]?.promise;
    queueMicrotask(() => told[place]?.resolve());
    return { ok, json, now };
  };
  return {
    seed: head?.seed ?? fresh.seed,
    now: head?.now ?? fresh.now,
    async begin(index, tool, input) {
      // Hashes are made on other threads, and calls are recorded in the order in which the program makes them.
      hashed = hashed.then(() => sha256Hex(input));
      const hash = await hashed;
      const known = calls.get(index);
      if (known && (known.tool !== tool || known.input !== hash)) return { state: "diverged", was: known.tool };
      const place = results.findIndex((result) => result.index === index);
      const result = results[place];
      if (result) return { state: "done", answer: replay(result, place), label: result.label };
      if (known) return { state: "unfinished" };
      await journal.append(callId, { type: "call", index, tool, input: hash } satisfies JournalEntry);
      return { state: "new" };
    },
    end(index, answer, label) {
      const recorded = last.then(() => journal.append(callId, { type: "result", index, ...answer, label }));
      last = recorded.then(() => {});
      last.catch(() => {}); // callers that wait for this or a later result get the error
      return recorded.then(() => answer);
    },
  };
}

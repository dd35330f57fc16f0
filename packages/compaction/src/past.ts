import { type MessageLike, type MessagePart, outputOf, partsOf, textOf } from "./message.ts";
import { argumentsOf, shorten } from "./result-line.ts";
import type { Summary } from "./summary.ts";

interface Marked {
  readonly providerOptions?: { readonly holdall?: { readonly past?: Past; readonly said?: string } };
}

/** What is known about removed messages, over all compactions. It is stored in `providerOptions.holdall`. */
export interface Past {
  /** Messages. */
  readonly count: number;
  /** The first request of the user, and the last one before the cut, word for word. */
  readonly first: string | null;
  readonly last: string | null;
  /** Requests in between, each shortened. */
  readonly between: readonly string[];
  /** Calls that failed: the call, its last error, and how often. */
  readonly failed: readonly { readonly call: string; readonly error: string; readonly count: number }[];
  /** Requests in between and failed calls that were too many to be listed. */
  readonly unlisted: { readonly requests: number; readonly failed: number };
  /** Results that are gone, by tool. */
  readonly removed: Readonly<Record<string, number>>;
  /** Files that hold the messages. */
  readonly places: readonly string[];
  readonly summary: Summary | null;
}

const empty: Past = {
  count: 0,
  first: null,
  last: null,
  between: [],
  failed: [],
  unlisted: { requests: 0, failed: 0 },
  removed: {},
  places: [],
  summary: null,
};

/** Characters of a request in between, and how many are kept. */
const maxRequest = 400;
const maxRequests = 20;
const maxFailed = 20;

/** The past that a message tells of, if it is one that a compaction has made. */
export function pastOf(message: MessageLike): Past | undefined {
  return (message as Marked).providerOptions?.holdall?.past;
}

/** The user's own words, where the host has put others before them and says so in `providerOptions.holdall.said`. */
const wordsOf = (message: MessageLike): string => (message as Marked).providerOptions?.holdall?.said ?? textOf(message);

/** What is to be known of messages that are cut away, with what an earlier compaction knew. */
export function tellPast(messages: readonly MessageLike[]): Past {
  const failed = new Map<string, { call: string; error: string; count: number }>();
  const removed: Record<string, number> = {};
  let past = empty;
  const requests: string[] = [];
  for (const message of messages) {
    const earlier = pastOf(message);
    if (earlier) {
      // A conversation that an earlier version compacted does not count them.
      past = { ...earlier, unlisted: earlier.unlisted ?? empty.unlisted };
      for (const each of earlier.failed) failed.set(each.call, { ...each });
      for (const [tool, count] of Object.entries(earlier.removed)) removed[tool] = (removed[tool] ?? 0) + count;
      continue;
    }
    if (message.role === "user") requests.push(wordsOf(message));
    for (const part of partsOf(message)) {
      if (part.type !== "tool-result") continue;
      const tool = String(part.toolName);
      removed[tool] = (removed[tool] ?? 0) + 1;
      const { text, isError } = outputOf(part);
      if (!isError) continue;
      const call = shorten(`${tool}${argumentsOf(callOf(messages, part.toolCallId)?.input)}`, 160);
      const count = (failed.get(call)?.count ?? 0) + 1;
      failed.delete(call);
      failed.set(call, { call, error: shorten(text.split("\n")[0] ?? "", 200), count });
    }
  }
  const all = [past.first, ...past.between, ...(past.last === null ? [] : [past.last]), ...requests].filter(
    (each) => each !== null,
  );
  const between = all.slice(1, -1);
  const own = messages.filter((message) => !pastOf(message)).length;
  return {
    count: past.count + own,
    first: all[0] ?? null,
    last: all.length > 1 ? all.at(-1)! : null,
    between: between.slice(-maxRequests).map((text) => shorten(text, maxRequest)),
    failed: [...failed.values()].slice(-maxFailed),
    unlisted: {
      requests: past.unlisted.requests + Math.max(0, between.length - maxRequests),
      failed: past.unlisted.failed + Math.max(0, failed.size - maxFailed),
    },
    removed,
    places: past.places,
    summary: past.summary,
  };
}

const callOf = (messages: readonly MessageLike[], id: unknown): MessagePart | undefined =>
  messages.flatMap(partsOf).find((part) => part.type === "tool-call" && part.toolCallId === id);

import { ToolError } from "../error.ts";
import { isObject, type Json } from "../json.ts";
import type { StateKey } from "../session/state.ts";
import type { KeptTexts, OthersText, TextSource } from "./kept-texts.ts";
import type { TextSearch } from "./search-texts.ts";

/** The texts of a session by who wrote them, to find out who chose a value of a call. */
export interface TextsRead {
  /** Text of others was read in this session. */
  readonly hasOthers: boolean;
  /** The host passes the messages of the user. */
  readonly knowsUser: boolean;
  /** Earlier texts of others were dropped, so that a value that is not found may still come from them. */
  readonly isPartial: boolean;
  /** Add a message of the user. */
  noteUser(text: string): void;
  /** Add a text that the user has read and agreed to, such as a plan: values in it count as chosen by the user. */
  noteAgreed(text: string): void;
  /** Add what others wrote: a text, or a structured result with texts in it. What it repeats of `input` is left out. */
  noteOthers(output: unknown, source: TextSource, input?: unknown): void;
  /** Add a result that only the user may read. If earlier ones are dropped for it, every text counts as private from then on. */
  notePrivate(output: unknown, source: TextSource): void;
  /** Remember the values that the user is asked about for a call, until `settle`. */
  ask(callId: string, values: readonly string[]): void;
  /** The call was permitted: the user agreed to the values that were asked about. */
  settle(callId: string): void;
  /** Get the search in these texts, later ones included. Its code loads with the first call. */
  search(): Promise<TextSearch>;
}

/** Characters that are kept in memory, of others and of the user. */
const maxOthers = 4_000_000;
const maxUser = 1_000_000;
/** Characters of a snapshot. What is beyond it counts as dropped after a restore. */
const maxSaved = 400_000;
const maxInput = 10_000;

/**
 * The texts that a session has read, by who wrote them. The runner adds results of calls that bring text of others; a host
 * adds the messages of its user with `noteUserMessage`. Child sessions share the texts of their parent. Beyond 4,000,000
 * characters, the oldest texts are dropped, and every value that the user did not write then counts as found; so do private
 * results beyond 1,000,000 characters, and what would leave then counts as private.
 */
export const textsRead: StateKey<TextsRead> = {
  name: "textsRead",
  create: () => createTextsRead({}),
  inherit: (parent) => parent,
  snapshot: (texts) => savedOf.get(texts)?.() ?? null,
  restore(json) {
    const saved = json ?? {};
    if (isObject(saved) && lists.every((key) => Array.isArray((saved as Saved)[key] ?? [])))
      return createTextsRead(saved as Saved);
    throw new ToolError("parse_error", "The saved texts of this session cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
    });
  },
};

// Inputs of calls and what was agreed to are not saved: they may hold secrets, and asking once more is safe.
type Saved = Partial<Omit<KeptTexts, "agreed"> & { readonly knowsUser: boolean }>;
const lists = ["user", "others", "secret"] as const;
const savedOf = new WeakMap<TextsRead, () => Json>();

function createTextsRead({ user = [], others = [], secret = [], isPartial = false, lostPrivate, ...saved }: Saved) {
  let knowsUser = saved.knowsUser ?? false;
  let search: Promise<TextSearch> | undefined;
  const kept: KeptTexts = { user, others, secret, agreed: new Set(), isPartial, lostPrivate };
  const asked = new Map<string, readonly string[]>();
  const texts: TextsRead = {
    get hasOthers() {
      return kept.isPartial || kept.others.length > 0;
    },
    get knowsUser() {
      return knowsUser;
    },
    get isPartial() {
      return kept.isPartial;
    },
    noteUser(text) {
      knowsUser = true;
      texts.noteAgreed(text);
    },
    noteAgreed(text) {
      kept.user = latest([...kept.user, text], maxUser);
    },
    noteOthers(output, source, input) {
      const entry = entryOf(output, source, input);
      if (kept.others.some(({ text }) => text === entry.text)) return;
      const all = [...kept.others, entry];
      kept.others = latest(all, maxOthers);
      kept.isPartial ||= kept.others.length < all.length;
    },
    notePrivate(output, source) {
      const entry = entryOf(output, source, undefined);
      // The same result once more takes no room; it counts as the latest.
      const all = [...kept.secret.filter(({ text }) => text !== entry.text), entry];
      kept.secret = latest(all, maxUser);
      kept.lostPrivate ??= lostOf(all, kept.secret);
    },
    ask(callId, values) {
      if (asked.size > 1_000) asked.clear();
      asked.set(callId, [...(asked.get(callId) ?? []), ...values]);
    },
    settle(callId) {
      for (const value of asked.get(callId) ?? []) kept.agreed.add(value.toLowerCase());
      asked.delete(callId);
    },
    search() {
      search ??= import("./search-texts.ts").then(({ searchTexts }) => searchTexts(kept));
      return search;
    },
  };
  savedOf.set(texts, () => {
    const cut = latest(kept.others, maxSaved);
    const secrets = latest(kept.secret, maxSaved);
    return {
      user: latest(kept.user, maxSaved),
      others: cut.map((entry) => ({ ...entry, input: "" })),
      secret: secrets.map((entry) => ({ ...entry, input: "" })),
      isPartial: kept.isPartial || cut.length < kept.others.length,
      lostPrivate: kept.lostPrivate ?? lostOf(kept.secret, secrets),
      knowsUser,
    } as object as Json;
  });
  return texts;
}

function entryOf(output: unknown, source: TextSource, input: unknown): OthersText {
  const isJson = typeof output !== "string";
  const text = isJson ? jsonOf(output) : output;
  return { text, isJson, source, input: jsonOf(input ?? "").slice(0, maxInput) };
}

const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    ArrayBuffer.isView(each) ? undefined : typeof each === "bigint" ? String(each) : each,
  ) ?? "";

const lostOf = (all: readonly OthersText[], kept: readonly OthersText[]): string | undefined =>
  kept.length < all.length ? all[0]?.source.tool : undefined;

/** The latest texts up to a number of characters. */
function latest<T extends string | OthersText>(all: readonly T[], max: number): readonly T[] {
  let left = max;
  const from = all.findLastIndex((each) => {
    left -= (typeof each === "string" ? each : each.text).length;
    return left < 0;
  });
  return from < 0 ? all : all.slice(from + 1);
}

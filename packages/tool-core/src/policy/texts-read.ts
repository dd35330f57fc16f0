import { ToolError } from "../error.ts";
import { isObject, type Json } from "../json.ts";
import type { StateKey } from "../session/state.ts";
import { type FoldedText, type FoundAt, findInText, findSqueezed, foldText } from "./fold-text.ts";
import { splitOutput, textsOf } from "./split-output.ts";

/** Where text of others came from: the tool that returned it, and the host, server or agent behind it if that is known. */
export interface TextSource {
  readonly tool: string;
  readonly origin?: string | undefined;
}

/** Text of others in which a value was found. */
export interface FoundText {
  readonly source: TextSource;
  /** The value is part of a longer text. False if it only occurs as the whole value of a field of a structured result. */
  readonly inProse: boolean;
  /** The words around the value, up to about 120 characters. Written by others: neutralize it before it is shown. */
  readonly excerpt: string;
}

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
  /** Add a result that only the user may read. Its values are found by `privateIn`. */
  notePrivate(output: unknown, source: TextSource): void;
  /** Find the first private value in a text that would leave. Values shorter than six characters are not kept. */
  privateIn(text: string): { readonly value: string; readonly source: TextSource } | undefined;
  /** Returns true if the user wrote the value or agreed to it. Compares whole words without regard to case and spacing. */
  isOfUser(value: string): boolean;
  /** Find a value in the texts of others. If texts were dropped, every value counts as found. */
  find(value: string): FoundText | undefined;
  /** Remember the values that the user is asked about for a call, until `settle`. */
  ask(callId: string, values: readonly string[]): void;
  /** The call was permitted: the user agreed to the values that were asked about. */
  settle(callId: string): void;
}

interface Entry extends FoldedText {
  readonly source: TextSource;
  readonly isProse: boolean;
}

/** Characters that are kept in memory: 4,000,000 of others and 1,000,000 of the user. */
const maxOthers = 4_000_000;
const maxUser = 1_000_000;
/** Characters of a snapshot. What is beyond it counts as dropped after a restore. */
const maxSaved = 400_000;
const minPrivate = 6;
const maxPrivate = 10_000;
/** Separates the values of fields; no text has it after folding. */
export const fieldMark = "\u0000";

/**
 * The texts that a session has read, by who wrote them. The runner adds results of calls that bring text of others; a host
 * adds the messages of its user with `noteUserMessage`. Child sessions share the texts of their parent.
 */
export const textsRead: StateKey<TextsRead> = {
  name: "textsRead",
  create: () => createTextsRead(),
  inherit: (parent) => parent,
  snapshot: (texts) => savedOf.get(texts)?.() ?? null,
  restore(json) {
    if (json === null) return createTextsRead();
    const { user, others, isPartial, knowsUser, agreed = [], secret = [] } = Object(json) as Partial<Saved>;
    if (!Array.isArray(user) || !Array.isArray(others) || !others.every(isObject))
      throw new ToolError("parse_error", "The saved texts of this session cannot be read.", {
        hint: "Tell the user, and start a session without the snapshot.",
      });
    return createTextsRead({
      user,
      others: others as Saved["others"],
      isPartial: isPartial === true,
      knowsUser: knowsUser === true,
      agreed,
      secret,
    });
  },
};

interface Saved {
  readonly user: readonly string[];
  readonly others: readonly { readonly text: string; readonly isProse: boolean; readonly source: TextSource }[];
  readonly isPartial: boolean;
  readonly knowsUser: boolean;
  readonly agreed: readonly string[];
  readonly secret: readonly (readonly [string, TextSource])[];
}

const savedOf = new WeakMap<TextsRead, () => Json>();

function createTextsRead(saved?: Saved): TextsRead {
  let user: FoldedText[] = (saved?.user ?? []).map((text) => ({ text }));
  const others: Entry[] = [...(saved?.others ?? [])];
  let isPartial = saved?.isPartial ?? false;
  let knowsUser = saved?.knowsUser ?? false;
  const known = new Set(others.map(({ text }) => text));
  const secret = new Map<string, TextSource>(saved?.secret ?? []);
  const agreed = new Set<string>(saved?.agreed ?? []);
  const asked = new Map<string, readonly string[]>();
  let size = others.reduce((sum, { text }) => sum + text.length, 0);

  const add = (text: string, isProse: boolean, source: TextSource) => {
    if (text === "" || known.has(text)) return;
    known.add(text);
    others.push({ text, isProse, source });
    size += text.length;
    while (size > maxOthers) {
      const dropped = others.shift();
      if (!dropped) break;
      size -= dropped.text.length;
      known.delete(dropped.text);
      isPartial = true;
    }
  };
  const texts: TextsRead = {
    get hasOthers() {
      return isPartial || others.length > 0;
    },
    get knowsUser() {
      return knowsUser;
    },
    get isPartial() {
      return isPartial;
    },
    noteUser(text) {
      knowsUser = true;
      texts.noteAgreed(text);
    },
    noteAgreed(text) {
      if (text !== "") user = latest([...user, { text }], maxUser).kept;
    },
    noteOthers(output, source, input) {
      const { prose, values } = splitOutput(output, textsOf(input));
      for (const text of prose) add(text, true, source);
      if (values.length > 0) add(`${fieldMark}${values.join(fieldMark)}${fieldMark}`, false, source);
    },
    notePrivate(output, source) {
      for (const value of splitOutput(output).values.map(foldText))
        if (value.length >= minPrivate && secret.size < maxPrivate) secret.set(value, source);
    },
    privateIn(text) {
      if (secret.size === 0) return undefined;
      const entry = { text };
      for (const [value, source] of secret) if (findInText(entry, value)) return { value, source };
      return undefined;
    },
    isOfUser: (value) => agreed.has(foldText(value)) || user.some((text) => findInText(text, value) !== undefined),
    find(value) {
      const ofField = `${fieldMark}${foldText(value)}${fieldMark}`;
      for (const entry of others) {
        const at = findInProse(entry, value);
        if (at) return { source: entry.source, inProse: true, excerpt: excerptAt(at, value) };
      }
      const field = others.find((entry) => !entry.isProse && foldedOf(entry).includes(ofField));
      if (field) return { source: field.source, inProse: false, excerpt: value.slice(0, 120) };
      if (!isPartial) return undefined;
      return { source: { tool: "", origin: "a text that is no longer kept" }, inProse: true, excerpt: "" };
    },
    ask(callId, values) {
      if (asked.size > 1_000) asked.clear();
      asked.set(callId, values);
    },
    settle(callId) {
      for (const value of asked.get(callId) ?? []) agreed.add(foldText(value));
      asked.delete(callId);
    },
  };
  savedOf.set(texts, () => {
    const { kept, isCut } = latest(others, maxSaved);
    return {
      user: latest(user, maxSaved).kept.map(({ text }) => text),
      others: kept.map(({ text, isProse, source }) => ({ text, isProse, source: { ...source } })),
      isPartial: isPartial || isCut,
      knowsUser,
      agreed: [...agreed],
      secret: [...secret].map(([value, source]) => [value, { ...source }]),
    } as object as Json;
  });
  return texts;
}

const foldedOf = (entry: FoldedText): string => {
  entry.folded ??= foldText(entry.text);
  return entry.folded;
};

/** A field holds a longer text if the value is only a part of it. */
function findInProse(entry: Entry, value: string): FoundAt | undefined {
  if (entry.isProse) return findInText(entry, value) ?? findSqueezed(entry, value);
  if (!findInText(entry, value)) return undefined;
  const whole = `${fieldMark}${foldText(value)}${fieldMark}`;
  // Twice, because two equal fields share the mark between them.
  const rest = [1, 2].reduce((text) => text.replaceAll(whole, () => fieldMark), foldedOf(entry));
  return findInText({ text: rest, folded: rest }, value);
}

/** The words around a value. */
const excerptAt = ({ text, at }: FoundAt, value: string): string =>
  text.slice(Math.max(0, at - 50), at + value.length + 50).replaceAll(fieldMark, " ");

/** The latest texts up to a number of characters. */
function latest<T extends FoldedText>(all: readonly T[], max: number): { readonly kept: T[]; readonly isCut: boolean } {
  let left = max;
  const from = all.findLastIndex(({ text }) => {
    left -= text.length;
    return left < 0;
  });
  return { kept: all.slice(from + 1), isCut: from >= 0 };
}

import { rarityOf } from "./rarity.ts";
import type { Node } from "./syntax.ts";

/** Texts of which every match contains at least one, up to ASCII case with `ignoreCase`; empty if none is certain. */
export interface RequiredLiterals {
  readonly anyOf: readonly string[];
  readonly ignoreCase: boolean;
}

interface KnownLiterals {
  /** All texts the node can match; nothing when they are too many to tell. */
  readonly exact?: RequiredLiterals;
  /** The best that is in everything the node matches. */
  readonly part: RequiredLiterals;
}

const maxTexts = 16;
const maxChars = 400;
const none: RequiredLiterals = { anyOf: [], ignoreCase: false };
const empty: RequiredLiterals = { anyOf: [""], ignoreCase: false };

/** What a search can look for first, to pass over all that cannot match. */
export function requiredLiterals(node: Node): RequiredLiterals {
  const { anyOf, ignoreCase } = know(node).part;
  if (!ignoreCase) return { anyOf, ignoreCase };
  // s and k have a third spelling each, beyond ASCII.
  const others = ["\u017f", "\u212a"].filter((_, i) => anyOf.some((text) => text.includes(i === 0 ? "s" : "k")));
  return { anyOf: [...anyOf, ...others], ignoreCase };
}

/** True if every match contains a line break, so that none is on one line. */
export function needsLineBreak(node: Node): boolean {
  switch (node.kind) {
    case "set":
      return node.set.only === 10;
    case "assert":
      return false;
    case "either":
      return node.nodes.every(needsLineBreak);
    case "repeat":
      return node.min > 0 && needsLineBreak(node.node);
    case "sequence":
      return node.nodes.some(needsLineBreak);
  }
}

/** The most characters that a match has. */
export function maxLength(node: Node): number {
  switch (node.kind) {
    case "set":
      return 1;
    case "assert":
      return 0;
    case "either":
      return Math.max(0, ...node.nodes.map(maxLength));
    case "repeat": {
      const inner = maxLength(node.node);
      return inner === 0 || node.max === 0 ? 0 : inner * node.max;
    }
    case "sequence":
      return node.nodes.reduce((sum, one) => sum + maxLength(one), 0);
  }
}

/** The text that the node matches, at any position; undefined if it matches anything else. */
export function onlyText(node: Node): string | undefined {
  if (node.kind === "set") return node.set.only === undefined ? undefined : String.fromCodePoint(node.set.only);
  if (node.kind !== "sequence") return undefined;
  const texts = node.nodes.map(onlyText);
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join("") : undefined;
}

function know(node: Node): KnownLiterals {
  switch (node.kind) {
    case "set": {
      const { only, folded } = node.set;
      if (only === undefined && folded === undefined) return { part: none };
      return known({ anyOf: [String.fromCodePoint(only ?? folded ?? 0)], ignoreCase: only === undefined });
    }
    case "assert":
      return known(empty);
    case "either":
      return eitherOf(node.nodes.map(know));
    case "repeat": {
      if (node.max === 0) return known(empty);
      const inner = know(node.node);
      if (node.min === 0) return node.max === 1 ? eitherOf([inner, known(empty)]) : { part: none };
      const all = inner.exact && power(inner.exact, node.min);
      if (!all) return { part: inner.part };
      return node.max === node.min ? known(all) : { part: known(all).part };
    }
    case "sequence":
      return inOrder(node.nodes.map(know));
  }
}

const known = (exact: RequiredLiterals): KnownLiterals => ({ exact, part: usable(exact) ? exact : none });

function eitherOf(all: readonly KnownLiterals[]): KnownLiterals {
  const exact = all.every((one) => one.exact) ? union(all.map((one) => one.exact ?? none)) : undefined;
  if (exact) return known(exact);
  const part = all.every((one) => usable(one.part)) ? union(all.map((one) => one.part)) : undefined;
  return { part: part ?? none };
}

function inOrder(all: readonly KnownLiterals[]): KnownLiterals {
  let run = empty;
  let best = none;
  let exact = true;
  const consider = (found: RequiredLiterals) => {
    if (usable(found) && rarityOf(found) > rarityOf(best)) best = found;
  };
  for (const one of all) {
    const longer = one.exact && product(run, one.exact);
    if (longer) run = longer;
    else {
      exact = false;
      consider(run);
      consider(one.part);
      run = one.exact ?? empty;
    }
  }
  consider(run);
  return exact ? { exact: run, part: best } : { part: best };
}

function union(all: readonly RequiredLiterals[]): RequiredLiterals | undefined {
  return bounded(
    all.flatMap(({ anyOf }) => anyOf),
    all.some(({ ignoreCase }) => ignoreCase),
  );
}

function product(left: RequiredLiterals, right: RequiredLiterals): RequiredLiterals | undefined {
  if (left.anyOf.length * right.anyOf.length > maxTexts) return undefined;
  return bounded(
    left.anyOf.flatMap((head) => right.anyOf.map((tail) => head + tail)),
    left.ignoreCase || right.ignoreCase,
  );
}

/** The texts, `count` times one after the other. */
function power(texts: RequiredLiterals, count: number): RequiredLiterals | undefined {
  if (count > maxChars) return undefined;
  let all: RequiredLiterals | undefined = texts;
  for (let i = 1; i < count && all; i++) all = product(all, texts);
  return all;
}

function bounded(texts: readonly string[], ignoreCase: boolean): RequiredLiterals | undefined {
  if (ignoreCase && texts.some((text) => /[^\0-\x7f]/.test(text))) return undefined;
  const anyOf = [...new Set(ignoreCase ? texts.map((text) => text.toLowerCase()) : texts)];
  if (anyOf.length > maxTexts || anyOf.some((text) => text.length > maxChars)) return undefined;
  return { anyOf, ignoreCase };
}

const usable = ({ anyOf }: RequiredLiterals): boolean => anyOf.length > 0 && !anyOf.includes("");

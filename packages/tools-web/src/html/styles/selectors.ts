import { type AttributeSelector, isTraversal, type PseudoSelector, parse, type Selector } from "css-what";
import { classesOf, type Element } from "../tree.ts";

/** An element where it stands in the page. */
export interface Frame {
  readonly element: Element;
  readonly parent: Frame | undefined;
  /** The elements that its parent holds, and its place among them. */
  readonly siblings: readonly Element[];
  readonly index: number;
  /** Which names it and the elements around it have, a bit each; several names may share one. */
  bits?: Uint32Array;
}

/** One selector of a rule. */
export interface Compiled {
  readonly compounds: readonly Compound[];
  /** Names that an element must have to be looked at, the rarest kind first. */
  readonly key: { readonly kind: "id" | "class" | "tag" | "any"; readonly name: string };
  readonly specificity: number;
  /** Bits of names that elements around must have. */
  readonly needs: readonly number[];
}

interface Compound {
  readonly tests: readonly Selector[];
  /** What stands between it and the one to its left. */
  readonly combinator: string | undefined;
}

/** What matching may cost, and what it remembers; `left` counts down with every test. */
export interface Effort {
  left: number;
  readonly isQuirky: boolean;
  readonly classes: Map<Element, ReadonlySet<string>>;
  /** Lists in `:is()` and the like, as they were read. */
  readonly inner: Map<readonly Selector[], Compiled | undefined>;
}

/** The selectors of a rule as a browser reads them, without those of parts of elements; none of what is not a selector. */
export function compileSelectors(selectors: string): Compiled[] {
  let lists: Selector[][];
  try {
    lists = parse(selectors);
  } catch {
    return [];
  }
  return lists.flatMap((tokens) => (levelsOf(tokens) > maxLevels ? [] : (compile(tokens) ?? [])));
}

/** Lists in lists, as of `:not(:is(a, :not(b)))`; what goes deeper means nothing here. */
const maxLevels = 10;

function levelsOf(tokens: readonly Selector[], above = 0): number {
  if (above > maxLevels) return above;
  const inner = tokens.flatMap((token) => (token.type === "pseudo" && Array.isArray(token.data) ? token.data : []));
  return inner.reduce((max, list) => Math.max(max, levelsOf(list, above + 1)), above);
}

export function compile(tokens: readonly Selector[]): Compiled | undefined {
  const compounds: Compound[] = [];
  let tests: Selector[] = [];
  let before: string | undefined;
  for (const token of tokens) {
    if (token.type === "pseudo-element" || token.type === "column-combinator" || token.type === "parent")
      return undefined;
    if (isTraversal(token)) {
      compounds.push({ tests, combinator: before });
      tests = [];
      before = token.type;
    } else tests.push(token);
  }
  compounds.push({ tests, combinator: before });
  compounds.reverse();
  const key = keyOf(compounds[0]!.tests);
  return { compounds, key, specificity: specificityOf(tokens), needs: needsOf(compounds) };
}

function needsOf(compounds: readonly Compound[]): number[] {
  const needs: number[] = [];
  for (let index = 0; index + 1 < compounds.length; index++) {
    const { combinator } = compounds[index]!;
    if (combinator !== "child" && combinator !== "descendant") continue;
    const { kind, name } = keyOf(compounds[index + 1]!.tests);
    if (kind !== "any") needs.push(bitOf(name.toLowerCase()));
  }
  return needs;
}

/** Numbers of bits that names are told apart by. */
const bitCount = 256;

function bitOf(name: string): number {
  let hash = 7;
  for (let index = 0; index < name.length; index++) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0;
  return (hash ^ (hash >>> 15)) & (bitCount - 1);
}

/** The names of an element and of those around it. */
export function bitsOf(frame: Frame, effort: Effort): Uint32Array {
  if (frame.bits) return frame.bits;
  const bits = frame.parent ? bitsOf(frame.parent, effort).slice() : new Uint32Array(bitCount / 32);
  const put = (name: string) => {
    const bit = bitOf(name.toLowerCase());
    bits[bit >> 5]! |= 1 << (bit & 31);
  };
  put(frame.element.tag);
  if (frame.element.attributes.id !== undefined) put(frame.element.attributes.id);
  for (const name of classNames(frame.element, effort)) put(name);
  frame.bits = bits;
  return bits;
}

/** The classes of an element, in lower case where that makes no difference. */
export function classNames(element: Element, { classes, isQuirky }: Effort): ReadonlySet<string> {
  const known = classes.get(element);
  if (known) return known;
  const found = new Set(classesOf(element).map((name) => (isQuirky ? name.toLowerCase() : name)));
  classes.set(element, found);
  return found;
}

function keyOf(tests: readonly Selector[]): Compiled["key"] {
  const named = (name: string, action: string) =>
    tests.find((test) => test.type === "attribute" && test.name === name && test.action === action);
  const id = named("id", "equals") as AttributeSelector | undefined;
  if (id) return { kind: "id", name: id.value };
  const one = named("class", "element") as AttributeSelector | undefined;
  if (one) return { kind: "class", name: one.value };
  const tag = tests.find((test) => test.type === "tag");
  return tag?.type === "tag" ? { kind: "tag", name: tag.name.toLowerCase() } : { kind: "any", name: "" };
}

function specificityOf(tokens: readonly Selector[]): number {
  let sum = 0;
  for (const token of tokens) {
    if (token.type === "tag") sum += 1;
    else if (token.type === "attribute") sum += token.name === "id" && token.action === "equals" ? 1e6 : 1e3;
    else if (token.type === "pseudo" && token.name !== "where") {
      const inner = Array.isArray(token.data) ? token.data : undefined;
      sum += inner ? Math.max(0, ...inner.map(specificityOf)) : 1e3;
    }
  }
  return sum;
}

/** Rules by what their elements must be called, so that few are tried on each. */
export function indexOf<T>(rules: readonly (T & { readonly compiled: Compiled })[], effort: Effort) {
  const { isQuirky } = effort;
  const fold = (name: string) => (isQuirky ? name.toLowerCase() : name);
  const known = new Map<string, (T & { readonly compiled: Compiled })[]>();
  for (const rule of rules) {
    const { kind, name } = rule.compiled.key;
    const key = `${kind} ${kind === "tag" ? name : fold(name)}`;
    const there = known.get(key);
    if (there) there.push(rule);
    else known.set(key, [rule]);
  }
  return function* candidates(element: Element) {
    yield* known.get("any ") ?? [];
    yield* known.get(`tag ${element.tag}`) ?? [];
    if (element.attributes.id !== undefined) yield* known.get(`id ${fold(element.attributes.id)}`) ?? [];
    if (element.attributes.class === undefined) return;
    for (const name of classNames(element, effort)) yield* known.get(`class ${name}`) ?? [];
  };
}

/** True when a selector means the element. What is not known, and what depends on a person's hand, is never met. */
export function matches({ compounds, needs }: Compiled, frame: Frame, effort: Effort): boolean {
  if (needs.length > 0) {
    const around = frame.parent && bitsOf(frame.parent, effort);
    if (!around || needs.some((bit) => (around[bit >> 5]! & (1 << (bit & 31))) === 0)) return false;
  }
  const failed = compounds.length > 2 ? new Map<Frame, Set<number>>() : undefined;

  function fits(at: Frame, index: number): boolean {
    if (--effort.left < 0 || failed?.get(at)?.has(index)) return false;
    const { tests, combinator } = compounds[index]!;
    const met =
      tests.every((test) => meets(test, at, effort) === true) &&
      (combinator === undefined || left(at, index, combinator));
    if (!met && failed) failed.set(at, (failed.get(at) ?? new Set()).add(index));
    return met;
  }

  function left(at: Frame, index: number, combinator: string): boolean {
    if (index + 1 >= compounds.length) return true;
    if (combinator === "child") return at.parent !== undefined && fits(at.parent, index + 1);
    if (combinator === "descendant") {
      for (let up = at.parent; up; up = up.parent) if (fits(up, index + 1)) return true;
      return false;
    }
    const nearest = at.index - 1;
    const furthest = combinator === "adjacent" ? nearest : 0;
    for (let index2 = nearest; index2 >= Math.max(0, furthest) && effort.left >= 0; index2--) {
      if (fits(siblingOf(at, index2), index + 1)) return true;
    }
    return false;
  }

  return fits(frame, 0);
}

const siblingOf = ({ siblings, parent }: Frame, index: number): Frame => ({
  element: siblings[index]!,
  parent,
  siblings,
  index,
});

function meets(test: Selector, frame: Frame, effort: Effort): boolean | undefined {
  switch (test.type) {
    case "universal":
      return true;
    case "tag":
      return test.name.toLowerCase() === frame.element.tag;
    case "attribute":
      return meetsAttribute(test, frame.element, effort);
    case "pseudo":
      return meetsPseudo(test, frame, effort);
    default:
      return undefined;
  }
}

function meetsAttribute(test: AttributeSelector, element: Element, effort: Effort): boolean | undefined {
  const { name, action, ignoreCase } = test;
  const { isQuirky } = effort;
  if (name === "class" && action === "element") {
    return classNames(element, effort).has(isQuirky ? test.value.toLowerCase() : test.value);
  }
  const own = element.attributes[name.toLowerCase()];
  if (own === undefined) return false;
  const folds = ignoreCase === true || (ignoreCase === "quirks" && isQuirky);
  const fold = (text: string) => (folds ? text.toLowerCase() : text);
  const [value, wanted] = [fold(own), fold(test.value)];
  switch (action) {
    case "exists":
      return true;
    case "equals":
      return value === wanted;
    case "element":
      return wanted !== "" && !/\s/.test(wanted) && value.split(/\s+/).includes(wanted);
    case "start":
      return wanted !== "" && value.startsWith(wanted);
    case "end":
      return wanted !== "" && value.endsWith(wanted);
    case "any":
      return wanted !== "" && value.includes(wanted);
    case "hyphen":
      return value === wanted || value.startsWith(`${wanted}-`);
    default:
      return undefined;
  }
}

const never = new Set(
  "hover active focus focus-visible focus-within visited target target-within playing paused fullscreen modal autofill".split(
    " ",
  ),
);

function meetsPseudo({ name, data }: PseudoSelector, frame: Frame, effort: Effort): boolean | undefined {
  const { element, siblings, index } = frame;
  if (never.has(name)) return false;
  switch (name) {
    case "is":
    case "where":
    case "matches":
    case "-webkit-any":
      return Array.isArray(data) && data.some((tokens) => meetsList(tokens, frame, effort) === true);
    case "not": {
      if (!Array.isArray(data)) return undefined;
      const met = data.map((tokens) => meetsList(tokens, frame, effort));
      return met.includes(undefined) ? undefined : !met.includes(true);
    }
    case "has":
      return Array.isArray(data) && data.some((tokens) => hasBelow(tokens, frame, effort));
    case "root":
    case "scope":
      return element.tag === "html";
    case "first-child":
      return index === 0;
    case "last-child":
      return index === siblings.length - 1;
    case "only-child":
      return siblings.length === 1;
    case "nth-child":
    case "nth-last-child":
      return isNth(data, name === "nth-child" ? index + 1 : siblings.length - index);
    case "first-of-type":
    case "last-of-type":
    case "only-of-type":
    case "nth-of-type":
    case "nth-last-of-type":
      return meetsOfType(name, data, frame, effort);
    case "empty":
      return element.children.length === 0;
    case "link":
    case "any-link":
      return element.tag === "a" && element.attributes.href !== undefined;
    case "checked":
      return element.attributes[element.tag === "option" ? "selected" : "checked"] !== undefined;
    case "disabled":
      return element.attributes.disabled !== undefined;
    case "enabled":
      return element.attributes.disabled === undefined;
    case "open":
      return element.attributes.open !== undefined;
    case "defined":
      return true;
    default:
      return undefined;
  }
}

/** Undefined where something in it is not known. */
function meetsList(tokens: readonly Selector[], frame: Frame, effort: Effort): boolean | undefined {
  const compiled = effort.inner.has(tokens) ? effort.inner.get(tokens) : compile(tokens);
  effort.inner.set(tokens, compiled);
  if (!compiled || --effort.left < 0) return false;
  const [only] = compiled.compounds;
  if (compiled.compounds.length > 1) return matches(compiled, frame, effort);
  let known: boolean | undefined = true;
  for (const test of only!.tests) {
    if (--effort.left < 0) return undefined;
    const met = meets(test, frame, effort);
    if (met === false) return false;
    if (met === undefined) known = undefined;
  }
  return known;
}

/** What is inside, or a child of its own where the selector begins with `>`; other ways to stand beside are not looked at. */
function hasBelow(tokens: readonly Selector[], frame: Frame, effort: Effort): boolean {
  const [first] = tokens;
  const isChild = first?.type === "child";
  const rest = isChild || first?.type === "descendant" ? tokens.slice(1) : tokens;
  if (rest.some(isTraversal)) return false;
  const waiting = [frame];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const child of framesIn(next)) {
      if (--effort.left < 0) return false;
      if (meetsList(rest, child, effort) === true) return true;
      if (!isChild) waiting.push(child);
    }
  }
  return false;
}

/** The elements that one holds. */
export function framesIn(parent: Frame): Frame[] {
  const siblings = parent.element.children.filter((child) => typeof child !== "string");
  return siblings.map((element, index) => ({ element, parent, siblings, index }));
}

function meetsOfType(name: string, data: PseudoSelector["data"], { siblings, index, element }: Frame, effort: Effort) {
  effort.left -= siblings.length;
  if (effort.left < 0) return undefined;
  const alike = (from: number, to: number) => siblings.slice(from, to).filter(({ tag }) => tag === element.tag).length;
  const before = alike(0, index);
  const behind = alike(index + 1, siblings.length);
  if (name === "first-of-type") return before === 0;
  if (name === "last-of-type") return behind === 0;
  if (name === "only-of-type") return before + behind === 0;
  return isNth(data, (name === "nth-of-type" ? before : behind) + 1);
}

/** `odd`, `3`, `2n+1`, `-n + 4`. */
function isNth(data: PseudoSelector["data"], place: number): boolean | undefined {
  const text = typeof data === "string" ? data.trim().toLowerCase().replace("odd", "2n+1").replace("even", "2n") : "";
  const [, step, offset] = /^(?:([+-]?\d*)n)?\s*([+-]?\s*\d+)?$/.exec(text) ?? [];
  if (text === "" || (step === undefined && offset === undefined)) return undefined;
  const every = step === undefined ? 0 : step === "" || step === "+" ? 1 : step === "-" ? -1 : Number(step);
  const first = Number((offset ?? "0").replace(/\s/g, ""));
  if (every === 0) return place === first;
  return (place - first) % every === 0 && (place - first) / every >= 0;
}

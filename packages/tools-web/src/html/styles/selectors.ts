import { type AttributeSelector, isTraversal, parse, type Selector } from "css-what";
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

/** The selectors of a rule as a browser reads them, without those of parts of elements; none of what is no selector. */
export function compileSelectors(selectors: string): Compiled[] {
  let lists: Selector[][];
  try {
    lists = parse(selectors);
  } catch {
    return [];
  }
  return lists.flatMap((tokens) => (levelsOf(tokens) > mostLevels ? [] : (compile(tokens) ?? [])));
}

/** Lists in lists, as of `:not(:is(a, :not(b)))`; what goes deeper means nothing here. */
const mostLevels = 10;

function levelsOf(tokens: readonly Selector[], above = 0): number {
  if (above > mostLevels) return above;
  const inner = tokens.flatMap((token) => (token.type === "pseudo" && Array.isArray(token.data) ? token.data : []));
  return inner.reduce((most, list) => Math.max(most, levelsOf(list, above + 1)), above);
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

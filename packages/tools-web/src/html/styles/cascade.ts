import { TokenType, tokenize } from "@csstools/css-tokenizer";
import type { Element } from "../tree.ts";
import { type Declaration, readDeclaration, readRules } from "./read-rules.ts";
import { type CompiledSelector, compileSelectors, indexRules, selectorOptions, styleOptions } from "./selectors.ts";
import { isWide, longhandsOf } from "./values.ts";

/** Custom properties of an element; those it does not set are inherited. */
export type Variables = Readonly<Record<string, string>>;

/** The properties of one element that are set, by the rules of the page and by its own attributes. */
export interface Declared {
  readonly values: ReadonlyMap<string, string>;
  readonly variables: Variables;
}

export interface Cascade {
  /** Undefined where nothing is set. `isValid` tells what a browser would pass over. */
  declared(
    element: Element,
    variables: Variables,
    isValid: (name: string, value: string) => boolean,
  ): Declared | undefined;
  /** True when there is more in the page's rules than was tried. */
  isCut(): boolean;
}

interface Rule {
  readonly compiled: CompiledSelector;
  readonly declarations: readonly Declaration[];
  readonly layer: number;
  readonly order: number;
}

/** Steps that matching selectors takes on one page. */
const maxSteps = 5_000_000;
/** Characters of a value once variables are put in, and variables inside one another. */
const longestValue = 2_000;
const deepestVariable = 20;

/** Work out which rules hold for which elements of a tree, which must not change meanwhile. */
export function openCascade(
  sheets: readonly string[],
  parents: ReadonlyMap<Element, Element>,
  { isQuirky }: { readonly isQuirky: boolean },
): Cascade {
  let left = maxSteps;
  const spend = (steps: number) => {
    left -= steps;
    if (left < 0) throw new RangeError("The style sheets of the page are too expensive to match.");
  };
  const options = styleOptions(selectorOptions(parents, spend), isQuirky);
  const { rules, isCut } = readRules(sheets);
  const all = rules.flatMap(({ selector, declarations, layer }, order) =>
    compileSelectors(selector, options).map((compiled): Rule => ({ compiled, declarations, layer, order })),
  );
  const candidates = indexRules(all, isQuirky);
  const inline = new Map<string, readonly Declaration[]>();

  function ownOf(style: string): readonly Declaration[] {
    const known = inline.get(style) ?? readStyle(style);
    inline.set(style, known);
    return known;
  }

  return {
    isCut: () => isCut || left < 0,
    declared(element, around, isValid) {
      const { style } = element.attributes;
      if (all.length === 0 && style === undefined) return undefined;
      const found: Weighed[] = [];
      if (all.length > 0) {
        for (const rule of candidates(element)) {
          left -= 2;
          if (left < 0) break;
          if (rule.compiled.matches(element)) found.push(...weigh(rule));
        }
        // To put them in order and to work them out costs as well.
        left -= 3 * found.length;
      }
      if (style !== undefined) {
        for (const declaration of ownOf(style)) {
          const rank = Number.POSITIVE_INFINITY;
          found.push({ declaration, rank, specificity: 0, order: Number.MAX_SAFE_INTEGER });
        }
      }
      if (found.length === 0) return undefined;
      found.sort(byWeight);
      const variables = variablesOf(found, around);
      const values = new Map<string, string>();
      const put = ({ name, value }: Declaration) => {
        const isOpen = value.includes("var(");
        const plain = isOpen ? substitute(value, variables, 0)?.toLowerCase().trim() : value;
        // What has no value then is as if it were not set at all.
        const whole = plain === undefined || plain === "" ? "unset" : plain;
        for (const [longhand, part] of longhandsOf(name, whole)) {
          if (isWide(part) || isValid(longhand, part)) values.set(longhand, part);
          else if (isOpen) values.set(longhand, "unset");
        }
      };
      for (const { declaration } of found) if (!declaration.name.startsWith("--")) put(declaration);
      return { values, variables };
    },
  };
}

interface Weighed {
  readonly declaration: Declaration;
  /** By layers; those of the element itself outrank all. */
  readonly rank: number;
  readonly specificity: number;
  readonly order: number;
}

const weigh = ({ compiled, declarations, layer, order }: Rule): Weighed[] =>
  declarations.map((declaration) => {
    // Among what is important, the first layer wins.
    const rank = declaration.isImportant ? -layer : layer;
    return { declaration, rank, specificity: compiled.specificity, order };
  });

function byWeight(one: Weighed, other: Weighed): number {
  const important = Number(one.declaration.isImportant) - Number(other.declaration.isImportant);
  if (important !== 0) return important;
  if (one.rank !== other.rank) return one.rank < other.rank ? -1 : 1;
  return one.specificity - other.specificity || one.order - other.order;
}

/** The declarations of a style attribute. */
function readStyle(style: string): readonly Declaration[] {
  const found: Declaration[] = [];
  const tokens = tokenize({ css: style.slice(0, 20_000) });
  let from = 0;
  let depth = 0;
  tokens.forEach(([type], at) => {
    if (type === TokenType.OpenCurly || type === TokenType.OpenParen || type === TokenType.Function) depth++;
    else if (type === TokenType.CloseCurly || type === TokenType.CloseParen) depth = Math.max(0, depth - 1);
    if (type !== TokenType.EOF && (type !== TokenType.Semicolon || depth > 0)) return;
    let first = from;
    while (first < at && (tokens[first]![0] === TokenType.Whitespace || tokens[first]![0] === TokenType.Comment))
      first++;
    const declaration = readDeclaration(tokens.slice(first, at));
    if (declaration) found.push(declaration);
    from = at + 1;
  });
  return found;
}

function variablesOf(found: readonly Weighed[], around: Variables): Variables {
  const own = found.filter(({ declaration }) => declaration.name.startsWith("--"));
  if (own.length === 0) return around;
  const made: Record<string, string> = Object.create(around);
  for (const { declaration } of own) made[declaration.name] = declaration.value;
  // Those that name others are worked out here: what is inherited is the result.
  for (const { declaration } of own) {
    const { name } = declaration;
    const value = made[name] ?? "";
    if (value.includes("var(")) made[name] = substitute(value, made, 0, name) ?? "";
  }
  return made;
}

/** A value with its variables put in; undefined where one has no value, or there is no end to them. */
function substitute(value: string, variables: Variables, depth: number, from?: string): string | undefined {
  if (depth > deepestVariable || value.length > longestValue) return undefined;
  let out = "";
  let at = 0;
  for (;;) {
    const begin = value.indexOf("var(", at);
    if (begin < 0) break;
    const end = closing(value, begin + 3);
    const inner = value.slice(begin + 4, end);
    const comma = inner.indexOf(",");
    const name = (comma < 0 ? inner : inner.slice(0, comma)).trim();
    const isKnown = name.startsWith("--") && name !== from;
    const set = isKnown ? variables[name] : undefined;
    const meant = set !== undefined && set !== "initial" ? set : comma < 0 ? undefined : inner.slice(comma + 1).trim();
    const plain = meant === undefined ? undefined : substitute(meant, variables, depth + 1, from);
    if (plain === undefined) return undefined;
    out += value.slice(at, begin) + plain;
    if (out.length > longestValue) return undefined;
    at = end + 1;
  }
  return out + value.slice(at);
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return text.length;
}

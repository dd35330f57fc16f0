import { type CSSToken, TokenType, tokenize } from "@csstools/css-tokenizer";
import { matchesMedia } from "./media.ts";
import { splitOutside } from "./values.ts";

/** A rule that holds for the screen of a desktop computer. */
export interface StyleRule {
  readonly selector: string;
  readonly declarations: readonly Declaration[];
  /** The place of its cascade layer; rules in none come after all of them. */
  readonly layer: number;
}

export interface StyleSheets {
  readonly rules: readonly StyleRule[];
  /** There is more in the sheets than was read. */
  readonly isCut: boolean;
}

/** Characters of all sheets of a page, and rules in them, that are read. */
const maxCharacters = 2_000_000;
const maxRules = 30_000;
/** Rules inside one another. */
const maxDepth = 30;
/** Characters of a selector, which grows with what it is in. */
const longestSelector = 10_000;

interface Surroundings {
  readonly parent: string | undefined;
  readonly layer: string;
  readonly depth: number;
  /** Under a condition that is not evaluated. */
  readonly isMaybe: boolean;
}

/** Read style sheets as a browser does: what is malformed is passed over. Takes time that grows with their length. */
export function readRules(sheets: readonly string[]): StyleSheets {
  const rules: (Omit<StyleRule, "layer"> & { readonly layer: string })[] = [];
  const layers = new Map<string, number>();
  let isCut = false;
  let unnamed = 0;
  let left = maxCharacters;
  for (const css of sheets) {
    if (css.length > left) isCut = true;
    const tokens = tokenize({ css: css.slice(0, left) });
    left = Math.max(0, left - css.length);
    const ends = blockEnds(tokens);
    readBlock(tokens, ends, 0, tokens.length, { parent: undefined, layer: "", depth: 0, isMaybe: false });
  }
  const layerOf = (name: string) => (name === "" ? Number.MAX_SAFE_INTEGER : (layers.get(name) ?? 0));
  return {
    rules: rules.map((rule) => ({ ...rule, layer: layerOf(rule.layer) })),
    isCut,
  };

  /** Rules between two places, and outside of any, or in one, declarations; those are returned. */
  function readBlock(tokens: readonly CSSToken[], ends: Int32Array, from: number, to: number, around: Surroundings) {
    const own: Declaration[] = [];
    for (let at = from; at < to; ) {
      const [type] = tokens[at]!;
      if (isBetween(type)) at++;
      else {
        let stop = at;
        while (stop < to && tokens[stop]![0] !== TokenType.OpenCurly && !isEnd(tokens[stop]![0], around, type)) {
          stop = Math.max(stop, Math.min(ends[stop]!, to - 1)) + 1;
        }
        const opens = stop < to && tokens[stop]![0] === TokenType.OpenCurly;
        const prelude = tokens.slice(at, stop);
        const end = opens ? Math.min(ends[stop]!, to) : stop;
        const isProperty = around.parent !== undefined && startsProperty(prelude, opens);
        if (isProperty) {
          // A custom property may hold a block; no other one does.
          const last = opens ? nextSemicolon(tokens, ends, end, to) : stop;
          const found = readDeclaration(opens ? tokens.slice(at, last) : prelude);
          if (found && (!around.isMaybe || isRevealing(found))) own.push(found);
          at = last + 1;
          continue;
        }
        if (type === TokenType.AtKeyword) {
          readAtRule(tokens, ends, prelude, opens ? [stop + 1, end] : undefined, around);
        } else if (opens) readStyleRule(tokens, ends, rawOf(prelude), stop + 1, end, around);
        at = end + 1;
      }
    }
    return own;
  }

  function readStyleRule(
    tokens: readonly CSSToken[],
    ends: Int32Array,
    prelude: string,
    from: number,
    to: number,
    around: Surroundings,
  ) {
    const selector = nested(prelude, around.parent);
    if (around.depth >= maxDepth || rules.length >= maxRules || selector.length > longestSelector) {
      isCut = true;
      return;
    }
    // In the place where it begins, before what is nested in it.
    const place = rules.length;
    const inside = { ...around, parent: selector, depth: around.depth + 1 };
    const declarations = readBlock(tokens, ends, from, to, inside);
    if (declarations.length > 0) rules.splice(place, 0, { selector, declarations, layer: around.layer });
  }

  function readAtRule(
    tokens: readonly CSSToken[],
    ends: Int32Array,
    [keyword, ...rest]: readonly CSSToken[],
    block: readonly [number, number] | undefined,
    around: Surroundings,
  ) {
    const name = keyword?.[0] === TokenType.AtKeyword ? keyword[4].value.toLowerCase() : "";
    const prelude = rawOf(rest).trim();
    if (name === "layer" && !block) {
      for (const one of prelude.split(",")) openLayer(inLayer(around.layer, one.trim()));
    }
    if (!block) return;
    if (around.depth >= maxDepth) {
      isCut = true;
      return;
    }
    const inside = { ...around, depth: around.depth + 1 };
    const [from, to] = block;
    if (name === "layer") {
      const layer = inLayer(around.layer, prelude === "" ? `#${++unnamed}` : prelude);
      openLayer(layer);
      readInside(tokens, ends, from, to, { ...inside, layer });
    } else if (name === "media" || name === "supports" || name === "container") {
      const met = name === "media" ? matchesMedia(prelude) : undefined;
      if (met !== false) readInside(tokens, ends, from, to, { ...inside, isMaybe: around.isMaybe || !met });
    } else if (name === "scope") {
      const root = /^\(([^()]*)\)/.exec(prelude)?.[1];
      readBlock(
        tokens,
        ends,
        from,
        to,
        root === undefined ? inside : { ...inside, parent: nested(root, around.parent) },
      );
    }
  }

  /** The same place in the tree of rules: declarations inside belong to the rule around, in the order of the sheet. */
  function readInside(tokens: readonly CSSToken[], ends: Int32Array, from: number, to: number, around: Surroundings) {
    const own = readBlock(tokens, ends, from, to, around);
    if (around.parent === undefined || own.length === 0) return;
    rules.push({ selector: around.parent, declarations: own, layer: around.layer });
  }

  function openLayer(name: string) {
    if (!layers.has(name)) layers.set(name, layers.size);
  }
}

/** Where the block ends that begins at each token; the token itself for all others. What is never closed ends with the sheet. */
function blockEnds(tokens: readonly CSSToken[]): Int32Array {
  const ends = new Int32Array(tokens.length);
  const open: number[] = [];
  const waits: TokenType[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const [type] = tokens[index]!;
    ends[index] = index;
    const end = closes.get(type);
    if (end !== undefined) {
      open.push(index);
      waits.push(end);
    } else if (type === waits[waits.length - 1]) {
      ends[open.pop()!] = index;
      waits.pop();
    }
  }
  for (const index of open) ends[index] = tokens.length;
  return ends;
}

const closes: ReadonlyMap<TokenType, TokenType> = new Map([
  [TokenType.OpenCurly, TokenType.CloseCurly],
  [TokenType.OpenParen, TokenType.CloseParen],
  [TokenType.Function, TokenType.CloseParen],
  [TokenType.OpenSquare, TokenType.CloseSquare],
]);

const between = new Set<TokenType>([
  TokenType.Whitespace,
  TokenType.Comment,
  TokenType.Semicolon,
  TokenType.CDO,
  TokenType.CDC,
  TokenType.EOF,
]);
const isBetween = (type: TokenType) => between.has(type);

/** A semicolon ends declarations and rules with an @; at the top level, only a block ends a style rule. */
const isEnd = (type: TokenType, { parent }: Surroundings, first: TokenType) =>
  type === TokenType.EOF || (type === TokenType.Semicolon && (parent !== undefined || first === TokenType.AtKeyword));

function nextSemicolon(tokens: readonly CSSToken[], ends: Int32Array, from: number, to: number): number {
  let at = from + 1;
  while (at < to && tokens[at]![0] !== TokenType.Semicolon) at = Math.max(at, Math.min(ends[at]!, to - 1)) + 1;
  return Math.min(at, to);
}

/** `name:`, and no block behind it unless the property is a custom one: `a:hover {` begins a rule. */
function startsProperty(prelude: readonly CSSToken[], opens: boolean): boolean {
  const [first, ...rest] = prelude;
  if (first?.[0] !== TokenType.Ident) return false;
  const next = rest.find(([type]) => type !== TokenType.Whitespace && type !== TokenType.Comment);
  return next?.[0] === TokenType.Colon && (!opens || first[4].value.startsWith("--"));
}

const rawOf = (tokens: readonly CSSToken[]): string =>
  tokens.map(([type, raw]) => (type === TokenType.Comment ? "" : raw)).join("");

const inLayer = (outer: string, name: string): string => (outer === "" ? name : `${outer}.${name}`);

/** A selector in what it is nested in: `&` is the rule around, and where there is none the selector is below it. */
function nested(selector: string, parent: string | undefined): string {
  const bare = selector.trim();
  if (parent === undefined || parent === "") return bare;
  const whole = `:is(${parent})`;
  return splitOutside(bare, ",")
    .map((one) => {
      const own = one.trim();
      if (own.includes("&")) return own.split("&").join(whole);
      return `${whole} ${own}`;
    })
    .join(", ");
}

/** One property as it was written: lower case except for custom properties, without comments and escapes. */
export interface Declaration {
  readonly name: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** Properties that decide whether text is seen; all others are passed over. Shorthands stand for what they set. */
const relevant = new Set(
  [
    "display visibility opacity content-visibility clip clip-path position inset left right top bottom",
    "margin margin-left margin-top text-indent width height max-width max-height min-width min-height",
    "padding padding-top padding-bottom overflow overflow-x overflow-y font font-size animation animation-name",
  ].flatMap((names) => names.split(" ")),
);

/** Declarations that show something, whatever else holds. */
const revealing =
  /^(display:(?!none$)|(content-)?visibility:visible$|opacity:(1|0?\.[1-9])|position:static$|clip:auto$|clip-path:none$|overflow(-[xy])?:visible$|(max-)?(width|height):(auto|none|\d\d)|(left|right|top|bottom|inset|margin(-left|-top)?|text-indent):(auto|0)|font-size:(\d\d|[1-9][\d.]*r?em))/;

/** Under a condition that is not evaluated, what shows counts and what hides does not: text that a reader may see is kept. */
const isRevealing = ({ name, value }: Declaration): boolean => revealing.test(`${name}:${value}`);

/** Characters of a value that are kept; none that matters here is longer. */
const longestValue = 2_000;

/** The declaration that some tokens are, if its property matters here. */
export function readDeclaration(tokens: readonly CSSToken[]): Declaration | undefined {
  const [first, ...rest] = tokens;
  if (first?.[0] !== TokenType.Ident) return undefined;
  const written = first[4].value;
  const isCustom = written.startsWith("--");
  const name = isCustom ? written : written.toLowerCase();
  if (!isCustom && !relevant.has(name)) return undefined;
  const colon = rest.findIndex(([type]) => type !== TokenType.Whitespace && type !== TokenType.Comment);
  if (rest[colon]?.[0] !== TokenType.Colon) return undefined;
  let value = rest
    .slice(colon + 1)
    .map(textOf)
    .join("")
    .trim();
  const isImportant = /!\s*important$/i.test(value);
  if (isImportant) value = value.replace(/!\s*important$/i, "").trim();
  if (value.length > longestValue || (value === "" && !isCustom)) return undefined;
  return { name, value: isCustom ? value : value.toLowerCase(), isImportant };
}

function textOf(token: CSSToken): string {
  switch (token[0]) {
    case TokenType.Comment:
      return "";
    case TokenType.Whitespace:
      return " ";
    case TokenType.Ident:
      return token[4].value;
    case TokenType.Function:
      return `${token[4].value}(`;
    case TokenType.Hash:
      return `#${token[4].value}`;
    case TokenType.URL:
      return "url()";
    case TokenType.EOF:
      return "";
    default:
      return token[1];
  }
}

import type { CodeImport } from "../../code-import.ts";
import { type Tokens, token } from "../../scan/tokens.ts";
import type { Family, FoundDefinition } from "../_family.ts";
import { tokenizer } from "../_lazy-family.ts";
import { type LineRules, lineOutline } from "../_line-outline.ts";
import { doubleQuoted, singleQuoted } from "../_words.ts";

const outlineRules: LineRules = {
  methods: true,
  closer: /^end\b/,
  rules: [
    { pattern: /^\s*class\s+<<\s*(?<name>self)\b/, kind: "class", block: "indent" },
    { pattern: /^\s*class\s+(?<name>(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*)/, kind: "class", block: "indent", holds: true },
    { pattern: /^\s*module\s+(?<name>(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*)/, kind: "module", block: "indent", holds: true },
    {
      pattern:
        /^\s*(?:(?:private|protected|public|module_function|private_class_method|memoize)\s+)?def\s+(?:self\.|(?<container>[A-Z]\w*)\.)?(?<name>[A-Za-z_]\w*[?!=]?(?!\w)|\[\]=?|[+\-*/%<>!=~^&|]+@?|`)/,
      kind: "function",
      block: "indent",
      isExported: (_, line) => !/^\s*(?:private|protected)/.test(line),
    },
    {
      pattern: /^\s*(?<name>[A-Z]\w*)\s*(?:\|\|)?=(?![=~>])\s*(?:Class|Struct|Data)\.(?:new|define)/,
      kind: "class",
      block: "indent",
      holds: true,
    },
    { pattern: /^\s*(?<name>[A-Z]\w*)\s*(?:\|\|)?=(?![=~>])/, kind: "constant" },
    {
      pattern:
        /^\s*(?:attr_(?:reader|writer|accessor)|attribute|has_many|has_one|belongs_to|scope|delegate)\s*\(?\s*:(?<name>\w+[?!]?)/,
      kind: "property",
    },
    {
      pattern: /^\s*(?:alias_method|alias|define_method|def_delegator)\s*\(?\s*:?(?<name>[a-z_]\w*[?!=]?)/,
      kind: "function",
    },
    { pattern: /^\s*(?:multi)?task\s+:?(?<name>\w+)/, kind: "function", block: "indent" },
    { pattern: /^\s*namespace\s+:(?<name>\w+)\s+do/, kind: "namespace", block: "indent", holds: true },
  ],
};

export const ruby: Family = {
  tokens: tokenizer({
    lineComments: ["#"],
    blockComments: [{ open: "=begin", close: "=end" }],
    strings: [
      { ...doubleQuoted, lines: true, hole: "#{" },
      { ...singleQuoted, lines: true },
      { open: "`", close: "`", escapes: true, hole: "#{" },
    ],
    wordSigns: "@$",
    wordEnds: "?!",
    heredoc: /<<[~-]?["'`]?([A-Z_]\w*)["'`]?/y,
    specialSigns: "/%?:",
    special,
  }),
  outline: (tokens) =>
    moreNames(
      tokens,
      hidePrivate(
        tokens,
        lineOutline(tokens, outlineRules).filter(({ name }) => name !== "self"),
      ),
    ),
  imports,
};

const beforeRegex = new Set(
  "if unless when while until and or not return puts in then elsif match split gsub sub scan".split(" "),
);

function special(text: string, at: number, previous: number, word: string, dead: Map<string, number>): number {
  const next = text[at + 1] ?? "";
  if (text[at] === "?")
    return /^\?[\w]$|^\?[^\s\w]/.test(text.slice(at, at + 2)) &&
      !/\w/.test(text[at + 2] ?? "") &&
      previous !== 1 &&
      previous !== token.closeParen
      ? at + 2
      : 0;
  if (text[at] === ":")
    return /[\w"]/.test(next) && text[at - 1] !== ":" && next !== '"'
      ? at + 1 + /^\w+[?!=]?(?!>)/.exec(text.slice(at + 1, at + 200))![0].length
      : 0;
  const isValue =
    previous === 1
      ? !beforeRegex.has(word)
      : previous === token.closeParen ||
        previous === token.closeBracket ||
        previous === token.closeBrace ||
        previous === 2 ||
        previous === 3;
  if (text[at] === "%") {
    const open = /^%(?:[wWiIqQrxs]?)([{([<|!/])/.exec(text.slice(at, at + 3));
    if (!open || (isValue && (open[0].length < 3 || /\s/.test(next)))) return 0;
    return endOfDelimited(text, at + open[0].length, open[1]!, dead);
  }
  if (isValue && !(previous === 1 && /\s/.test(text[at - 1] ?? "") && !/[\s=]/.test(next))) return 0;
  for (let end = at + 1; end < text.length && end < at + 2000 && text[end] !== "\n"; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === "/") return end + 1;
  }
  return 0;
}

/** Characters of a literal in brackets of one's choice. */
const longest = 20_000;

/** The end of such a literal; 0 when it is not closed, and then none is looked for in what was read. */
function endOfDelimited(text: string, from: number, open: string, dead: Map<string, number>): number {
  if ((dead.get(`%${open}`) ?? 0) > from) return 0;
  const last = Math.min(text.length, from + longest);
  const close = { "{": "}", "(": ")", "[": "]", "<": ">" }[open] ?? open;
  let depth = 1;
  for (let at = from; at < last; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === close && --depth === 0) return at + 1;
    else if (text[at] === open && close !== open) depth++;
  }
  dead.set(`%${open}`, last);
  return 0;
}

/** Methods behind a lone `private` or `protected` are not exported. */
function hidePrivate(tokens: Tokens, found: readonly FoundDefinition[]): readonly FoundDefinition[] {
  const sections = [...tokens.text.matchAll(/^([ \t]*)(private|protected|public)[ \t]*(?:#.*)?$/gm)];
  if (sections.length === 0) return found;
  const holders = found.filter(({ kind }) => kind === "class" || kind === "module");
  return found.map((one) => {
    if (one.kind !== "method") return one;
    const holder = holders.findLast(({ start, end }) => start < one.start && end >= one.end);
    const section = sections.findLast(({ index }) => index < one.start && index > (holder?.start ?? 0));
    return section &&
      section[2] !== "public" &&
      !holders.some(({ start, end }) => end < one.start && section.index > start && section.index < end)
      ? { ...one, exported: false }
      : one;
  });
}

/** `attr_reader :a, :b` defines all of them. */
function moreNames(tokens: Tokens, found: readonly FoundDefinition[]): readonly FoundDefinition[] {
  return found.flatMap((one) => {
    if (one.kind !== "property") return [one];
    const line = tokens.text.slice(one.start, one.end);
    if (!line.startsWith("attr_")) return [one];
    return [...line.matchAll(/:(\w+[?!]?)/g)].map((match) => ({
      ...one,
      name: match[1]!,
      nameStart: one.start + match.index + 1,
    }));
  });
}

function imports(tokens: Tokens): readonly Omit<CodeImport, "line">[] {
  return [
    ...tokens.text.matchAll(
      /^[ \t]*(require|require_relative|load|autoload)\b[ \t(]*(?::(\w+),\s*)?["']([^"'\n]+)["']/gm,
    ),
  ].map((match) => ({
    specifier: match[1] === "require_relative" && !match[3]!.startsWith(".") ? `./${match[3]}` : match[3]!,
    names: [{ name: "*", as: match[2] ?? "*" }],
    start: match.index + match[0].search(/\S/),
    kind: "require" as const,
  }));
}

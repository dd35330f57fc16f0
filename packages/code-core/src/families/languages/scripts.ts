import type { CodeImport } from "../../code-import.ts";
import { type Tokens, token, tokenAt } from "../../scan/tokens.ts";
import type { Family } from "../_family.ts";
import { tokenizer } from "../_lazy-family.ts";
import { type LineRules, lineOutline } from "../_line-outline.ts";
import { doubleQuoted, singleQuoted } from "../_words.ts";

const shellOutline: LineRules = {
  rules: [
    { pattern: /^\s*@test\s+(?<name>"(?:[^"\\]|\\.)*"|'[^']*'|\S+)\s*\{/, kind: "test", block: "braces" },
    { pattern: /^\s*function\s+(?<name>[^\s(){}<>"'$&;|]+)\s*(?:\(\s*\))?/, kind: "function", block: "braces" },
    { pattern: /^\s*(?<name>[A-Za-z_][^\s(){}<>"'$&;|=]*)\s*\(\s*\)/, kind: "function", block: "braces" },
    { pattern: /^\s*alias\s+(?<name>[\w.-]+)=/, kind: "function" },
    { pattern: /^(?:(?:export|readonly|declare|typeset)\s+(?:-\w+\s+)*)?(?<name>[A-Za-z_]\w*)\+?=/, kind: "variable" },
  ],
};

export const shell: Family = {
  tokens: tokenizer({
    strings: [
      { ...doubleQuoted, lines: true },
      { open: "'", close: "'", lines: true },
    ],
    lineComments: ["#"],
    commentsAfterBlank: true,
    heredoc: /<<-?[ \t]*\\?["']?([A-Za-z_]\w*)["']?/y,
    wordSigns: "$",
    specialSigns: "\\<",
    special: (text, at) => (text[at] === "\\" ? at + 2 : text.startsWith("<<<", at) ? at + 3 : 0),
  }),
  outline: (tokens) =>
    lineOutline(tokens, shellOutline).map((one) => ({ ...one, name: one.name.replace(/^["']|["']$/g, "") })),
  imports: (tokens) =>
    byPattern(tokens, /^[ \t]*(?:source|\.|load|bats_load_library)[ \t]+["']?([^\s"';|&)]+)/gm, "include", (path) =>
      /^[./$~]/.test(path) ? path : `./${path}`,
    ),
};

export const powershell: Family = {
  tokens: tokenizer({
    lineComments: ["#"],
    blockComments: [{ open: "<#", close: "#>" }],
    strings: [
      { open: '@"', close: '\n"@', lines: true },
      { open: "@'", close: "\n'@", lines: true },
      { open: '"', close: '"', lines: true },
      { open: "'", close: "'", lines: true, doubled: true },
    ],
    wordSigns: "$",
    specialSigns: "`",
    special: (_, at) => at + 2,
  }),
  outline: (tokens) =>
    lineOutline(tokens, {
      methods: true,
      rules: [
        {
          pattern: /^\s*(?:function|filter|workflow)\s+(?:(?:global|script|local|private):)?(?<name>[\w-]+)/i,
          kind: "function",
          block: "braces",
        },
        { pattern: /^\s*class\s+(?<name>\w+)/i, kind: "class", block: "braces", holds: true },
        { pattern: /^\s*enum\s+(?<name>\w+)/i, kind: "enum", block: "braces", holds: true },
        {
          pattern: /^\s+(?:(?:static|hidden)\s+)*(?:\[[\w.[\]]+\]\s*)?(?<name>[A-Za-z_]\w*)\s*\([^)]*\)\s*\{/,
          kind: "function",
          block: "braces",
        },
        { pattern: /^\s+(?:(?:static|hidden)\s+)*\[[\w.[\]]+\]\s*\$(?<name>\w+)\s*(?:=|;|$)/, kind: "field" },
        { pattern: /^(?:\[[\w.[\]]+\]\s*)?\$(?:(?:global|script):)?(?<name>\w+)\s*=/i, kind: "variable" },
      ],
    }),
  imports: (tokens) =>
    byPattern(
      tokens,
      /^[ \t]*(?:\.[ \t]+|Import-Module[ \t]+(?:-Name[ \t]+)?|using[ \t]+module[ \t]+)["']?([^\s"';]+)/gim,
      "include",
      (path) => path.replace(/^\$PSScriptRoot[\\/]/i, "./").replace(/\\/g, "/"),
    ),
};

export const lua: Family = {
  tokens: tokenizer({
    lineComments: ["--"],
    blockComments: [
      { open: "--[[", close: "]]" },
      { open: "--[==[", close: "]==]" },
    ],
    strings: [
      { open: "[[", close: "]]", lines: true },
      { open: "[==[", close: "]==]", lines: true },
      doubleQuoted,
      singleQuoted,
    ],
  }),
  outline: (tokens) =>
    lineOutline(tokens, {
      methods: true,
      closer: /^(?:end\b|\})/,
      rules: [
        { pattern: /^\s*local\s+function\s+(?<name>\w+)/, kind: "function", block: "indent", isExported: () => false },
        { pattern: /^\s*function\s+(?:(?<container>[\w.]+)[.:])?(?<name>\w+)\s*\(/, kind: "function", block: "indent" },
        {
          pattern: /^\s*local\s+(?<name>\w+)\s*=\s*function\b/,
          kind: "function",
          block: "indent",
          isExported: () => false,
        },
        {
          pattern: /^\s*(?:(?<container>[\w.]+)[.:])?(?<name>\w+)\s*=\s*function\b/,
          kind: "function",
          block: "indent",
        },
        {
          pattern: /^(?:local\s+)?(?<name>\w+)\s*(?:<\w+>)?\s*=\s*\{\s*$/,
          kind: "variable",
          block: "indent",
          holds: true,
        },
        {
          pattern: /^(?:local\s+)?(?<name>\w+)\s*(?:<\w+>)?\s*=(?!=)/,
          kind: "variable",
          isExported: (_, line) => !line.startsWith("local"),
        },
      ],
    }),
  imports: (tokens) => byPattern(tokens, /(?:local\s+(\w+)\s*=\s*)?\brequire\s*\(?\s*["']([^"'\n]+)["']/g, "require"),
};

export const elixir: Family = {
  tokens: tokenizer({
    lineComments: ["#"],
    strings: [
      { open: '"""', close: '"""', lines: true, escapes: true },
      { ...doubleQuoted, lines: true, hole: "#{" },
      singleQuoted,
    ],
    wordEnds: "?!",
    wordSigns: "@",
  }),
  outline: (tokens) => {
    const seen = new Set<string>();
    return lineOutline(tokens, {
      methods: true,
      closer: /^end\b/,
      rules: [
        { pattern: /^\s*defmodule\s+(?<name>[\w.]+)/, kind: "module", block: "indent", holds: true },
        { pattern: /^\s*defprotocol\s+(?<name>[\w.]+)/, kind: "interface", block: "indent", holds: true },
        { pattern: /^\s*defimpl\s+(?<name>[\w.]+)/, kind: "implementation", block: "indent", holds: true },
        {
          pattern: /^\s*(?:defmacrop?|defguardp?)\s+(?<name>\w+[?!]?)/,
          kind: "macro",
          block: "indent",
          isExported: (_, line) => !/p\s/.test(line),
        },
        {
          pattern: /^\s*(?:def|defp|defdelegate|defn|defnp)\s+(?<name>[a-z_]\w*[?!]?)/,
          kind: "function",
          block: "indent",
          isExported: (_, line) => !/defn?p\s/.test(line),
        },
        { pattern: /^\s*@(?:type|typep|opaque)\s+(?<name>\w+)/, kind: "type" },
        { pattern: /^\s*@(?:macro)?callback\s+(?<name>\w+[?!]?)/, kind: "method" },
      ],
    }).filter(({ name, container, kind }) => {
      const key = `${kind} ${container}.${name}`;
      return !seen.has(key) && seen.add(key);
    });
  },
  imports: (tokens) => byPattern(tokens, /^[ \t]*(?:alias|import|use|require)[ \t]+([A-Z][\w.]*)/gm, "import"),
};

export const haskell: Family = {
  tokens: tokenizer({
    lineComments: ["-- ", "--|", "---"],
    blockComments: [{ open: "{-", close: "-}", nested: true }],
    strings: [doubleQuoted],
    wordEnds: "'",
  }),
  outline: (tokens) => {
    const seen = new Set<string>();
    return lineOutline(tokens, {
      rules: [
        { pattern: /^module\s+(?<name>[\w.]+)/, kind: "module" },
        {
          pattern: /^(?:data|newtype)\s+(?:family\s+|instance\s+)?(?:.*=>\s*)?(?<name>[A-Z][\w']*)/,
          kind: "type",
          block: "indent",
        },
        { pattern: /^type\s+(?:family\s+|instance\s+)?(?<name>[A-Z][\w']*)/, kind: "type", block: "indent" },
        { pattern: /^class\s+(?:.*=>\s*)?(?<name>[A-Z][\w']*)/, kind: "interface", block: "indent", holds: true },
        {
          pattern: /^(?:foreign\s+import\b.*?\s)?(?<name>[a-z_][\w']*|\([^\w\s()]+\))(?:\s*,\s*[a-z_][\w']*)*\s*::/,
          kind: "function",
          block: "indent",
        },
        { pattern: /^\s+(?<name>[a-z_][\w']*)\s*::/, kind: "method" },
        { pattern: /^(?<name>[a-z_][\w']*)(?:\s+[^=|\n]*)?\s*(?:=|\|)(?!=)/, kind: "function", block: "indent" },
      ],
    }).filter(
      ({ name, container }) =>
        !/^(?:module|import|infix[lr]?|deriving|instance)$/.test(name) &&
        !seen.has(`${container}.${name}`) &&
        seen.add(`${container}.${name}`),
    );
  },
  imports: (tokens) => byPattern(tokens, /^import\s+(?:qualified\s+)?([A-Z][\w.]*)/gm, "import"),
};

export const sql: Family = {
  tokens: tokenizer({
    lineComments: ["--"],
    blockComments: [{ open: "/*", close: "*/", nested: true }],
    strings: [
      { open: "'", close: "'", doubled: true, lines: true },
      { open: "$$", close: "$$", lines: true },
    ],
  }),
  outline(tokens) {
    const create =
      /\bcreate\s+(?:or\s+(?:replace|alter)\s+)?(?:(?:global|local|temp|temporary|unlogged|unique|materialized|recursive|external|virtual|constraint|clustered|nonclustered|definer\s*=\s*\S+)\s+)*(table|view|function|procedure|proc|trigger|index|type|schema|sequence|domain|database|role|extension|policy|package(?:\s+body)?)\s+(?:if\s+not\s+exists\s+)?(?:concurrently\s+)?((?:["`[]?[\w$]+["`\]]?\s*\.\s*)*["`[]?[\w$]+["`\]]?)/gi;
    const inComment = commentTest(tokens);
    const isCode = (offset: number) => !inComment(offset) && tokens.start[tokenAt(tokens, offset)] === offset;
    return [...tokens.text.matchAll(create)]
      .filter(({ index }) => isCode(index))
      .flatMap((match) => {
        const parts = match[2]!.split(".").map((part) => part.replace(/["`[\]\s]/g, ""));
        const name = parts.pop()!;
        const word = match[1]!.toLowerCase();
        const kind = /^(?:table|view)$/.test(word)
          ? "table"
          : /^(?:function|proc|procedure|trigger)/.test(word)
            ? "function"
            : /^(?:schema|database|package)/.test(word)
              ? "namespace"
              : /^(?:type|domain)$/.test(word)
                ? "type"
                : "object";
        const nameStart = match.index + match[0].lastIndexOf(name);
        return [
          {
            name,
            kind,
            container: parts.join("."),
            exported: true,
            nameStart,
            start: match.index,
            end: endOfSql(tokens, match.index),
            bodyStart: match.index + match[0].length,
          } as const,
        ];
      });
  },
};

/** The `;` that ends the statement at an offset. */
function endOfSql(tokens: Tokens, from: number): number {
  const first = tokenAt(tokens, from - 1) + 1;
  for (let at = first; at < tokens.count; at++) {
    if (tokens.type[at] === token.semicolon) return tokens.end[at]!;
    if (at > first && tokens.first[at] === 1 && /^create$/i.test(tokens.text.slice(tokens.start[at]!, tokens.end[at]!)))
      return tokens.end[at - 1]!;
    if (tokens.match[at]! > at) at = tokens.match[at]! - 1;
  }
  return tokens.text.length;
}

function commentTest({ comments }: Tokens): (offset: number) => boolean {
  let next = 0;
  return (offset) => {
    while (next < comments.length && comments[next + 1]! <= offset) next += 2;
    return next < comments.length && comments[next]! <= offset;
  };
}

function byPattern(
  tokens: Tokens,
  pattern: RegExp,
  kind: CodeImport["kind"],
  change: (path: string) => string = (path) => path,
): Omit<CodeImport, "line">[] {
  const inComment = commentTest(tokens);
  return [...tokens.text.matchAll(pattern)]
    .filter(({ index }) => !inComment(index))
    .map((match) => ({
      specifier: change(match[2] ?? match[1]!),
      names: [{ name: "*", as: match[2] ? (match[1] ?? "*") : "*" }],
      start: match.index + match[0].search(/\S/),
      kind,
    }));
}

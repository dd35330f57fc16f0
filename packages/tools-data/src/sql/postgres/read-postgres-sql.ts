import { ToolError } from "@holdall/tool-core";
import { endOfComment } from "../parse/end-of-comment.ts";

/** What the words of one SELECT say. */
export interface PostgresWords {
  /** The query without a semicolon at its end. */
  readonly sql: string;
  /** Every name that brackets follow: functions, and names of tables with columns. */
  readonly calls: readonly string[];
  readonly names: readonly string[];
  readonly isOrdered: boolean;
}

/** Characters of a query. */
const maxSql = 100_000;
/** Bytes of a name; the server cuts longer ones, which would then be other names. */
const maxName = 63;

/** White space and comments, as the server skips them; nested comments are read by hand. */
const blank = /[ \t\n\r\f\v]+|--[^\n\r]*/y;
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const dollar = /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

/**
 * Split one SELECT into words as the server does. Throws `invalid_input` for other statements, for several of them, and for
 * spellings in which a name could be hidden.
 */
export function readPostgresSql(written: string): PostgresWords {
  const sql = written.trim().replace(/;\s*$/, "");
  if (sql.length > maxSql)
    throw new ToolError("too_large", `The query has ${sql.length} characters; the limit is ${maxSql}.`, {
      hint: "Write it shorter, for example with a join instead of a list of values.",
    });
  const calls = new Set<string>();
  const names = new Set<string>();
  let at = 0;
  let depth = 0;
  let first: string | undefined;
  let last: { readonly name: string; readonly isQuoted: boolean } | undefined;
  let isOrdered = false;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(sql)?.[0];
  };
  /** Pass over a text in quotes; two of them stand for one. */
  const quoted = (quote: string, escapes: boolean): string => {
    const start = ++at;
    for (; ; at++) {
      if (at >= sql.length) throw unfinished(quote);
      if (escapes && sql[at] === "\\") at++;
      else if (sql[at] === quote) {
        if (sql[at + 1] !== quote) break;
        at++;
      }
    }
    return sql.slice(start, at++).replaceAll(quote + quote, quote);
  };
  const skipBlank = (): boolean => {
    const start = at;
    for (;;) {
      const space = match(blank);
      if (space !== undefined) at += space.length;
      else if (sql.startsWith("/*", at)) at = endOfComment(sql, at, () => unfinished("/*"));
      else return at > start;
    }
  };
  const name = (text: string, isQuoted: boolean): void => {
    if (new TextEncoder().encode(text).length > maxName)
      throw wrong(`A name has more than ${maxName} bytes`, "Names of tables, columns and functions are shorter.");
    if (!isQuoted && depth === 0 && text === "by" && last?.name === "order" && !last.isQuoted) isOrdered = true;
    first ??= isQuoted ? '"' : text;
    names.add(text);
    last = { name: text, isQuoted };
  };
  while (at < sql.length) {
    if (skipBlank()) continue;
    const char = sql[at]!;
    if (char === "\0") throw wrong("There is a zero byte in the query", "Remove it.");
    if (/u&["']/iy.test(sql.slice(at, at + 3)))
      throw wrong("Text and names with U& are not available", "Write the characters themselves.");
    if (/e'/iy.test(sql.slice(at, at + 2))) {
      at++;
      quoted("'", true);
      if (skipBlank() && sql[at] === "'")
        throw wrong("A text continues after E'…'", "Join texts with ||, or write one of them.");
      last = undefined;
      continue;
    }
    const found = match(word);
    if (found !== undefined) {
      at += found.length;
      name(
        found.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
        false,
      );
      continue;
    }
    if (char === '"') {
      name(quoted('"', false), true);
      continue;
    }
    const tag = match(dollar);
    if (char === "'") quoted("'", false);
    else if (tag !== undefined) {
      const end = sql.indexOf(tag, at + tag.length);
      if (end < 0) throw unfinished(tag);
      at = end + tag.length;
    } else if (char === "$")
      throw wrong("Parameters such as $1 have no values here", "Write the values into the query.");
    else if (char === ";")
      throw wrong(
        "There are several statements; one call runs one",
        "Call once for each, or use WITH for steps of one query.",
      );
    else {
      if (char === "(") {
        depth++;
        if (last) calls.add(last.name);
      }
      if (char === ")" && --depth < 0) throw wrong("A bracket is closed that was not opened", "Correct the query.");
      if (first === undefined && char !== "(") first = char;
      at++;
    }
    last = undefined;
  }
  if (depth > 0) throw wrong("A bracket is not closed", "Correct the query.");
  if (!["select", "with", "values", "table"].includes(first ?? "")) throw notSelect(first ?? "");
  return { sql, calls: [...calls], names: [...names], isOrdered };
}

const wrong = (what: string, hint: string): ToolError => new ToolError("invalid_input", `${what}.`, { hint });

const unfinished = (quote: string): ToolError =>
  wrong(`The query ends within ${quote.slice(0, 20)}`, `Close it; within a text, write '' for '.`);

const notSelect = (first: string): ToolError =>
  new ToolError(
    "invalid_input",
    `${first.slice(0, 30).toUpperCase() || "This statement"} is not available: only SELECT queries are run.`,
    {
      hint: /^(show|describe|desc|explain)$/.test(first)
        ? "Leave `sql` out to see the tables, their columns and first rows."
        : "Start with SELECT, WITH, VALUES or TABLE. To write a result to a file, set output_path.",
    },
  );

import { endOfComment } from "../parse/end-of-comment.ts";
import { severalStatements, tooLong, wrongSql } from "../parse/sql-errors.ts";

/** A word of a query, and where it stands. Names without quotes are in lower case in `fold`. */
export interface SqlWord {
  readonly kind: "name" | "text" | "sign";
  readonly text: string;
  /** The name as it is compared with keywords; empty for all that is no name without quotes. */
  readonly fold: string;
  readonly start: number;
  readonly end: number;
}

const blank = /[ \t\n\r\f\v]+|--[^\n\r]*/y;
const name = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const number = /\d[\w.]*/y;
const dollar = /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
/** Signs that are one word. */
const sign = /:=|=>|::|\S/y;

/**
 * Split one statement into words, as the engine does. Throws `invalid_input` for several statements, for brackets and quotes
 * that do not match, and for parameters.
 */
export function readWords(sql: string): SqlWord[] {
  tooLong(sql);
  const words: SqlWord[] = [];
  const open: string[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(sql)?.[0];
  };
  const add = (kind: SqlWord["kind"], text: string, end: number, fold = ""): void => {
    words.push({ kind, text, fold, start: at, end });
    at = end;
  };
  while (at < sql.length) {
    const space = match(blank);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    if (sql.startsWith("/*", at)) {
      at = endOfComment(sql, at, () => unfinished("/*"));
      continue;
    }
    const char = sql[at]!;
    if (char === "\0") throw wrongSql("there is a zero byte in it");
    if (/^u&["']/i.test(sql.slice(at, at + 3))) throw wrongSql("text and names with U& are not available");
    if (/^e'/i.test(sql.slice(at, at + 2))) {
      const end = endOfQuoted(sql, at + 1, true);
      add("text", sql.slice(at + 2, end - 1), end);
      continue;
    }
    const found = match(name);
    if (found !== undefined) {
      add("name", found, at + found.length, found.toLowerCase());
      continue;
    }
    const digits = match(number);
    if (digits !== undefined) {
      add("sign", digits, at + digits.length);
      continue;
    }
    if (char === '"' || char === "'") {
      const end = endOfQuoted(sql, at, false);
      add(char === '"' ? "name" : "text", sql.slice(at + 1, end - 1).replaceAll(char + char, char), end);
      continue;
    }
    const tag = match(dollar);
    if (tag !== undefined) {
      const end = sql.indexOf(tag, at + tag.length);
      if (end < 0) throw unfinished(tag);
      add("text", sql.slice(at + tag.length, end), end + tag.length);
      continue;
    }
    if (char === "$") throw wrongSql("parameters such as $1 have no values here");
    if (char === ";") throw severalStatements(sql.split(";").length);
    if (pairs[char] !== undefined) open.push(pairs[char]);
    else if (")]}".includes(char) && open.pop() !== char) throw wrongSql(`a ${char} has nothing that it closes`);
    add("sign", match(sign)!, at + match(sign)!.length);
  }
  const missing = open.pop();
  if (missing !== undefined) throw wrongSql(`a ${missing} is missing`);
  return words;
}

const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Behind the quote that ends a text; two of them stand for one. */
function endOfQuoted(sql: string, start: number, escapes: boolean): number {
  const quote = sql[start]!;
  for (let at = start + 1; at < sql.length; at++) {
    if (escapes && sql[at] === "\\") at++;
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1;
      at++;
    }
  }
  throw unfinished(quote);
}

const unfinished = (quote: string) => wrongSql(`it ends within ${quote.slice(0, 20)}`);

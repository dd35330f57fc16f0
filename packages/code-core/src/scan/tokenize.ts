import { bracketMatcher } from "./_bracket-matcher.ts";
import { type CompiledRules, kinds } from "./_compiled-rules.ts";
import { type StringScan, scanString } from "./_scan-string.ts";
import { tokenList } from "./_token-list.ts";
import type { StringRule } from "./lexical-rules.ts";
import { type Tokens, token } from "./tokens.ts";

const newline = 10;
const backslash = 92;

/** Split a text into tokens and match its brackets: never throws, in time linear in the text's length. */
export function tokenize(text: string, rules: CompiledRules): Tokens {
  const length = text.length;
  const list = tokenList(Math.max(64, length >> 2));
  const comments: number[] = [];
  const brackets = bracketMatcher(list);
  const holes: StringRule[] = [];
  const scan: StringScan = { text, dead: new Map() };
  let heredocs: RegExpMatchArray[] = [];
  let first = true;
  let previous: number = token.none;
  let previousWord = "";
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;

  const emit = (type: number, start: number, end: number) => {
    const index = list.push(type, start, end, first);
    first = false;
    previous = type;
    previousWord = "";
    return index;
  };
  const skipHeredocs = (from: number) => {
    let line = from;
    for (const [, mark = ""] of heredocs) {
      const start = line;
      while (line < length) {
        const end = endOfLine(text, line);
        const same = text.slice(line, end).trim();
        line = Math.min(length, end + 1);
        if (same === mark || (same.startsWith(mark) && /^[;,)\]]/.test(same.slice(mark.length)))) break;
      }
      emit(token.string, start, line);
    }
    heredocs = [];
    return line;
  };
  const string = (rule: StringRule, start: number, from: number, raw = false): number => {
    const end = scanString(scan, rule, from, raw);
    if (end < 0) return -1;
    emit(token.string, start, end);
    if (rule.hole && end < length && text.startsWith(rule.hole, end)) {
      const after = end + rule.hole.length;
      brackets.open(emit(token.hole, end, after), rule.hole.endsWith("(") ? 41 : 125, rule);
      holes.push(rule);
      return after;
    }
    return end;
  };

  while (at < length) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? rules.kind[code]! : rules.isWordCode(code) ? kinds.word : kinds.blank;
    if (kind === kinds.blank) {
      at++;
      continue;
    }
    if (kind === kinds.newline) {
      first = true;
      at++;
      if (heredocs.length > 0 && code === newline) at = skipHeredocs(at);
      continue;
    }
    if (code < 128 && rules.special[code] === 1) {
      const end = rules.rules.special?.(text, at, previous, previousWord, scan.dead) ?? 0;
      if (end !== 0) {
        emit(end > 0 ? token.string : token.word, at, Math.abs(end));
        if (end < 0) previousWord = text.slice(at, -end);
        at = Math.abs(end);
        continue;
      }
    }
    if (kind === kinds.word) {
      let end = at + 1;
      while (end < length && rules.continues(text.charCodeAt(end))) end++;
      if (end < length && rules.ends(text.charCodeAt(end)) && text.charCodeAt(end + 1) !== 61) end++;
      const next = text.charCodeAt(end);
      if (rules.prefixes && next < 128 && rules.opens[next] && end - at <= 3) {
        const prefix = rules.prefixes.get(text.slice(at, end).toLowerCase());
        const rule = prefix && rules.stringAt(text, end);
        if (prefix && rule) {
          const variant = prefix.hole ? rules.variant(rule, prefix.hole) : rule;
          const after = string(variant, at, end + rule.open.length, prefix.raw ?? false);
          if (after >= 0) {
            at = after;
            continue;
          }
        }
      }
      emit(token.word, at, end);
      previousWord = end - at < 12 ? text.slice(at, end) : "";
      at = end;
      continue;
    }
    if (kind === kinds.digit) {
      const end = endOfNumber(text, at, rules);
      emit(token.number, at, end);
      at = end;
      continue;
    }
    if (rules.opens[code]) {
      const comment = rules.commentEnd(text, at);
      if (comment > 0) {
        comments.push(at, comment);
        for (let i = at; !first && i < comment; i++) if (text.charCodeAt(i) === newline) first = true;
        at = comment;
        continue;
      }
      if (rules.rules.heredoc && code === 60) {
        rules.rules.heredoc.lastIndex = at;
        const found = rules.rules.heredoc.exec(text);
        if (found) {
          heredocs.push(found);
          emit(token.string, at, at + found[0].length);
          at += found[0].length;
          continue;
        }
      }
      const rule = rules.stringAt(text, at);
      if (rule) {
        const end = string(rule, at, at + rule.open.length);
        if (end >= 0) {
          at = end;
          continue;
        }
      }
    }
    if (code === 35 && first && rules.rules.directives) {
      const end = endOfDirective(text, at);
      brackets.directive(emit(token.directive, at, end), text.slice(at + 1, Math.min(end, at + 40)).trim());
      at = end;
      continue;
    }
    const width = kind === kinds.operator ? operatorWidth(text, at, code) : 1;
    if (width > 1) {
      emit(operatorType(text, at, code), at, at + width);
      at += width;
      continue;
    }
    const index = emit(code, at, ++at);
    if (code === 40 || code === 91 || code === 123) brackets.open(index, code === 40 ? 41 : code + 2);
    else if (code === 41 || code === 93 || code === 125) {
      const rule = brackets.close(index, code);
      if (rule) {
        holes.pop();
        const end = string({ ...rule, open: "" }, at, at);
        if (end >= 0) at = end;
      }
    }
    if (code === backslash && text.charCodeAt(at) === newline) at++;
  }
  brackets.finish();
  return list.finish(text, comments);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function endOfDirective(text: string, from: number): number {
  let end = endOfLine(text, from);
  while (end < text.length && (text[end - 1] === "\\" || text.startsWith("\\\r", end - 2)))
    end = endOfLine(text, end + 1);
  return end;
}

function endOfNumber(text: string, from: number, rules: CompiledRules): number {
  let end = from + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (rules.continues(code) && code !== 36 && code !== 45) continue;
    const next = text.charCodeAt(end + 1);
    if (code === 46 && next >= 48 && next <= 57) continue;
    break;
  }
  return end;
}

function operatorWidth(text: string, at: number, code: number): number {
  const next = text.charCodeAt(at + 1);
  if (code === 61) return next === 62 ? 2 : next === 61 ? (text.charCodeAt(at + 2) === 61 ? 3 : 2) : 1;
  if (code === 33) return next === 61 ? (text.charCodeAt(at + 2) === 61 ? 3 : 2) : 1;
  if (code === 60) return next === 61 ? 2 : 1;
  if (code === 45) return next === 62 ? 2 : 1;
  if (code === 58) return next === 58 || next === 61 ? 2 : 1;
  if (code === 46) return next === 46 ? (text.charCodeAt(at + 2) === 46 ? 3 : 2) : 1;
  if (code === 63) return next === 46 && !(text.charCodeAt(at + 2) >= 48 && text.charCodeAt(at + 2) <= 57) ? 2 : 1;
  return 1;
}

function operatorType(text: string, at: number, code: number): number {
  if (code === 61) return text.charCodeAt(at + 1) === 62 ? token.arrow : token.compare;
  if (code === 45) return token.thinArrow;
  if (code === 58) return text.charCodeAt(at + 1) === 58 ? token.path : token.define;
  if (code === 46) return text.charCodeAt(at + 2) === 46 ? token.spread : token.range;
  return code === 63 ? token.optionalDot : token.compare;
}

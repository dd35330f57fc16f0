import type { LexicalRules, StringRule } from "./lexical-rules.ts";

export const kinds = { sign: 0, word: 1, digit: 2, blank: 3, newline: 4, operator: 5 } as const;

/** Lexical rules as tables by character code. */
export interface CompiledRules {
  readonly rules: LexicalRules;
  readonly kind: Uint8Array;
  /** 1 where a comment, string or here-document may begin. */
  readonly opens: Uint8Array;
  readonly special: Uint8Array;
  readonly prefixes: ReadonlyMap<string, { readonly raw?: boolean; readonly hole?: string }> | undefined;
  continues(code: number): boolean;
  ends(code: number): boolean;
  isWordCode(code: number): boolean;
  /** Where the comment at an offset ends; 0 when none begins there. */
  commentEnd(text: string, at: number): number;
  stringAt(text: string, at: number): StringRule | undefined;
  /** The same kind of string with code inside. */
  variant(rule: StringRule, hole: string): StringRule;
}

export function compileRules(rules: LexicalRules): CompiledRules {
  const kind = new Uint8Array(128);
  const opens = new Uint8Array(128);
  const special = new Uint8Array(128);
  const wordEnd = new Uint8Array(128);
  for (let code = 0; code <= 32; code++) kind[code] = kinds.blank;
  kind[127] = kinds.blank;
  kind[10] = kind[13] = kinds.newline;
  for (const sign of "=!<-:.?") kind[sign.charCodeAt(0)] = kinds.operator;
  for (let code = 48; code < 58; code++) kind[code] = kinds.digit;
  for (let code = 65; code < 91; code++) kind[code] = kind[code + 32] = kinds.word;
  for (const sign of `_${rules.wordSigns ?? ""}`) kind[sign.charCodeAt(0)] = kinds.word;
  for (const sign of rules.wordEnds ?? "") wordEnd[sign.charCodeAt(0)] = 1;
  for (const sign of rules.specialSigns ?? "") special[sign.charCodeAt(0)] = 1;
  const lineComments = rules.lineComments ?? [];
  const blockComments = rules.blockComments ?? [];
  const strings = [...(rules.strings ?? [])].sort((a, b) => b.open.length - a.open.length);
  for (const open of [
    ...lineComments,
    ...blockComments.map((rule) => rule.open),
    ...strings.map((rule) => rule.open),
  ]) {
    opens[open.charCodeAt(0)] = 1;
  }
  if (rules.heredoc) opens[60] = 1;
  const dash = rules.wordSigns?.includes("-") ?? false;
  if (dash) kind[45] = kinds.sign;
  const continues = (code: number) => {
    if (code >= 128) return isWordCode(code);
    const of = kind[code];
    return of === kinds.word || of === kinds.digit || (dash && code === 45);
  };
  const variants = new Map<StringRule, StringRule>();
  return {
    rules,
    kind,
    opens,
    special,
    prefixes: rules.prefixes && new Map(Object.entries(rules.prefixes)),
    continues,
    ends: (code) => code < 128 && wordEnd[code] === 1,
    isWordCode,
    commentEnd(text, at) {
      for (const { open, close, nested } of blockComments) {
        if (text.startsWith(open, at)) return endOfBlock(text, at, open, close, nested ?? false);
      }
      for (const open of lineComments) {
        if (!text.startsWith(open, at)) continue;
        if (rules.commentsAfterBlank && at > 0 && !/[\s;&|(]/.test(text[at - 1]!)) continue;
        const end = text.indexOf("\n", at);
        return end < 0 ? text.length : end;
      }
      return 0;
    },
    stringAt: (text, at) => strings.find(({ open }) => text.startsWith(open, at)),
    variant(rule, hole) {
      const known = variants.get(rule);
      if (known) return known;
      const made = { ...rule, hole };
      variants.set(rule, made);
      return made;
    },
  };
}

/** Letters beyond ASCII; blanks, general punctuation and the byte order mark are not. */
function isWordCode(code: number): boolean {
  if (code < 0xaa) return false;
  return !((code >= 0x2000 && code <= 0x206f) || code === 0x3000 || code === 0xfeff || code === 0xd7 || code === 0xf7);
}

function endOfBlock(text: string, at: number, open: string, close: string, nested: boolean): number {
  let depth = 1;
  let from = at + open.length;
  let end = -1;
  while (depth > 0) {
    if (end < from) end = text.indexOf(close, from);
    if (end < 0) return text.length;
    if (nested) {
      const inner = text.indexOf(open, from);
      if (inner >= 0 && inner < end) {
        depth++;
        from = inner + open.length;
        continue;
      }
    }
    depth--;
    from = end + close.length;
  }
  return from;
}

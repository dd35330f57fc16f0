/** Where a text stands: what comes before and after it on its line, and whether brackets must not close a link. */
export interface TextPlace {
  readonly before: string;
  readonly after: string;
  readonly isInLink: boolean;
}

const special = /[\\`*_[\]<&!~]/;
const word = /[\p{L}\p{N}]/u;

/** Text such that a Markdown reader sees these characters and no markup; no more is escaped than that takes. */
export function escapeText(text: string, { before, after, isInLink }: TextPlace): string {
  if (!special.test(text)) return text;
  let out = "";
  let copied = 0;
  for (let i = 0; i < text.length; i++) {
    if (!special.test(text[i]!)) continue;
    const previous = i > 0 ? text[i - 1]! : before;
    const next = i + 1 < text.length ? text[i + 1]! : after;
    if (!mustEscape(text, i, previous, next, isInLink)) continue;
    out += `${text.slice(copied, i)}\\`;
    copied = i;
  }
  return out + text.slice(copied);
}

function mustEscape(text: string, i: number, previous: string, next: string, isInLink: boolean): boolean {
  switch (text[i]) {
    case "\\":
      return next === "" || next === "\n" || /[!-/:-@[-`{-~]/.test(next);
    case "`":
      return true;
    case "*":
      return !(isBlank(previous) && isBlank(next));
    case "_":
      return !(isBlank(previous) && isBlank(next)) && !(word.test(previous) && word.test(next));
    case "[":
      return isInLink || opensLink(text, i);
    case "]":
      return isInLink || next === "" || next === "(" || next === "[" || next === ":";
    case "!":
      return next === "[" && i + 1 === text.length;
    case "<":
      return /[a-z/!?]/i.test(next) || next === "";
    case "&":
      return /^&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i.test(text.slice(i, i + 40));
    default:
      return previous === "~" || next === "~";
  }
}

/** A footnote or a task box at the start of the line; other brackets are escaped at their end. */
function opensLink(text: string, i: number): boolean {
  return text[i + 1] === "^" || (i === 0 && /^\[[ xX]\]\s/.test(text));
}

function isBlank(character: string): boolean {
  return character === "" || /\s/.test(character);
}

/** Make a line of finished inline Markdown start no block: no heading, list, quote, rule or underline. */
export function escapeLineStart(line: string): string {
  const listed = /^(\d{1,9})([.)])(?=\s|$)/.exec(line);
  if (listed) return `${listed[1]}\\${line.slice(listed[1]!.length)}`;
  if (/^(#{1,6}(\s|$)|[-+*](\s|$)|>|=+\s*$|~~~|-{2,}\s*$|[-_*]( *[-_*]){2,}\s*$|\|)/.test(line)) return `\\${line}`;
  return line;
}

/** The address of a link or image. */
export function escapeAddress(url: string): string {
  const clean = url.trim().replace(/[\n\r\t]/g, "");
  if (clean === "") return "<>";
  const safe = clean
    .replace(/&(?=(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi, "\\&")
    .replace(/\\(?=[!-%'-/:-@[-`{-~])/g, "\\\\");
  if (/[ <>]|\p{Cc}/u.test(safe)) return `<${safe.replace(/[<>]/g, "\\$&")}>`;
  return isBalanced(safe) ? safe : safe.replace(/[()]/g, "\\$&");
}

export function escapeTitle(title: string): string {
  return title
    .replace(/\n\s*\n/g, "\n")
    .replace(/&(?=(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi, "\\&")
    .replace(/\\(?=[!-%'-/:-@[-`{-~])|"/g, "\\$&");
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth++;
    if (character === ")" && --depth < 0) return false;
  }
  return depth === 0;
}

/** Code between as many backticks as it takes. */
export function codeSpan(code: string): string {
  const line = code.replace(/\n/g, " ");
  const fence = fenceFor(line, 1);
  const isPadded = /^`|`$/.test(line) || /^ .*[^ ].* $/.test(line);
  return isPadded ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** A run of backticks that does not occur in the text. */
export function fenceFor(text: string, least: number): string {
  const runs = new Set(text.match(/`+/g)?.map((run) => run.length));
  let length = least;
  while (least === 1 ? runs.has(length) : [...runs].some((run) => run >= length)) length++;
  return "`".repeat(length);
}

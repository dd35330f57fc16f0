interface SourceToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** On another line than the one before. */
  readonly isFirst: boolean;
}

const part =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|[\p{L}\p{N}_$#]+|=>|\?\?|&&|\|\||\.\.\.|[\s\S]/uy;
const regex = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

/** Behind these a value begins, so that `/` begins a regular expression and `async function` is an expression. */
const beforeValue =
  /^(?:[(,=:[!&|?{};+*%<>~^-]|=>|\?\?|&&|\|\||\.\.\.|return|typeof|case|in|of|void|delete|throw|await|yield|new|else|do)$/;

/** Wrap async arrow functions and async function expressions in calls of `name`. Lines stay where they are. */
export function wrapAsync(source: string, name: string): string {
  if (!/\basync\b/.test(source)) return source;
  const parts = partsOf(source);
  const match = bracketsOf(parts);
  const opens = new Map<number, number>();
  const closes = new Map<number, number>();
  for (const [at, { text, start }] of parts.entries()) {
    if (text !== "async" || parts[at - 1]?.text === ".") continue;
    const last = endOf(parts, match, at);
    if (last === undefined) continue;
    opens.set(start, (opens.get(start) ?? 0) + 1);
    const end = parts[last]!.end;
    closes.set(end, (closes.get(end) ?? 0) + 1);
  }
  let out = "";
  let from = 0;
  for (const at of [...new Set([...opens.keys(), ...closes.keys()])].sort((a, b) => a - b)) {
    out += source.slice(from, at) + ")".repeat(closes.get(at) ?? 0) + `${name}(`.repeat(opens.get(at) ?? 0);
    from = at;
  }
  return out + source.slice(from);
}

/** The last part of the function that begins at `async`; undefined where none does. */
function endOf(parts: readonly SourceToken[], match: ReadonlyMap<number, number>, at: number): number | undefined {
  const next = parts[at + 1];
  if (!next || next.isFirst) return undefined;
  if (next.text === "function") {
    if (at === 0 || !beforeValue.test(parts[at - 1]!.text) || /^[{};]$/.test(parts[at - 1]!.text)) return undefined;
    let open = at + 2;
    while (open < parts.length && parts[open]!.text !== "(") open++;
    const body = (match.get(open) ?? Number.NaN) + 1;
    return parts[body]?.text === "{" ? match.get(body) : undefined;
  }
  const arrow = next.text === "(" ? (match.get(at + 1) ?? Number.NaN) + 1 : at + 2;
  if (parts[arrow]?.text !== "=>") return undefined;
  const body = arrow + 1;
  return parts[body]?.text === "{" ? match.get(body) : endOfExpression(parts, match, body);
}

function endOfExpression(
  parts: readonly SourceToken[],
  match: ReadonlyMap<number, number>,
  from: number,
): number | undefined {
  for (let at = from; at < parts.length; at++) {
    const { text, isFirst } = parts[at]!;
    if (/^[,;)\]}]$/.test(text)) return at > from ? at - 1 : undefined;
    // A line that neither ends nor begins with an operator is a statement of its own.
    if (
      isFirst &&
      at > from &&
      !beforeValue.test(parts[at - 1]!.text) &&
      /^[\p{L}\p{N}_$#"'{]/u.test(text) &&
      !/^(?:in|of|instanceof)$/.test(text)
    )
      return at - 1;
    const close = match.get(at);
    if (close !== undefined && close > at) at = close;
  }
  return parts.length > from ? parts.length - 1 : undefined;
}

function partsOf(source: string): readonly SourceToken[] {
  const parts: SourceToken[] = [];
  let isFirst = true;
  let at = 0;
  while (at < source.length) {
    const start = at;
    const before = parts.at(-1)?.text;
    if (source[at] === "`") at = endOfTemplate(source, at);
    else {
      regex.lastIndex = at;
      const isRegex =
        source[at] === "/" &&
        !/^\/[/*]/.test(source.slice(at, at + 2)) &&
        (before === undefined || beforeValue.test(before));
      const found = isRegex ? regex.exec(source)?.[0] : undefined;
      part.lastIndex = at;
      at += (found ?? part.exec(source)?.[0] ?? source[at]!).length;
    }
    const text = source.slice(start, at);
    if (/^(?:\s|\/\/|\/\*)/.test(text)) isFirst ||= text.includes("\n");
    else {
      parts.push({ text, start, end: at, isFirst });
      isFirst = false;
    }
  }
  return parts;
}

/** Behind a template, whose holes may have templates of their own. */
function endOfTemplate(source: string, from: number): number {
  let holes = 0;
  for (let at = from + 1; at < source.length; at++) {
    const char = source[at];
    if (char === "\\") at++;
    else if (holes === 0 && char === "`") return at + 1;
    else if (holes === 0 && char === "$" && source[at + 1] === "{") {
      holes = 1;
      at++;
    } else if (holes > 0 && char === "`") at = endOfTemplate(source, at) - 1;
    else if (holes > 0 && char === "{") holes++;
    else if (holes > 0 && char === "}") holes--;
  }
  return source.length;
}

function bracketsOf(parts: readonly SourceToken[]): ReadonlyMap<number, number> {
  const match = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { text }] of parts.entries()) {
    if (/^[([{]$/.test(text)) open.push(at);
    else if (/^[)\]}]$/.test(text)) {
      const from = open.pop();
      if (from !== undefined) match.set(from, at);
    }
  }
  return match;
}

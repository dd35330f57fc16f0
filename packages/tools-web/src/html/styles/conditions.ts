/** The window that pages are read for, in pixels: that of a desktop computer. */
export const viewport = { width: 1280, height: 800 };

/** True for media that such a screen matches; unknown media do not match. */
export function matchesMedia(query: string): boolean {
  return query.trim() === "" || splitOutside(query, ",").some((one) => matchesQuery(one.trim().toLowerCase()));
}

function matchesQuery(query: string): boolean {
  const [, only, type, rest] = /^(?:(not|only)\s+)?([a-z][\w-]*)(?:\s+and\s+(.*))?$/s.exec(query) ?? [];
  if (type === undefined || type === "not") return isMet(query, feature);
  const met = (type === "all" || type === "screen") && (rest === undefined || isMet(rest, feature));
  return only === "not" ? !met : met;
}

/** Whether `not`, `and` and `or` of conditions in brackets are met. `leaf` evaluates one of them; undefined is not known. */
export function isMet(condition: string, leaf: (text: string) => boolean | undefined): boolean {
  return evaluate(condition, leaf, 0) === true;
}

function evaluate(condition: string, leaf: (text: string) => boolean | undefined, depth: number): boolean | undefined {
  const text = condition.trim();
  if (depth > 20) return undefined;
  const negated = /^not\b(.*)$/is.exec(text)?.[1];
  if (negated !== undefined) {
    const met = evaluate(negated, leaf, depth + 1);
    return met === undefined ? undefined : !met;
  }
  const either = splitOutside(text, " or ");
  if (either.length > 1) return either.some((part) => evaluate(part, leaf, depth + 1) === true);
  const both = splitOutside(text, " and ");
  if (both.length > 1) {
    const results = both.map((part) => evaluate(part, leaf, depth + 1));
    return results.includes(false) ? false : results.includes(undefined) ? undefined : true;
  }
  if (!text.startsWith("(") || !text.endsWith(")")) return leaf(text);
  const inner = text.slice(1, -1).trim();
  return /^\(|^not\b/i.test(inner) ? evaluate(inner, leaf, depth + 1) : leaf(inner);
}

/** The parts of CSS between marks that are in no brackets. */
export function splitOutside(text: string, mark: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "(" || character === "[") depth++;
    else if (character === ")" || character === "]") depth--;
    else if (depth === 0 && text.startsWith(mark, at)) {
      parts.push(text.slice(from, at));
      from = at + mark.length;
      at = from - 1;
    }
  }
  return [...parts, text.slice(from)];
}

const values: Readonly<Record<string, string>> = {
  orientation: "landscape",
  "prefers-color-scheme": "light",
  "prefers-reduced-motion": "no-preference",
  "prefers-contrast": "no-preference",
  "forced-colors": "none",
  "inverted-colors": "none",
  hover: "hover",
  "any-hover": "hover",
  pointer: "fine",
  "any-pointer": "fine",
  scripting: "enabled",
  "display-mode": "browser",
  update: "fast",
  "overflow-block": "scroll",
};

function feature(text: string): boolean | undefined {
  const [, named, wanted] = /^([\w-]+)\s*(?::\s*(.+))?$/s.exec(text) ?? [];
  if (named === undefined) return inRange(text);
  const [, bound, side] = /^(min|max)-(width|height|device-width|device-height)$/.exec(named) ?? [];
  if (wanted === undefined) return named in values || named === "width" || named === "height" || named === "color";
  if (side) {
    const length = pixels(wanted);
    if (length === undefined) return undefined;
    const own = sizeOf(side);
    return bound === "min" ? own >= length : own <= length;
  }
  if (/^(device-)?(width|height)$/.test(named)) return pixels(wanted) === sizeOf(named);
  return named in values ? values[named] === wanted.trim() : undefined;
}

/** `width >= 600px`, `400px <= width < 700px`. */
function inRange(text: string): boolean | undefined {
  const [, low, first, name, second, high] =
    /^(?:([\d.]+\w*)\s*(<=?|>=?)\s*)?(width|height)(?:\s*(<=?|>=?|=)\s*([\d.]+\w*))?$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const own = sizeOf(name);
  const holds = (a: number | undefined, sign: string, b: number | undefined) => {
    if (a === undefined || b === undefined) return undefined;
    return sign === "<" ? a < b : sign === "<=" ? a <= b : sign === ">" ? a > b : sign === ">=" ? a >= b : a === b;
  };
  const left = first === undefined ? true : holds(pixels(low!), first, own);
  const right = second === undefined ? true : holds(own, second, pixels(high!));
  return left === undefined || right === undefined ? undefined : left && right;
}

const sizeOf = (side: string): number => (side.endsWith("width") ? viewport.width : viewport.height);

function pixels(length: string): number | undefined {
  const [, number, unit = ""] = /^([\d.]+)\s*(px|em|rem|)$/.exec(length.trim()) ?? [];
  return number === undefined ? undefined : Number(number) * (unit === "em" || unit === "rem" ? 16 : 1);
}

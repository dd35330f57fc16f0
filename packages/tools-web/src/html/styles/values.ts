/** The window that pages are read for, in pixels: that of a desktop computer. */
export const viewport = { width: 1280, height: 800 };

/** What lengths are measured by, in pixels. */
export interface Measures {
  readonly em: number;
  readonly rem: number;
  /** What 100 % are, where that is known. */
  readonly whole?: number;
}

/** A length in pixels; undefined for what is none, or is not known. `calc` and its like are worked out. */
export function lengthOf(text: string, measures: Measures): number | undefined {
  let at = 0;
  const value = sum(0);
  return value !== undefined && at === text.length && Number.isFinite(value) ? value : undefined;

  function skip() {
    while (text[at] === " ") at++;
  }

  function sum(depth: number): number | undefined {
    let total = product(depth);
    for (;;) {
      const before = at;
      skip();
      const sign = text[at];
      if (total === undefined || (sign !== "+" && sign !== "-") || depth === 0) {
        at = depth === 0 ? before : at;
        return total;
      }
      at++;
      skip();
      const next = product(depth);
      total = next === undefined ? undefined : sign === "+" ? total + next : total - next;
    }
  }

  function product(depth: number): number | undefined {
    let total = single(depth);
    for (;;) {
      const before = at;
      skip();
      const sign = text[at];
      if (total === undefined || (sign !== "*" && sign !== "/") || depth === 0) {
        at = before;
        return total;
      }
      at++;
      skip();
      const next = single(depth);
      total = next === undefined ? undefined : sign === "*" ? total * next : total / next;
    }
  }

  function single(depth: number): number | undefined {
    if (depth > 20) return undefined;
    const rest = text.slice(at, at + 40);
    const [opening, name] = /^(calc|min|max|clamp|abs|)\(/.exec(rest) ?? [];
    if (opening !== undefined && (name !== "" || depth > 0)) {
      at += opening.length;
      const parts: number[] = [];
      for (;;) {
        skip();
        const part = sum(depth + 1);
        if (part === undefined) return undefined;
        parts.push(part);
        skip();
        const mark = text[at++];
        if (mark === ")") break;
        if (mark !== ",") return undefined;
      }
      if (name === "min") return Math.min(...parts);
      if (name === "max") return Math.max(...parts);
      if (name === "clamp") return Math.max(parts[0]!, Math.min(parts[1]!, parts[2] ?? Number.POSITIVE_INFINITY));
      return name === "abs" ? Math.abs(parts[0]!) : parts[0];
    }
    const [written, number, unit = ""] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]+|%)?/.exec(rest) ?? [];
    if (written === undefined) return undefined;
    at += written.length;
    const scale =
      unit === "%" ? (measures.whole === undefined ? Number.NaN : measures.whole / 100) : scaleOf(unit, measures);
    const scaled = Number(number) * scale;
    return Number.isNaN(scaled) ? (Number(number) === 0 ? 0 : undefined) : scaled;
  }
}

function scaleOf(unit: string, { em, rem }: Measures): number {
  const known = { em, rem, ex: em / 2, ch: em / 2, ic: em, lh: em * 1.2, rlh: rem * 1.2, cap: em * 0.7 };
  if (Object.hasOwn(known, unit)) return known[unit as keyof typeof known];
  const [, of] = /^[sld]?v(w|h|i|b|min|max)$/.exec(unit) ?? [];
  if (of) return (of === "w" || of === "i" || of === "max" ? viewport.width : viewport.height) / 100;
  return (
    { "": 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: 0.945, deg: 1, turn: 360, rad: 57.3 }[unit] ??
    Number.NaN
  );
}

/** A number or a share of one, as of opacity. */
export const numberOf = (text: string): number | undefined =>
  lengthOf(text, { em: Number.NaN, rem: Number.NaN, whole: 1 });

/** Sizes of letters by name, in pixels. */
export const fontSizes: Readonly<Record<string, number>> = {
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
  "xxx-large": 48,
  initial: 16,
  revert: 16,
  "revert-layer": 16,
};

/** Values that browsers take for properties of keywords and functions. */
const forms: Readonly<Record<string, RegExp>> = {
  display:
    /^(none|block|inline|inline-block|flex|inline-flex|grid|inline-grid|flow-root|contents|list-item|run-in|ruby[\w-]*|table[\w-]*|inline-table|-webkit-(inline-)?(box|flex)|-ms-\w+|math|(inline|block) \w[\w-]*|\w[\w-]* (inline|block|list-item)|flow|-moz-\w+)$/,
  visibility: /^(visible|hidden|collapse)$/,
  "content-visibility": /^(visible|auto|hidden)$/,
  position: /^(static|relative|absolute|fixed|sticky|-webkit-sticky)$/,
  "overflow-x": /^(visible|hidden|clip|scroll|auto|overlay)$/,
  "overflow-y": /^(visible|hidden|clip|scroll|auto|overlay)$/,
  clip: /^auto$|^rect\(/,
  "clip-path": /^(none|url\(|inset\(|circle\(|ellipse\(|polygon\(|path\(|shape\(|rect\(|xywh\(|[\w-]+-box)/,
};

const lengths =
  /^(left|right|top|bottom|margin-left|margin-top|text-indent|padding-(top|bottom)|((min|max)-)?(width|height))$/;

/** Whether a browser takes this value; what it does not take leaves what was set before. */
export function isValid(name: string, value: string): boolean {
  const form = forms[name];
  if (form) return form.test(value);
  if (name === "opacity") return numberOf(value) !== undefined;
  if (lengths.test(name))
    return /^(auto|none)$|^(min|max|fit)-content|^fit-content\(|^-webkit-/.test(value) || isMeasure(value);
  if (name !== "font-size") return value !== "";
  if (Object.hasOwn(fontSizes, value) || value === "smaller" || value === "larger") return true;
  return isMeasure(value) && !value.startsWith("-");
}

/** A length in any unit, or a share; what cannot be worked out here may be one. */
const isMeasure = (value: string): boolean =>
  lengthOf(value, { em: 16, rem: 16, whole: 100 }) !== undefined ||
  /^(calc|min|max|clamp|env|attr|anchor)\(/.test(value);

const sides = ["top", "right", "bottom", "left"] as const;

/** What a property sets: itself, or the parts that it stands for. Values are in lower case, with variables put in. */
export function longhandsOf(name: string, value: string): readonly (readonly [name: string, value: string])[] {
  switch (name) {
    case "inset":
    case "margin":
    case "padding": {
      const parts = partsOf(value);
      const [top = "", right = top, bottom = top, left = right] = parts;
      const values = [top, right, bottom, left];
      if (parts.length > 4) return [];
      return sides.map((side, index) => [name === "inset" ? side : `${name}-${side}`, values[index]!]);
    }
    case "overflow": {
      const [x = "", y = x] = partsOf(value);
      return [
        ["overflow-x", x],
        ["overflow-y", y],
      ];
    }
    case "font": {
      // A number without a unit is a weight, unless it is 0.
      const size =
        /(?:^|\s)(0|(?:\d+\.?\d*|\.\d+)(?:[a-z]+|%)|calc\(.*?\)|(?:xx?-)?small|medium|(?:x{1,3}-)?large|smaller|larger)(?=\s*\/|\s)/.exec(
          value,
        );
      return [["font-size", size?.[1] ?? (isWide(value) ? value : "")]];
    }
    default:
      return [[name, value]];
  }
}

/** Values that every property takes. */
export const isWide = (value: string): boolean => /^(inherit|initial|unset|revert|revert-layer)$/.test(value);

/** Parts between spaces and slashes that are in no brackets. */
export const partsOf = (value: string): string[] =>
  splitOutside(value.replace(/\s*\/\s*/g, " "), " ").filter((part) => part !== "");

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

/// <reference path="./color-name.d.ts" />
import names from "color-name";
import { splitOutside, viewport } from "./conditions.ts";

/** Red, green and blue from 0 to 255, and how much of what is behind shows, from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

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

/** A written color; `unknown` if it depends on more, undefined if it is not a color. */
export function colorOf(text: string): Color | "unknown" | undefined {
  if (text === "transparent") return [0, 0, 0, 0];
  if (text === "canvas") return white;
  if (text === "canvastext") return black;
  const named = Object.hasOwn(names, text) ? names[text] : undefined;
  if (named) return [...named, 1];
  if (text.startsWith("#")) return hex(text.slice(1));
  const [, name, inner] = /^([\w-]+)\(\s*(.*?)\s*\)$/s.exec(text) ?? [];
  if (name === undefined || inner === undefined) return undefined;
  const parts = inner.split(/[\s,/]+/).filter(Boolean);
  const alpha = parts[3] === undefined ? 1 : numberOf(parts[3]);
  if (/^rgba?$/.test(name) && parts.length >= 3) {
    const channels = parts
      .slice(0, 3)
      .map((part) => (part === "none" ? 0 : lengthOf(part, { em: 0, rem: 0, whole: 255 })));
    return known(channels, alpha);
  }
  if (/^hsla?$/.test(name) && parts.length >= 3) {
    const [hue, saturation, light] = parts
      .slice(0, 3)
      .map((part, index) => (part === "none" ? 0 : lengthOf(part, { em: 0, rem: 0, whole: index === 0 ? 360 : 100 })));
    if (hue === undefined || saturation === undefined || light === undefined) return "unknown";
    return known(fromHsl(hue, saturation / 100, light / 100), alpha);
  }
  // Of other ways to say it the two ends are plain: all light, and none.
  const lightness = /^(ok)?(lab|lch)$/.test(name) ? lengthOf(parts[0] ?? "", { em: 0, rem: 0, whole: 100 }) : undefined;
  const max = name.startsWith("ok") && !parts[0]?.includes("%") ? 1 : 100;
  if (lightness !== undefined && lightness >= max) return known([255, 255, 255], alpha);
  if (lightness !== undefined && lightness <= 0) return known([0, 0, 0], alpha);
  return /^(ok)?(lab|lch)$|^(color|color-mix|light-dark|hwb|device-cmyk)$/.test(name) ? "unknown" : undefined;
}

export const white: Color = [255, 255, 255, 1];
export const black: Color = [0, 0, 0, 1];

const limited = (value: number, max: number) => Math.min(Math.max(value, 0), max);

function known(channels: readonly (number | undefined)[], alpha: number | undefined): Color | "unknown" {
  const [red, green, blue] = channels;
  if (red === undefined || green === undefined || blue === undefined || alpha === undefined) return "unknown";
  return [limited(red, 255), limited(green, 255), limited(blue, 255), limited(alpha, 1)];
}

function hex(digits: string): Color | undefined {
  if (!/^([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined;
  const whole = digits.length < 6 ? digits.replace(/./g, "$&$&") : digits;
  const [red = 0, green = 0, blue = 0, alpha = 255] = whole.match(/../g)!.map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue, alpha / 255];
}

function fromHsl(hue: number, saturation: number, light: number): number[] {
  const amount = limited(saturation, 1) * Math.min(limited(light, 1), 1 - limited(light, 1));
  return [0, 8, 4].map((offset) => {
    const place = (offset + (((hue % 360) + 360) % 360) / 30) % 12;
    return 255 * (limited(light, 1) - amount * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  });
}

/** A color drawn over another one. */
export function over([red, green, blue, alpha]: Color, behind: Color): Color {
  const mixed = (own: number, other: number) => own * alpha + other * (1 - alpha);
  return [mixed(red, behind[0]), mixed(green, behind[1]), mixed(blue, behind[2]), 1];
}

/** Differences of a channel that are not visible. */
const nearness = 16;

export const isLike = (one: Color, other: Color): boolean =>
  [0, 1, 2].every((channel) => Math.abs(one[channel]! - other[channel]!) <= nearness);

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
  transform: /^none$|^[\w-]+\(.*\)$/,
  filter: /^none$|^[\w-]+\(.*\)$/,
};

const numbers = /^(opacity|zoom)$/;
const colors = /^(color|background-color|-webkit-text-fill-color)$/;
const lengths =
  /^(left|right|top|bottom|margin-left|margin-top|text-indent|padding-(top|bottom)|((min|max)-)?(width|height))$/;

/** Whether a browser takes this value; what it does not take leaves what was set before. */
export function isValid(name: string, value: string): boolean {
  const form = forms[name];
  if (form) return form.test(value);
  if (numbers.test(name)) return value === "normal" || numberOf(value) !== undefined;
  if (colors.test(name)) return value === "currentcolor" || colorOf(value) !== undefined;
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
    case "background":
      return background(value);
    case "-webkit-background-clip":
      return [["background-clip", value]];
    case "-webkit-text-stroke": {
      return [["-webkit-text-stroke-width", partsOf(value).find((part) => /^[\d.]/.test(part)) ?? ""]];
    }
    case "-webkit-animation":
    case "animation":
      return [["animation", value]];
    default:
      return [[name, value]];
  }
}

/** Values that every property takes. */
export const isWide = (value: string): boolean => /^(inherit|initial|unset|revert|revert-layer)$/.test(value);

function background(value: string): readonly (readonly [string, string])[] {
  if (isWide(value))
    return [
      ["background-color", value],
      ["background-image", value],
    ];
  const layers = splitOutside(value, ",");
  const last = partsOf(layers.at(-1) ?? "");
  const image = /(^|[\s,])(url|image|image-set|-webkit-image-set|cross-fade|element|[\w-]*gradient)\(/.test(value);
  const color = last.find(
    (part) => part !== "none" && /^(#|[a-z-]+\(|[a-z]+$)/.test(part) && !words.test(part) && !imageLike.test(part),
  );
  return [
    ["background-color", color ?? "transparent"],
    ["background-image", image ? value : "none"],
    ...(/(^|\s)text(\s|,|$)/.test(value) ? [["background-clip", "text"] as const] : []),
  ];
}

const imageLike = /^(url|image|image-set|-webkit-image-set|cross-fade|element|[\w-]*gradient)\(/;
const words =
  /^(repeat|repeat-x|repeat-y|no-repeat|space|round|scroll|fixed|local|left|right|top|bottom|center|cover|contain|auto|border-box|padding-box|content-box|text)$/;

/** Parts between spaces and slashes that are in no brackets. */
export const partsOf = (value: string): string[] =>
  splitOutside(value.replace(/\s*\/\s*/g, " "), " ").filter((part) => part !== "");

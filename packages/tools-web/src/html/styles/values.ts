/// <reference path="./color-name.d.ts" />
import names from "color-name";
import { viewport } from "./conditions.ts";

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

/** A color that is written out; `unknown` for one that depends on more than that, undefined for what is no color. */
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
  const most = name.startsWith("ok") && !parts[0]?.includes("%") ? 1 : 100;
  if (lightness !== undefined && lightness >= most) return known([255, 255, 255], alpha);
  if (lightness !== undefined && lightness <= 0) return known([0, 0, 0], alpha);
  return /^(ok)?(lab|lch)$|^(color|color-mix|light-dark|hwb|device-cmyk)$/.test(name) ? "unknown" : undefined;
}

export const white: Color = [255, 255, 255, 1];
export const black: Color = [0, 0, 0, 1];

const limited = (value: number, most: number) => Math.min(Math.max(value, 0), most);

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

/** Values of a channel that nobody tells apart. */
const nearness = 16;

export const isLike = (one: Color, other: Color): boolean =>
  [0, 1, 2].every((channel) => Math.abs(one[channel]! - other[channel]!) <= nearness);

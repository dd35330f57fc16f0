import { diffLines } from "../edit/diff.ts";
import type { ByteSplice } from "../text/write.ts";

/** How to take one replacement back: put `old` where `length` bytes with `hash` now stand between `head` and `tail`. */
export interface ReverseSplice {
  readonly start: number;
  readonly length: number;
  /** Bytes behind it. */
  readonly rest: number;
  readonly hash: number;
  readonly old: Uint8Array;
  /** Bytes around the replacement; fewer than `AROUND` where the file begins or ends, or where the next one is near. */
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** Bytes around a replacement by which it is found anywhere in a file that others changed. */
const AROUND = 48;

/** Bytes around it that must be there where it is as far from the file's start or end as it was. */
const BESIDE = 8;

/** Places that are looked at before a replacement counts as impossible to find. */
const maxPlaces = 64;

/** What takes the splices that led from `before` to `after` back. Copies what it keeps. */
export function reverseSplices(before: Uint8Array, splices: readonly ByteSplice[], after: Uint8Array): ReverseSplice[] {
  let shift = 0;
  return splices.map(({ start: from, end, bytes }) => {
    const start = from + shift;
    shift += bytes.length - (end - from);
    return {
      start,
      length: bytes.length,
      rest: after.length - start - bytes.length,
      hash: hashBytes(bytes),
      old: copy(before, from, end),
      head: copy(after, Math.max(0, start - AROUND), start),
      tail: copy(after, start + bytes.length, start + bytes.length + AROUND),
    };
  });
}

/** Bytes of their own: those of a Buffer would hold on to the whole file. */
const copy = (bytes: Uint8Array, start: number, end: number): Uint8Array => new Uint8Array(bytes.subarray(start, end));

/** The splices between two contents, by lines where there are some. */
export function bytesDiff(before: Uint8Array, after: Uint8Array): ByteSplice[] {
  const max = Math.min(before.length, after.length);
  const head = sameAhead(before, after, max);
  const from = head === 0 ? 0 : before.lastIndexOf(10, head - 1) + 1;
  const tail = sameBehind(before, after, max - head);
  const [old, fresh] = [before.subarray(from, before.length - tail), after.subarray(from, after.length - tail)];
  return diffLines(asChars(old), asChars(fresh)).map(({ start, end, text }) => ({
    start: from + start,
    end: from + end,
    bytes: Uint8Array.from(text, (char) => char.charCodeAt(0)),
  }));
}

/** How many bytes are the same from the start on, at most `most`. */
function sameAhead(a: Uint8Array, b: Uint8Array, max: number): number {
  let same = 0;
  while (same < max && a[same] === b[same]) same++;
  return same;
}

/** The same from the end on. */
function sameBehind(a: Uint8Array, b: Uint8Array, max: number): number {
  let same = 0;
  while (same < max && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  return same;
}

/** One character for each byte. */
function asChars(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return parts.join("");
}

/** The same splices where they are in the file that was left. */
export const inPlace = (reverse: readonly ReverseSplice[]): ByteSplice[] =>
  reverse.map(({ start, length, old }) => ({ start, end: start + length, bytes: old }));

/** The splices in a file that others changed since, or undefined when one of them no longer has exactly one place. */
export function relocate(current: Uint8Array, reverse: readonly ReverseSplice[]): ByteSplice[] | undefined {
  const placed: ByteSplice[] = [];
  for (const splice of reverse) {
    const start = placeOf(current, splice);
    if (start === undefined || start < (placed.at(-1)?.end ?? 0)) return undefined;
    placed.push({ start, end: start + splice.length, bytes: splice.old });
  }
  return placed;
}

/**
 * Where others only changed what is before or behind it, it kept its distance from an end; else all around it must be
 * as it was.
 */
function placeOf(current: Uint8Array, splice: ReverseSplice): number | undefined {
  const { start, length, rest, head, tail } = splice;
  const kept = [start, current.length - rest - length].filter((at) => stands(current, splice, at, BESIDE));
  if (new Set(kept).size === 1) return kept[0];
  if (head.length + tail.length < AROUND) return undefined;
  const found: number[] = [];
  let looked = 0;
  for (let at = indexOfBytes(current, head, 0); at !== -1; at = indexOfBytes(current, head, at + 1)) {
    if (++looked > maxPlaces) return undefined;
    if (stands(current, splice, at + head.length, AROUND) && found.push(at + head.length) > 1) return undefined;
    if (head.length === 0) break;
  }
  return found[0];
}

/** Whether the replacement is at an offset, with so many bytes around it as they were. */
function stands(current: Uint8Array, { length, hash, head, tail }: ReverseSplice, at: number, around: number): boolean {
  const before = head.subarray(-around);
  if (at < before.length || at + length > current.length) return false;
  if (!startsWith(current, before, at - before.length)) return false;
  if (!startsWith(current, tail.subarray(0, around), at + length)) return false;
  return hashBytes(current.subarray(at, at + length)) === hash;
}

function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  if (wanted.length === 0) return from;
  for (let at = bytes.indexOf(wanted[0]!, from); at !== -1; at = bytes.indexOf(wanted[0]!, at + 1)) {
    if (startsWith(bytes, wanted, at)) return at;
  }
  return -1;
}

function startsWith(bytes: Uint8Array, wanted: Uint8Array, at: number): boolean {
  if (at + wanted.length > bytes.length) return false;
  for (let i = 0; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}

/** 53 bits: two multiplicative hashes of 32 bits, mixed. */
export function hashBytes(bytes: Uint8Array): number {
  let [a, b] = [0xdeadbeef ^ bytes.length, 0x41c6ce57 ^ bytes.length];
  for (let i = 0; i < bytes.length; i++) {
    a = Math.imul(a ^ bytes[i]!, 2654435761);
    b = Math.imul(b ^ bytes[i]!, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

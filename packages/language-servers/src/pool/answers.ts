import type { Path } from "@holdall/tool-core";
import type { Roots } from "../files/roots.ts";
import type { CodeLocation } from "../port/index.ts";
import { packageOf, type WireLocation } from "../protocol/locations.ts";
import { rangeFromWire, splitLines } from "../protocol/positions.ts";
import { readText } from "./documents.ts";
import type { LiveServer } from "./live-server.ts";

/** Locations of one answer. */
const maxLocations = 10_000;

export interface Located {
  readonly items: CodeLocation[];
  /** Locations outside of the roots. */
  outside: number;
  /** False where there were more than are read. */
  complete: boolean;
}

/** What a server has named, as paths of the project; each place once, and nothing outside of the roots. */
export function toLocations(wire: readonly WireLocation[], server: LiveServer, roots: Roots): Located {
  const found: Located = { items: [], outside: 0, complete: wire.length <= maxLocations };
  const seen = new Set<string>();
  const places = new Map<Path, { readonly real: Path; readonly own: Path | undefined }>();
  const placeOf = (path: Path) => {
    const known = places.get(path);
    if (known) return known;
    const real = roots.toReal(path);
    const place = { real, own: roots.fromReal(real) };
    places.set(path, place);
    return place;
  };
  const linesOf = lineReader(server);
  for (const { path, range, whole } of wire.slice(0, maxLocations)) {
    const { real, own } = (path && placeOf(path)) || {};
    if (!real || !own) {
      found.outside++;
      continue;
    }
    const lines = linesOf(real);
    const key = `${own} ${range.start.line} ${range.start.character}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const external = packageOf(real);
    found.items.push({
      path: own,
      range: rangeFromWire(range, lines, server.encoding),
      ...(whole && { whole: rangeFromWire(whole, lines, server.encoding) }),
      ...(external !== undefined && { external }),
    });
  }
  return found;
}

/** The lines of files, where columns cannot be understood without them. */
export function lineReader(server: LiveServer): (real: Path) => readonly string[] | undefined {
  const read = new Map<Path, readonly string[]>();
  return (real) => {
    if (server.encoding === "utf-16") return undefined;
    let lines = server.documents.get(real)?.lines ?? read.get(real);
    if (!lines) {
      lines = splitLines(readText(real) ?? "");
      read.set(real, lines);
    }
    return lines;
  };
}

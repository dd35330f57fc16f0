import type { Path } from "@holdall/tool-core";
import { readRange, type WireRange } from "./positions.ts";
import { fromUri } from "./uris.ts";

export interface WireLocation {
  /** Undefined for what is not a file. */
  readonly path: Path | undefined;
  readonly range: WireRange;
  readonly whole?: WireRange;
}

/** The locations of an answer: null, one Location, several, or LocationLinks. What is neither is left out. */
export function readLocations(answer: unknown): readonly WireLocation[] {
  if (answer === null || answer === undefined) return [];
  return (Array.isArray(answer) ? answer : [answer]).flatMap((value: unknown) => readLocation(value) ?? []);
}

function readLocation(value: unknown): WireLocation | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { uri, range, targetUri, targetRange, targetSelectionRange } = value as Readonly<Record<string, unknown>>;
  if (targetUri !== undefined) {
    const whole = readRange(targetRange);
    const name = readRange(targetSelectionRange) ?? whole;
    return name && { path: fromUri(targetUri), range: name, ...(whole && { whole }) };
  }
  const place = readRange(range);
  return place && { path: fromUri(uri), range: place };
}

/** The package whose installed file it is. */
export function packageOf(path: Path): string | undefined {
  const at = path.lastIndexOf("/node_modules/");
  if (at >= 0) {
    const [first = "", second = ""] = path.slice(at + "/node_modules/".length).split("/");
    return first.startsWith("@") ? `${first}/${second}` : first;
  }
  return /\/(?:site|dist)-packages\/([^/]+)/.exec(path)?.[1]?.replace(/\.pyi?$/, "");
}

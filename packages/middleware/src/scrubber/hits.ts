/** A part of a text that is to be hidden. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** Where what makes it a secret begins: a name such as `token=` before it. */
  readonly from: number;
}

/** What is shown instead of a hidden part. */
export const placeholderOf = ({ name }: Pick<Hit, "name">): string => `[secret ${name}]`;

/** Hits in order; those that overlap become one, named after the first, or the longest of those. */
export function mergeHits(hits: readonly Hit[]): Hit[] {
  const merged: Hit[] = [];
  for (const hit of [...hits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (!last || hit.start >= last.end) merged.push(hit);
    else if (hit.end > last.end || hit.from < last.from)
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, hit.end), from: Math.min(last.from, hit.from) };
  }
  return merged;
}

/** A text with a placeholder for each hit. */
export function coverHits(text: string, hits: readonly Hit[]): string {
  let out = "";
  let at = 0;
  for (const hit of mergeHits(hits)) {
    out += text.slice(at, hit.start) + placeholderOf(hit);
    at = hit.end;
  }
  return at === 0 ? text : out + text.slice(at);
}

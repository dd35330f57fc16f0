/** Replace `[start, end)` of a text. */
export interface TextSplice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Put splices into a text; they must not overlap and come in order. */
export function applySplices(text: string, splices: readonly TextSplice[]): string {
  const out: string[] = [];
  let at = 0;
  for (const splice of splices) {
    out.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  out.push(text.slice(at));
  return out.join("");
}

/** The negative end of a name in backticks, as `special` of lexical rules gives words; 0 where there is none. */
export function quotedWord(text: string, at: number): number {
  if (text[at] !== "`") return 0;
  const end = text.indexOf("`", at + 1);
  return end > at + 1 && end < at + 200 && !text.slice(at, end).includes("\n") ? -(end + 1) : 0;
}

/** Names without the signs that only let them be names: `` `is empty` `` and `r#match`. */
export const withoutTicks = <T extends { readonly name: string }>(symbols: readonly T[]): readonly T[] =>
  symbols.map((one) => (/^`|^r#/.test(one.name) ? { ...one, name: one.name.replace(/^r#|`/g, "") } : one));

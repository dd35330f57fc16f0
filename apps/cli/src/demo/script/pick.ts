/** The first group of a pattern, or all of the match. Throws when the text is not what the script counts on. */
export function pick(text: string | undefined, pattern: RegExp, what: string): string {
  const found = pattern.exec(text ?? "");
  const value = found?.[1] ?? found?.[0];
  if (value === undefined)
    throw new Error(`The demo looked for ${what} and did not find it in:\n${text ?? "(nothing)"}`);
  return value;
}

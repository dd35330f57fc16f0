const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" };

/** A file name of a diff: without a timestamp behind a tab, and out of C quotes, whose octal escapes are UTF-8 bytes, or of JSON's. */
export function unquoteName(written: string): string {
  if (!written.startsWith('"')) return written.split("\t")[0]!.trimEnd();
  const inside = /^"((?:[^"\\]|\\.)*)"/.exec(written)?.[1] ?? written;
  const parts = inside.matchAll(/\\([0-7]{3})|((?:\\u[0-9a-fA-F]{4})+)|\\(.)|([^\\]+)/g);
  const bytes = [...parts].flatMap(([, octal, units, letter, plain = ""]) => {
    if (octal !== undefined) return [Number.parseInt(octal, 8)];
    if (units !== undefined) return [...new TextEncoder().encode(JSON.parse(`"${units}"`) as string)];
    return [...new TextEncoder().encode(letter === undefined ? plain : (escapes[letter] ?? letter))];
  });
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

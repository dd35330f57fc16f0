const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" };

/** A file name of a diff: without a timestamp behind a tab, and out of C quotes, whose octal escapes are UTF-8 bytes. */
export function unquoteName(written: string): string {
  if (!written.startsWith('"')) return written.split("\t")[0]!.trimEnd();
  const inside = /^"((?:[^"\\]|\\.)*)"/.exec(written)?.[1] ?? written;
  const bytes = [...inside.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/g)].flatMap(([, octal, letter, plain]) =>
    octal === undefined
      ? [...new TextEncoder().encode(letter === undefined ? plain : (escapes[letter] ?? letter))]
      : [Number.parseInt(octal, 8)],
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

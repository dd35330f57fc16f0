// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file is about

/** Escape sequences of terminals: CSI; OSC, DCS, SOS, PM and APC that end in their line; two characters. What never ends hides nothing. */
const sequence =
  /\u001b\[[0-?]*[ -/]*[@-~]?|\u001b[\]PX^_][^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]?|\u009b[0-?]*[ -/]*[@-~]?/g;

/** Remove all terminal escape sequences from a text, and count them. */
export function dropSequences(raw: string): { readonly text: string; readonly count: number } {
  if (!/[\u001b\u009b]/.test(raw)) return { text: raw, count: 0 };
  let count = 0;
  const text = raw.replace(sequence, () => {
    count++;
    return "";
  });
  return { text, count };
}

/** What is not seen, or makes others be seen elsewhere: controls, marks of direction, zero width, tags, fillers, selectors. */
const candidate = String.raw`(?![\n\t])[\p{C}\p{DI}\u2028\u2029]`;

/** Scripts whose letters join: one joiner behind a letter decides its form. */
const joining =
  "Arab Syrc Mand Mong Nkoo Phag Rohg Sogd Adlm Mani Phlp Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Mymr Khmr Tibt Java Bali Sund Lana Cham Newa Gran Tirh Modi Sidd Shrd Khoj Sind Mtei Kthi Takr Dogr Gong Gonm Nand Bhks Brah Limb Sylo Saur Batk Kali";
/** Scripts without spaces, where a zero width space shows where a line may break. */
const unspaced = "Thai Laoo Khmr Mymr Lana Java Bali";

const scripts = (names: string) => `[${names.replace(/(\w+) ?/g, String.raw`\p{scx=$1}`)}]`;

/** Where a script or an emoji needs such a character: one, behind what it belongs to. */
const needed = () =>
  [
    String.raw`\r(?=\n)`,
    // Signs of numbers and verses, which are format characters that are seen.
    String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`,
    String.raw`(?=[\p{L}\p{M}])${scripts(joining)}[\u200c\u200d]`,
    String.raw`${scripts(unspaced)}\u200b(?=${scripts(unspaced)})`,
    String.raw`[\p{ExtPict}\p{EMod}\ufe0f]\u200d(?=\p{ExtPict})|\p{ExtPict}[\ufe0e\ufe0f]|[#*0-9]\ufe0f(?=\u20e3)`,
    String.raw`\p{sc=Han}[\ufe00-\ufe02\u{e0100}-\u{e011f}]|[\p{Sm}\p{scx=Mymr}\p{scx=Phag}]\ufe00|[、。，．！：；？][\ufe00\ufe01]`,
    String.raw`(?=\p{L})\p{sc=Mong}(?:[\u180b-\u180d\u180f]|\u180e(?=\p{sc=Mong}))`,
    String.raw`[\u1100-\u115e\ua960-\ua97c]\u1160|\u115f(?=[\u1161-\u11a7])`,
    String.raw`(?=\p{M})\p{scx=Hebr}\u034f`,
    String.raw`[\u{13000}-\u{1345f}][\u{13430}-\u{1343f}]`,
  ].join("|");

/** The flags of England, Scotland and Wales are written with tags; no others are. */
const flag = String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`;

/** Classes of characters take a few milliseconds to read, so they are read when a text needs them. */
const patterns: Record<string, RegExp> = {};
const isLikely = () => (patterns.likely ??= new RegExp(candidate, "u"));
const unneeded = () => (patterns.unneeded ??= new RegExp(`${flag}|(?:${candidate}(?<!${needed()}))+`, "gu"));
const all = () => (patterns.all ??= new RegExp(`(?:${candidate})+`, "gu"));

/**
 * Replace each run of invisible or reordering characters with the text that `write` returns. Characters that a script or an
 * emoji needs stay: joiners and selectors after their letters, `\r` before `\n`. With `everywhere`, only `\n` and `\t` stay.
 */
export function replaceUnseen(
  text: string,
  write: (run: string, at: number) => string,
  { everywhere = false }: { readonly everywhere?: boolean } = {},
): string {
  if (!/[^\n\t -~]/.test(text) || !isLikely().test(text)) return text;
  return text.replace(everywhere ? all() : unneeded(), (run, at: number) =>
    !everywhere && run.startsWith("\u{1f3f4}") ? run : write(run, at),
  );
}

/** Get the numeric name of a character: `<U+202E>`. */
export const characterName = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;

import type { Neutralizer } from "../../html/page/neutral-text.ts";

const named: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", hellip: "…", ndash: "–", mdash: "—" },
  ...{ lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", middot: "·", bull: "•" },
};

/** Marked-up text of an API on one line: tags and entities resolved. */
export function cleanMarkup(text: string, max: number, neutral: Neutralizer): string {
  const bare = text.replace(/<\/?[a-z][^<>]*>/gi, "");
  return cleanText(
    bare.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) =>
      name ? (named[name.toLowerCase()] ?? whole) : character(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
    ),
    max,
    neutral,
  );
}

/** One line without invisible characters, cut visibly at `max` characters. */
export function cleanText(text: string, max: number, neutral: Neutralizer): string {
  const line = neutral.text(text.toWellFormed()).replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  return `${line
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trimEnd()}…`;
}

const character = (code: number): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : "";

import { type Execute, failed, readOptions } from "./command.ts";
import { linesOf, printedBytes, readOperands } from "./operands.ts";

/** Where a key begins or ends: a field, and a character in it; both count from 1. */
interface KeyPosition {
  readonly field: number;
  readonly character: number;
}

interface SortKey {
  readonly start: KeyPosition;
  readonly end: KeyPosition | undefined;
  readonly flags: string;
}

const orders = "nrfbdghMVi";

/** `sort`, by bytes. */
export const sort: Execute = async (args, ctx) => {
  const keys: SortKey[] = [];
  const { flags, rest } = readOptions(
    args.flatMap((word, i) => (isKeyWord(args, i) ? [] : word)),
    "tkoST",
  );
  for (const text of keyTexts(args)) {
    const key = readKey(text);
    if (!key) return failed(`sort: invalid key '${text}'`, 2);
    keys.push(key);
  }
  const has = (letter: string, long: string) => flags.has(letter) || flags.has(long);
  const own = [...orders].filter((letter) => flags.has(letter) || flags.has(longNames[letter] ?? "")).join("");
  const end = has("z", "zero-terminated") ? "\0" : "\n";
  const { operands, errors } = await readOperands("sort", rest, ctx);
  if (errors !== "") return printedBytes("", errors.replace("sort: ", "sort: cannot read: "), 2);
  const separator = flags.get("t") ?? flags.get("field-separator");
  const compareKeys = comparison(keys, own, separator === "\\0" ? "\0" : separator);
  const isStable = has("s", "stable") || has("u", "unique");
  const isReverse = own.includes("r");
  const last = (a: string, b: string) => (a === b ? 0 : a < b !== isReverse ? -1 : 1);
  const compare = (a: string, b: string) => compareKeys(a, b) || (isStable ? 0 : last(a, b));
  const lines = operands.flatMap(({ content }) => linesOf(content, end));
  if (has("c", "check")) {
    const at = lines.findIndex((line, i) => i > 0 && compare(lines[i - 1] ?? "", line) > 0);
    return at < 0 ? printedBytes("") : failed(`sort: ${rest[0] ?? "-"}:${at + 1}: disorder: ${lines[at]}`);
  }
  const sorted = lines.sort(compare);
  const kept = has("u", "unique")
    ? sorted.filter((line, i) => i === 0 || compareKeys(sorted[i - 1] ?? "", line) !== 0)
    : sorted;
  const output = kept.map((line) => line + end).join("");
  const target = flags.get("o") ?? flags.get("output");
  if (!target) return printedBytes(output);
  await ctx.fs.writeFile(ctx.fs.resolvePath(ctx.cwd, target), output, "binary");
  return printedBytes("");
};

const longNames: Readonly<Record<string, string>> = {
  ...{ n: "numeric-sort", r: "reverse", f: "ignore-case", b: "ignore-leading-blanks", d: "dictionary-order" },
  ...{ g: "general-numeric-sort", h: "human-numeric-sort", M: "month-sort", V: "version-sort" },
};

const isKeyWord = (args: readonly string[], i: number): boolean =>
  /^(?:-k.+|--key=.*|-k)$/.test(args[i] ?? "") || (args[i - 1] === "-k" && !args.slice(0, i).includes("--"));

const keyTexts = (args: readonly string[]): string[] =>
  args.flatMap((word, i) => (word === "-k" ? (args[i + 1] ?? "") : (/^(?:-k|--key=)(.+)$/.exec(word)?.[1] ?? [])));

function readKey(text: string): SortKey | undefined {
  const match = /^(\d+)(?:\.(\d+))?([a-zA-Z]*)(?:,(\d+)(?:\.(\d+))?([a-zA-Z]*))?$/.exec(text);
  if (!match || Number(match[1]) === 0) return undefined;
  const [, field, character = "1", one = "", endField, endCharacter = "0", two = ""] = match;
  const end = endField === undefined ? undefined : { field: Number(endField), character: Number(endCharacter) };
  return { start: { field: Number(field), character: Number(character) }, end, flags: one + two };
}

function comparison(keys: readonly SortKey[], own: string, separator: string | undefined) {
  if (keys.length === 0) {
    const compare = byFlags(own);
    return (a: string, b: string) => compare(a, b);
  }
  const all = keys.map((key) => ({
    key,
    flags: key.flags === "" ? own : key.flags,
    compare: byFlags(key.flags === "" ? own : key.flags),
  }));
  return (a: string, b: string) => {
    for (const { key, flags, compare } of all) {
      const order = compare(textOf(a, key, flags, separator), textOf(b, key, flags, separator));
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Fields with the blanks before them, or between separators; each with its start. */
function fieldsOf(line: string, separator: string | undefined): { readonly start: number; readonly end: number }[] {
  const fields: { start: number; end: number }[] = [];
  if (separator !== undefined) {
    let start = 0;
    for (const part of line.split(separator)) {
      fields.push({ start, end: start + part.length });
      start += part.length + separator.length;
    }
    return fields;
  }
  for (const { 0: part, index } of line.matchAll(/[ \t]*[^ \t]+|[ \t]+$/g))
    fields.push({ start: index, end: index + part.length });
  return fields;
}

function textOf(line: string, { start, end }: SortKey, flags: string, separator: string | undefined): string {
  const fields = fieldsOf(line, separator);
  const skip = (at: number) => (flags.includes("b") ? at + (/^[ \t]*/.exec(line.slice(at))?.[0].length ?? 0) : at);
  const first = fields[start.field - 1];
  if (!first) return "";
  const from = skip(first.start) + start.character - 1;
  if (!end) return line.slice(from);
  const last = fields[end.field - 1];
  if (!last) return line.slice(from);
  return line.slice(from, end.character === 0 ? last.end : Math.min(last.end, skip(last.start) + end.character));
}

const numberOf = (text: string): number => Number(/^\s*(-?\d*\.?\d*)/.exec(text)?.[1] || 0) || 0;
const humanOf = (text: string): number => {
  const [, digits = "0", unit = ""] = /^\s*(-?[\d.]+)([KMGTPE]?)/i.exec(text) ?? [];
  return (Number(digits) || 0) * 1_024 ** " KMGTPE".indexOf(unit === "" ? " " : unit.toUpperCase());
};
const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const monthOf = (text: string): number => months.indexOf(text.trim().slice(0, 3).toUpperCase());

/** Version numbers: digits by their value, everything else by bytes. */
function compareVersions(a: string, b: string): number {
  const [one, other] = [a, b].map((text) => text.match(/\d+|\D+/g) ?? []);
  for (let i = 0; i < Math.max(one?.length ?? 0, other?.length ?? 0); i++) {
    const [x = "", y = ""] = [one?.[i], other?.[i]];
    if (x === y) continue;
    const order = /^\d/.test(x) && /^\d/.test(y) ? Number(x) - Number(y) : 0;
    return order !== 0 ? order : x < y ? -1 : 1;
  }
  return 0;
}

function byFlags(flags: string): (a: string, b: string) => number {
  const sign = flags.includes("r") ? -1 : 1;
  const fold = (text: string) => {
    const folded = flags.includes("f") ? text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()) : text;
    const words = flags.includes("d") ? folded.replace(/[^A-Za-z0-9 \t]/g, "") : folded;
    return flags.includes("b") ? words.trimStart() : words;
  };
  const byNumber = (of: (text: string) => number) => (a: string, b: string) => sign * (of(a) - of(b));
  if (/[ng]/.test(flags)) return byNumber(flags.includes("g") ? (text) => Number.parseFloat(text) || 0 : numberOf);
  if (flags.includes("h")) return byNumber(humanOf);
  if (flags.includes("M")) return byNumber(monthOf);
  if (flags.includes("V")) return (a, b) => sign * compareVersions(a, b);
  return (a, b) => {
    const [one, other] = [fold(a), fold(b)];
    return one === other ? 0 : sign * (one < other ? -1 : 1);
  };
}

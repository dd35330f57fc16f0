import { type Execute, failed, readOptions } from "./command.ts";
import { linesOf, printedBytes, readOperands } from "./operands.ts";

/** `cut`: parts of lines. */
export const cut: Execute = async (args, ctx) => {
  const { flags, rest } = readOptions(args, "dfcb");
  const by =
    ["f", "c", "b"].find((letter) => flags.has(letter)) ??
    { fields: "f", characters: "c", bytes: "b" }[
      ["fields", "characters", "bytes"].find((name) => flags.has(name)) as "fields"
    ];
  const list = flags.get(by ?? "") || flags.get("fields") || flags.get("characters") || flags.get("bytes");
  if (!by || !list) return failed("cut: you must specify a list of bytes, characters, or fields");
  const ranges = list.split(",").map((part) => /^(\d*)(-?)(\d*)$/.exec(part.trim()));
  if (ranges.some((range) => !range || (range[1] === "" && range[3] === "")))
    return failed(`cut: invalid ${by === "f" ? "field" : "byte or character"} value '${list}'`);
  const isIn = (at: number) =>
    ranges.some((range) => {
      const [, from = "", dash = "", to = ""] = range ?? [];
      return dash === "" ? Number(from) === at : at >= Number(from || 1) && (to === "" || at <= Number(to));
    }) !== flags.has("complement");
  const delimiter = flags.get("d") || flags.get("delimiter") || "\t";
  const joiner = flags.get("output-delimiter") ?? delimiter;
  const { operands, errors } = await readOperands("cut", rest, ctx);
  const lines = operands.flatMap(({ content }) => linesOf(content));
  const cutLine = (line: string): string[] => {
    if (by === "c") return [toLatin1([...toText(line)].filter((_, i) => isIn(i + 1)).join(""))];
    if (by === "b") return [[...line].filter((_, i) => isIn(i + 1)).join("")];
    if (!line.includes(delimiter)) return flags.has("s") || flags.has("only-delimited") ? [] : [line];
    return [
      line
        .split(delimiter)
        .filter((_, i) => isIn(i + 1))
        .join(joiner),
    ];
  };
  return printedBytes(
    lines
      .flatMap(cutLine)
      .map((line) => `${line}\n`)
      .join(""),
    errors,
  );
};

const toText = (bytes: string): string =>
  new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)));
const toLatin1 = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

/** `paste`: lines side by side, or with `-s` one line a file. */
export const paste: Execute = async (args, ctx) => {
  const { flags, rest } = readOptions(args, "d");
  const delimiters = [
    ...(flags.get("d") ?? flags.get("delimiters") ?? "\t").replace(
      /\\([nt0])/g,
      (_, letter) => ({ n: "\n", t: "\t", 0: "\0" })[letter as "n"],
    ),
  ];
  const between = (i: number) =>
    delimiters.length === 0 ? "" : (delimiters[i % delimiters.length] ?? "").replace("\0", "");
  const { operands, errors } = await readOperands("paste", rest, ctx);
  const isInput = operands.filter(({ name }) => name === "-").length > 1;
  const join = (parts: readonly string[]) =>
    parts.reduce((line, part, i) => (i === 0 ? part : line + between(i - 1) + part), "");
  if (flags.has("s") || flags.has("serial"))
    return printedBytes(operands.map(({ content }) => `${join(linesOf(content))}\n`).join(""), errors);
  const columns = operands.map(({ content }) => linesOf(content));
  const rows: string[] = [];
  if (isInput) {
    // `paste - -` deals the lines of standard input out.
    const lines = columns[0] ?? [];
    for (let i = 0; i < lines.length; i += columns.length) rows.push(join(columns.map((_, at) => lines[i + at] ?? "")));
  } else {
    const height = Math.max(0, ...columns.map((column) => column.length));
    for (let i = 0; i < height; i++) rows.push(join(columns.map((column) => column[i] ?? "")));
  }
  return printedBytes(rows.map((row) => `${row}\n`).join(""), errors);
};

/** `uniq`: lines that follow each other once. */
export const uniq: Execute = async (args, ctx) => {
  const { flags, rest } = readOptions(args, "fsw");
  const has = (letter: string, long: string) => flags.has(letter) || flags.has(long);
  const { operands, errors } = await readOperands("uniq", rest.slice(0, 1), ctx);
  if (errors !== "") return printedBytes("", errors);
  const end = has("z", "zero-terminated") ? "\0" : "\n";
  const skipped = (line: string) => {
    let key = line;
    for (let i = 0; i < Number(flags.get("f") ?? 0); i++) key = key.replace(/^[ \t]*[^ \t]*/, "");
    key = key.slice(Number(flags.get("s") ?? 0));
    if (flags.has("w")) key = key.slice(0, Number(flags.get("w")));
    return has("i", "ignore-case") ? key.toLowerCase() : key;
  };
  const groups: { readonly lines: string[]; readonly key: string }[] = [];
  for (const line of linesOf(operands[0]?.content ?? "", end)) {
    const key = skipped(line);
    if (groups.at(-1)?.key === key) groups.at(-1)?.lines.push(line);
    else groups.push({ lines: [line], key });
  }
  const isWanted = (count: number) => {
    if (has("d", "repeated") || flags.has("D")) return count > 1;
    return has("u", "unique") ? count === 1 : true;
  };
  const output = groups
    .filter(({ lines }) => isWanted(lines.length))
    .flatMap(({ lines }) =>
      flags.has("D") ? lines : [`${has("c", "count") ? `${String(lines.length).padStart(7)} ` : ""}${lines[0]}`],
    )
    .map((line) => line + end)
    .join("");
  if (rest[1] === undefined) return printedBytes(output);
  await ctx.fs.writeFile(ctx.fs.resolvePath(ctx.cwd, rest[1]), output, "binary");
  return printedBytes("");
};

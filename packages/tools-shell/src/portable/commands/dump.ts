import { type CommandContext, type Execute, failed, readOptions } from "./command.ts";
import { printedBytes, readOperands } from "./operands.ts";

/** How one type of `od` shows bytes. */
interface Format {
  readonly size: number;
  readonly width: number;
  show(bytes: readonly number[]): string;
}

const numberOf = (bytes: readonly number[]): bigint => bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);

function formatOf(type: string): Format | undefined {
  const [, kind = "", digits = ""] = /^([xoduca])([1248]?)$/.exec(type) ?? [];
  if (kind === "") return undefined;
  if (kind === "c" || kind === "a") return { size: 1, width: 3, show: ([byte = 0]) => characterOf(byte) };
  const size = Number(digits || (kind === "x" || kind === "o" ? 2 : 4));
  const base = { x: 16, o: 8, d: 10, u: 10 }[kind as "x"];
  const wide = kind === "d" ? BigInt.asIntN.bind(undefined, size * 8) : (value: bigint) => value;
  const longest = {
    x: size * 2,
    o: Math.ceil((size * 8) / 3),
    u: String(2n ** BigInt(size * 8)).length,
    d: String(2n ** BigInt(size * 8 - 1)).length + 1,
  }[kind as "x"];
  const isPadded = kind === "x" || kind === "o";
  return {
    size,
    width: longest,
    show: (bytes) =>
      wide(numberOf(bytes))
        .toString(base)
        .padStart(isPadded ? longest : 0, "0"),
  };
}

const names: Readonly<Record<number, string>> = {
  0: "\\0",
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
};

const characterOf = (byte: number): string =>
  names[byte] ?? (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : byte.toString(8).padStart(3, "0"));

/** `od`: bytes as numbers or characters. */
export const od: Execute = async (args, ctx) => {
  const { flags, rest } = readOptions(args, "AtNjw");
  const type =
    flags.get("t") ??
    flags.get("format") ??
    (flags.has("c") ? "c" : flags.has("x") ? "x2" : flags.has("b") ? "o1" : flags.has("d") ? "u2" : "o2");
  const format = formatOf(type);
  if (!format) return failed(`od: invalid type string '${type}'`);
  const { operands, errors } = await readOperands("od", rest, ctx);
  const skipped = Number(flags.get("j") ?? 0);
  const all = operands
    .map(({ content }) => content)
    .join("")
    .slice(skipped);
  const content = flags.has("N") ? all.slice(0, Number(flags.get("N"))) : all;
  const radix = { o: 8, d: 10, x: 16, n: 0 }[flags.get("A") ?? flags.get("address-radix") ?? "o"] ?? 8;
  const address = (at: number) =>
    radix === 0 ? "" : (at + skipped).toString(radix).padStart(radix === 16 ? 6 : 7, "0");
  const rows: string[] = [];
  let before = "";
  let isRepeated = false;
  for (let at = 0; at < content.length; at += 16) {
    const row = content.slice(at, at + 16);
    if (row === before && row.length === 16 && !flags.has("v")) {
      if (!isRepeated) rows.push("*");
      isRepeated = true;
      continue;
    }
    [before, isRepeated] = [row, false];
    const bytes = Array.from(row, (each) => each.charCodeAt(0));
    const cells: string[] = [];
    for (let i = 0; i < bytes.length; i += format.size) {
      const cell = Array.from({ length: format.size }, (_, j) => bytes[i + j] ?? 0);
      cells.push(` ${format.show(cell).padStart(format.width)}`);
    }
    rows.push(address(at) + cells.join(""));
  }
  if (radix !== 0) rows.push(address(content.length));
  return printedBytes(rows.map((row) => `${row}\n`).join(""), errors);
};

/** `du`: also with `-b`, the bytes of files. */
export const du: Execute = async (args, ctx) => {
  const { flags, rest } = readOptions(args, "d");
  if (!flags.has("b") && !flags.has("bytes"))
    return ctx.origCommand ? ctx.origCommand([...args]) : failed("du: not available here", 127);
  let [stdout, stderr] = ["", ""];
  for (const name of rest.length > 0 ? rest : ["."]) {
    const path = ctx.fs.resolvePath(ctx.cwd, name);
    if (await ctx.fs.exists(path)) stdout += `${await bytesBelow(ctx, path)}\t${name}\n`;
    else stderr += `du: cannot access '${name}': No such file or directory\n`;
  }
  return { stdout, stderr, exitCode: stderr === "" ? 0 : 1 };
};

async function bytesBelow(ctx: CommandContext, path: string): Promise<number> {
  const stat = await ctx.fs.lstat(path);
  if (!stat.isDirectory) return stat.size;
  let sum = stat.size;
  for (const name of await ctx.fs.readdir(path)) sum += await bytesBelow(ctx, ctx.fs.resolvePath(path, name));
  return sum;
}

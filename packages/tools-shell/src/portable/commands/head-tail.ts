import { type Execute, failed, readOptions } from "./command.ts";
import { linesOf, printedBytes, readOperands } from "./operands.ts";

interface TextPart {
  readonly by: "lines" | "bytes";
  /** The sign that the number was written with. */
  readonly sign: string;
  readonly count: number;
}

function partOf(args: readonly string[]) {
  // `-5` is an old way to write `-n 5`.
  const words = args.flatMap((word, i) =>
    /^-\d+$/.test(word) && !/^-[a-z]*[nc]$/.test(args[i - 1] ?? "") ? ["-n", word.slice(1)] : word,
  );
  const { flags, rest } = readOptions(words, "ncs");
  const written = flags.get("c") ?? flags.get("bytes") ?? flags.get("n") ?? flags.get("lines") ?? "10";
  const match = /^([+-]?)(\d+)([kKmM]?)$/.exec(written);
  const by = flags.has("c") || flags.has("bytes") ? "bytes" : "lines";
  const unit = { k: 1_024, m: 1_048_576 }[match?.[3]?.toLowerCase() ?? ""] ?? 1;
  const part: TextPart | undefined = match ? { by, sign: match[1] ?? "", count: Number(match[2]) * unit } : undefined;
  return { flags, rest, part, written };
}

const command =
  (name: string, take: (content: string, part: TextPart) => string): Execute =>
  async (args, ctx) => {
    const { flags, rest, part, written } = partOf(args);
    if (!part) return failed(`${name}: invalid number of lines: '${written}'`);
    const { operands, errors } = await readOperands(name, rest, ctx);
    const isNamed = flags.has("v") || (operands.length > 1 && !flags.has("q"));
    const shown = operands.map(({ name: file, content }, i) => {
      const header = isNamed ? `${i > 0 ? "\n" : ""}==> ${file === "-" ? "standard input" : file} <==\n` : "";
      return header + take(content, part);
    });
    return printedBytes(
      shown.join(""),
      errors.replaceAll(/^(\w+): (.+): No such/gm, "$1: cannot open '$2' for reading: No such"),
    );
  };

/** Lines with their ends. */
const whole = (content: string): string[] =>
  linesOf(content).map((line, i, all) => (i < all.length - 1 || content.endsWith("\n") ? `${line}\n` : line));

/** `head`: the start of files. */
export const head = command("head", (content, { by, sign, count }) => {
  const pieces = by === "bytes" ? [content] : whole(content);
  if (by === "bytes")
    return sign === "-" ? content.slice(0, Math.max(0, content.length - count)) : content.slice(0, count);
  return (sign === "-" ? pieces.slice(0, Math.max(0, pieces.length - count)) : pieces.slice(0, count)).join("");
});

/** `tail`: the end of files. */
export const tail = command("tail", (content, { by, sign, count }) => {
  if (by === "bytes")
    return sign === "+" ? content.slice(Math.max(0, count - 1)) : content.slice(Math.max(0, content.length - count));
  const pieces = whole(content);
  return (sign === "+" ? pieces.slice(Math.max(0, count - 1)) : pieces.slice(Math.max(0, pieces.length - count))).join(
    "",
  );
});

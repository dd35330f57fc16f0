import { type CommandContext, type CommandResult, type Execute, failed, readOptions } from "./command.ts";
import { type Hunk, hunksOf } from "./diff-lines.ts";
import { printedBytes, readOperands } from "./operands.ts";

type Flags = ReadonlyMap<string, string>;

/** `diff`: how two files, or with `-r` two folders, differ. */
export const diff: Execute = async (args, ctx) => {
  const { flags, rest } = readOptions(args, "UIxL");
  const [one, other] = rest;
  if (one === undefined || other === undefined) return failed("diff: missing operand", 2);
  return compare(one, other, flags, ctx, undefined);
};

async function compare(
  one: string,
  other: string,
  flags: Flags,
  ctx: CommandContext,
  called: string | undefined,
): Promise<CommandResult> {
  const kinds = await Promise.all([kindOf(one, ctx), kindOf(other, ctx)]);
  const missing = [one, other].filter((_, i) => kinds[i] === undefined);
  const isNew = flags.has("N") || flags.has("new-file");
  if (missing.length > 0 && !(isNew && called !== undefined))
    return failed(missing.map((name) => `diff: ${name}: No such file or directory`).join("\n"), 2);
  if (kinds[0] === "folder" && kinds[1] === "folder") return compareFolders(one, other, flags, ctx);
  if (kinds.includes("folder") && called === undefined) {
    const [folder, file] = kinds[0] === "folder" ? [one, other] : [other, one];
    const inside = `${folder.replace(/\/$/, "")}/${file.split("/").at(-1)}`;
    return kinds[0] === "folder"
      ? compare(inside, file, flags, ctx, undefined)
      : compare(file, inside, flags, ctx, undefined);
  }
  const read = async (name: string, kind: string | undefined) =>
    kind === undefined ? "" : ((await readOperands("diff", [name], ctx)).operands[0]?.content ?? "");
  const [a, b] = [await read(one, kinds[0]), await read(other, kinds[1])];
  if (a === b) return printedBytes(flags.has("s") ? `Files ${one} and ${other} are identical\n` : "");
  if (flags.has("q") || flags.has("brief")) return printedBytes(`Files ${one} and ${other} differ\n`, "", 1);
  if (a.includes("\0") || b.includes("\0")) return printedBytes(`Binary files ${one} and ${other} differ\n`, "", 2);
  const context = contextOf(flags);
  const hunks = hunksOf(a, b, keyBy(flags), context ?? 0);
  if (hunks.length === 0) return printedBytes("");
  const header = called === undefined ? "" : `${called}\n`;
  if (context === undefined) return printedBytes(header + hunks.map(normalHunk).join(""), "", 1);
  const labels = flags.get("label") ?? flags.get("L");
  const names =
    labels !== undefined
      ? `--- ${labels}\n+++ ${labels}\n`
      : `--- ${one}\t${await timeOf(one, ctx)}\n+++ ${other}\t${await timeOf(other, ctx)}\n`;
  return printedBytes(header + names + hunks.map(unifiedHunk).join(""), "", 1);
}

async function kindOf(name: string, { fs, cwd }: CommandContext): Promise<"file" | "folder" | undefined> {
  if (name === "-") return "file";
  const stat = await fs.stat(fs.resolvePath(cwd, name)).catch(() => undefined);
  return stat && (stat.isDirectory ? "folder" : "file");
}

async function timeOf(name: string, { fs, cwd }: CommandContext): Promise<string> {
  const { mtime } = await fs.stat(fs.resolvePath(cwd, name)).catch(() => ({ mtime: new Date() }));
  return `${mtime.toISOString().replace("T", " ").replace("Z", "000000")} +0000`;
}

function contextOf(flags: Flags): number | undefined {
  const given = flags.get("U") ?? (flags.has("unified") ? flags.get("unified") || "3" : undefined);
  if (given !== undefined) return Number(given);
  return flags.has("u") ? 3 : undefined;
}

/** What counts of a line. */
const keyBy = (flags: Flags) => (line: string) => {
  let key = line.replace(/\n$/, "");
  if (flags.has("w") || flags.has("ignore-all-space")) key = key.replace(/[ \t]/g, "");
  else if (flags.has("b") || flags.has("ignore-space-change")) key = key.replace(/[ \t]+/g, " ").trimEnd();
  return flags.has("i") || flags.has("ignore-case") ? key.toLowerCase() : flags.has("w") || flags.has("b") ? key : line;
};

async function compareFolders(one: string, other: string, flags: Flags, ctx: CommandContext) {
  const [a, b] = await Promise.all([one, other].map((name) => ctx.fs.readdir(ctx.fs.resolvePath(ctx.cwd, name))));
  let [stdout, stderr, exitCode] = ["", "", 0];
  const isRecursive = flags.has("r") || flags.has("recursive");
  const options = ["r", "u", "N", "q", "w", "b", "i"].filter((letter) => flags.has(letter)).join("");
  for (const name of [...new Set([...(a ?? []), ...(b ?? [])])].sort()) {
    const [left, right] = [`${one.replace(/\/$/, "")}/${name}`, `${other.replace(/\/$/, "")}/${name}`];
    const isIn = [a?.includes(name), b?.includes(name)];
    if ((!isIn[0] || !isIn[1]) && !flags.has("N")) {
      stdout += `Only in ${isIn[0] ? one.replace(/\/$/, "") : other.replace(/\/$/, "")}: ${name}\n`;
      exitCode = Math.max(exitCode, 1);
      continue;
    }
    const kinds = await Promise.all([kindOf(left, ctx), kindOf(right, ctx)]);
    if (kinds[0] === "folder" && kinds[1] === "folder" && !isRecursive) {
      stdout += `Common subdirectories: ${left} and ${right}\n`;
      continue;
    }
    const result = await compare(left, right, flags, ctx, `diff${options && ` -${options}`} ${left} ${right}`);
    stdout += result.stdout;
    stderr += result.stderr;
    exitCode = Math.max(exitCode, result.exitCode);
  }
  return printedBytes(stdout, stderr, exitCode);
}

const range = (start: number, count: number): string =>
  count === 1 ? `${start + 1}` : count === 0 ? `${start},0` : `${start + 1},${count}`;
const withEnd = (line: string): string => (line.endsWith("\n") ? line : `${line}\n\\ No newline at end of file\n`);

const unifiedHunk = ({ from, to, removed, added, lines }: Hunk): string =>
  `@@ -${range(from, removed)} +${range(to, added)} @@\n${lines.map(({ sign, text }) => sign + withEnd(text)).join("")}`;

function normalHunk({ from, to, removed, added, lines }: Hunk): string {
  const span = (start: number, count: number) =>
    count === 0 ? `${start}` : count === 1 ? `${start + 1}` : `${start + 1},${start + count}`;
  const kind = removed === 0 ? "a" : added === 0 ? "d" : "c";
  const part = (sign: string, mark: string) =>
    lines
      .filter((line) => line.sign === sign)
      .map(({ text }) => `${mark} ${withEnd(text)}`)
      .join("");
  return `${span(from, removed)}${kind}${span(to, added)}\n${part("-", "<")}${kind === "c" ? "---\n" : ""}${part("+", ">")}`;
}

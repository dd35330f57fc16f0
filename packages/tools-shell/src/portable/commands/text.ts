import { type CommandContext, type Execute, failed, printed, readOptions } from "./command.ts";

/** Lines that `yes` prints: the next command of a pipeline reads them when it has ended. */
const maxLines = 10_000;

/** `yes`: the same line again and again. */
export const yes: Execute = (args) => printed(`${args.join(" ") || "y"}\n`.repeat(maxLines));

const inputOf = ({ stdin }: CommandContext): string => stdin as unknown as string;

/** Files as strings of bytes. */
async function contentsOf(paths: readonly string[], ctx: CommandContext): Promise<string> {
  const parts: string[] = [];
  for (const path of paths.length > 0 ? paths : ["-"]) {
    if (path === "-") parts.push(inputOf(ctx));
    else parts.push(await ctx.fs.readFile(ctx.fs.resolvePath(ctx.cwd, path), "binary"));
  }
  return parts.join("");
}

const bytes = (stdout: string) => ({ ...printed(stdout), stdoutKind: "bytes" as const });

/** `less` and `more`: there is no terminal, so they print. */
export const less: Execute = async (args, ctx) => {
  const { rest } = readOptions(args);
  try {
    return bytes(await contentsOf(rest, ctx));
  } catch {
    return failed(`less: ${rest.join(" ")}: No such file or directory`);
  }
};

/** `shuf`: lines in random order. */
export const shuf: Execute = async (args, ctx) => {
  const { flags, rest } = readOptions(args, "ni");
  const range = /^(\d+)-(\d+)$/.exec(flags.get("i") ?? "");
  const lines = flags.has("e")
    ? rest
    : range
      ? Array.from({ length: Math.min(Number(range[2]) - Number(range[1]) + 1, 1_000_000) }, (_, i) =>
          String(Number(range[1]) + i),
        )
      : (await contentsOf(rest, ctx)).replace(/\n$/, "").split("\n");
  for (let i = lines.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [lines[i], lines[j]] = [lines[j] ?? "", lines[i] ?? ""];
  }
  const count = flags.has("n") ? Number(flags.get("n")) : lines.length;
  return bytes(
    lines
      .slice(0, count)
      .map((line) => `${line}\n`)
      .join(""),
  );
};

/** `cmp`: whether two files have the same bytes. */
export const cmp: Execute = async (args, ctx) => {
  const { flags, rest } = readOptions(args);
  const [one = "", other = ""] = rest;
  let contents: string[];
  try {
    contents = [await contentsOf([one], ctx), await contentsOf([other], ctx)];
  } catch (error) {
    return failed(`cmp: ${(error as Error).message}`, 2);
  }
  const [a = "", b = ""] = contents;
  if (a === b) return printed("");
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  if (flags.has("s") || flags.has("quiet") || flags.has("silent")) return { ...printed(""), exitCode: 1 };
  const line = a.slice(0, at).split("\n").length;
  if (at < a.length && at < b.length)
    return { ...printed(`${one} ${other} differ: byte ${at + 1}, line ${line}\n`), exitCode: 1 };
  const short = a.length < b.length ? one : other;
  return failed(
    `cmp: EOF on ${short} after byte ${at}, ${a.endsWith("\n") ? "" : "in "}line ${Math.max(1, line - (a.endsWith("\n") ? 1 : 0))}`,
  );
};

/** `truncate`: cut or extend files to a size. */
export const truncate: Execute = async (args, { fs, cwd }) => {
  const { flags, rest } = readOptions(args, "s");
  const size = /^([+-]?)(\d+)([KMG]?)$/.exec(flags.get("s") ?? flags.get("size") ?? "");
  if (!size) return failed("truncate: you must specify a valid '--size'");
  const given = Number(size[2]) * 1_024 ** ["", "K", "M", "G"].indexOf(size[3] ?? "");
  for (const path of rest) {
    const whole = fs.resolvePath(cwd, path);
    const exists = await fs.exists(whole);
    if (!exists && (flags.has("c") || flags.has("no-create"))) continue;
    const old = exists ? await fs.readFileBuffer(whole) : new Uint8Array();
    const wanted = size[1] === "+" ? old.length + given : size[1] === "-" ? Math.max(0, old.length - given) : given;
    if (wanted > maxTruncated) return failed(`truncate: cannot set size of '${path}': File too large`);
    const next = new Uint8Array(wanted);
    next.set(old.subarray(0, wanted));
    await fs.writeFile(whole, next);
  }
  return printed("");
};

const maxTruncated = 64 * 1024 * 1024;

import type { FsStat } from "just-bash";
import { type CommandContext, type Execute, readOptions } from "./command.ts";

interface Listed {
  readonly name: string;
  readonly stat: FsStat;
  readonly target: string | undefined;
}

type Flags = ReadonlyMap<string, string>;

/** `ls`, one name a line, as when its output goes to a program. */
export const ls: Execute = async (args, ctx) => {
  const { flags, rest } = readOptions(args, "I");
  const files: Listed[] = [];
  const folders: string[] = [];
  let stderr = "";
  for (const name of rest.length > 0 ? rest : ["."]) {
    const found = await look(ctx, name, ctx.fs.resolvePath(ctx.cwd, name), !flags.has("d"));
    if (typeof found === "string") stderr += found;
    else if (found.stat.isDirectory && !flags.has("d") && !flags.has("directory")) folders.push(name);
    else files.push(found);
  }
  const blocks: string[] = [];
  if (files.length > 0) blocks.push(format(sorted(files, flags), flags));
  const isNamed = rest.length > 1 || flags.has("R") || flags.has("recursive");
  const queue = sortedNames(folders, flags);
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    const { listed, errors } = await listFolder(ctx, folder, flags);
    stderr += errors;
    if (!listed) continue;
    const total = flags.has("l")
      ? `total ${listed.reduce((sum, { stat }) => sum + Math.ceil(stat.size / 4_096) * 4, 0)}\n`
      : "";
    blocks.push(`${isNamed ? `${folder}:\n` : ""}${total}${format(listed, flags)}`);
    if (!flags.has("R") && !flags.has("recursive")) continue;
    const below = listed.filter(({ name, stat }) => stat.isDirectory && name !== "." && name !== "..");
    queue.unshift(...below.map(({ name }) => `${folder.replace(/\/$/, "")}/${name}`));
  }
  return { stdout: blocks.join("\n"), stderr, exitCode: stderr === "" ? 0 : 2 };
};

/** What is at a path; a message for what cannot be looked at. */
async function look(ctx: CommandContext, name: string, path: string, follows: boolean): Promise<Listed | string> {
  try {
    const own = await ctx.fs.lstat(path);
    const target = own.isSymbolicLink ? await ctx.fs.readlink(path) : undefined;
    const stat = own.isSymbolicLink && follows ? await ctx.fs.stat(path).catch(() => own) : own;
    return { name, stat, target };
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === undefined) throw error;
    const reason =
      code === "EACCES" ? "Permission denied" : code === "ENOTDIR" ? "Not a directory" : "No such file or directory";
    return `ls: cannot access '${name}': ${reason}\n`;
  }
}

async function listFolder(ctx: CommandContext, folder: string, flags: Flags): Promise<FolderListing> {
  const path = ctx.fs.resolvePath(ctx.cwd, folder);
  let names: string[];
  try {
    names = await ctx.fs.readdir(path);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === undefined) throw error;
    const reason = code === "EACCES" ? "Permission denied" : "No such file or directory";
    return { listed: undefined, errors: `ls: cannot open directory '${folder}': ${reason}\n` };
  }
  const showsAll = flags.has("a") || flags.has("all");
  const shown =
    showsAll || flags.has("A") || flags.has("almost-all") ? names : names.filter((name) => !name.startsWith("."));
  const all = showsAll ? [".", "..", ...shown] : shown;
  const looked = await Promise.all(all.map((name) => look(ctx, name, ctx.fs.resolvePath(path, name), false)));
  // What may not be looked at has a name all the same.
  const listed = looked.map((each, i) =>
    typeof each === "string" ? { name: all[i] ?? "", stat: unknown, target: undefined } : each,
  );
  const errors = flags.has("l") ? looked.filter((each) => typeof each === "string").join("") : "";
  return { listed: sorted(listed, flags), errors };
}

interface FolderListing {
  /** Undefined for a folder that cannot be listed. */
  readonly listed: Listed[] | undefined;
  readonly errors: string;
}

const unknown: FsStat = {
  isFile: true,
  isDirectory: false,
  isSymbolicLink: false,
  mode: 0,
  size: 0,
  mtime: new Date(0),
};

const byName = (a: string, b: string): number => (a === b ? 0 : bytesOf(a) < bytesOf(b) ? -1 : 1);
const bytesOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

function sortedNames(names: readonly string[], flags: Flags): string[] {
  const all = names.toSorted(byName);
  return flags.has("r") ? all.reverse() : all;
}

function sorted(listed: readonly Listed[], flags: Flags): Listed[] {
  if (flags.has("U") || flags.has("f")) return [...listed];
  const extension = ({ name }: Listed) => /.\.([^.]*)$/.exec(name)?.[1] ?? "";
  const all = listed.toSorted((a, b) => {
    if (flags.has("S") && a.stat.size !== b.stat.size) return b.stat.size - a.stat.size;
    if (flags.has("t") && a.stat.mtime.getTime() !== b.stat.mtime.getTime())
      return b.stat.mtime.getTime() - a.stat.mtime.getTime();
    if (flags.has("X") && extension(a) !== extension(b)) return byName(extension(a), extension(b));
    return byName(a.name, b.name);
  });
  return flags.has("r") || flags.has("reverse") ? all.reverse() : all;
}

function format(listed: readonly Listed[], flags: Flags): string {
  const suffix = ({ stat, target }: Listed) => {
    if (flags.has("F") || flags.has("classify"))
      return target !== undefined ? "@" : stat.isDirectory ? "/" : (stat.mode & 0o111) !== 0 ? "*" : "";
    return flags.has("p") && stat.isDirectory ? "/" : "";
  };
  const names = listed.map((each) => each.name + suffix(each));
  if (flags.has("m")) return names.length > 0 ? `${names.join(", ")}\n` : "";
  if (!flags.has("l")) return names.map((name) => `${name}\n`).join("");
  const sizes = listed.map(({ stat }) => (flags.has("h") ? human(stat.size) : String(stat.size)));
  const width = Math.max(0, ...sizes.map((size) => size.length));
  return listed
    .map(({ stat, target }, i) => {
      const links = stat.isDirectory ? 2 : 1;
      const end = target === undefined ? names[i] : `${listed[i]?.name} -> ${target}`;
      return `${modeText(stat, target !== undefined)} ${links} user user ${(sizes[i] ?? "").padStart(width)} ${dateText(stat.mtime)} ${end}\n`;
    })
    .join("");
}

function modeText(stat: FsStat, isLink: boolean): string {
  const bits = [0o400, 0o200, 0o100, 0o40, 0o20, 0o10, 4, 2, 1].map((bit, i) =>
    (stat.mode & bit) !== 0 ? "rwx"[i % 3] : "-",
  );
  return `${isLink ? "l" : stat.isDirectory ? "d" : "-"}${bits.join("")}`;
}

function human(size: number): string {
  if (size < 1_024) return String(size);
  const unit = Math.min(4, Math.floor(Math.log2(size) / 10));
  const value = size / 1_024 ** unit;
  return `${value < 10 ? (Math.ceil(value * 10) / 10).toFixed(1) : Math.ceil(value)}${"KMGT"[unit - 1]}`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** As usual: the time of day for half a year, then the year. */
function dateText(time: Date): string {
  const day = `${months[time.getUTCMonth()]} ${String(time.getUTCDate()).padStart(2)}`;
  const clock = `${String(time.getUTCHours()).padStart(2, "0")}:${String(time.getUTCMinutes()).padStart(2, "0")}`;
  return `${day} ${Math.abs(Date.now() - time.getTime()) < 15_778_476_000 ? clock : ` ${time.getUTCFullYear()}`}`;
}

import { basename, dirname, isWithin, joinPath, type Path, toPath } from "@holdall/tool-core";
import type { Effect } from "../analysis.ts";
import type { Arg } from "../parse/arg.ts";
import { both, here, named, removing, set, touching } from "./_files.ts";
import { risksOf } from "./file-readers.ts";
import { type Call, isOption, type Program, splitArgs, type Words } from "./program.ts";

interface Copy {
  readonly words: Words;
  readonly sources: readonly Arg[];
  readonly target: Arg | undefined;
  /** The sources go into the target. Otherwise it may be a folder that they go into, or what they replace. */
  readonly isFolder: boolean;
}

/** `cp a b`, `cp a b folder`, `cp -t folder a b`. */
function readCopy({ args }: Call, values: string): Copy {
  const words = splitArgs(args, set(`${values} -t --target-directory`));
  const folder = words.options.find(({ name }) => name === "-t" || name === "--target-directory")?.value;
  const sources = folder ? words.operands : words.operands.slice(0, -1);
  const target = folder ?? words.operands.at(-1);
  const isFolder = folder !== undefined || sources.length > 1 || /(^|\/)(\.\.?\/?)?$/.test(target?.text ?? "x");
  return { words, sources, target, isFolder };
}

/** The names that sources get in a folder. */
const inside = (folder: Arg, sources: readonly Arg[]): Arg[] =>
  sources.flatMap((source) =>
    folder.kind === "exact" && source.kind === "exact" && /[^./]/.test(source.text)
      ? [{ ...folder, text: `${folder.text.replace(/\/$/, "")}/${basename(toPath(source.text, "/" as Path))}` }]
      : [],
  );

/** What there is now at the paths that a name may stand for. */
const kindsOf = ({ kindOf, folders = [] }: Call, { text, kind }: Arg) =>
  kind === "exact" && kindOf
    ? (text.startsWith("/") ? ["/" as Path] : folders).map((from) => kindOf(toPath(text, from)))
    : [];

/** A folder that is there already takes what is copied into itself. */
const isFolderNow = (call: Call, target: Arg) => kindsOf(call, target).includes("folder");

function isAbsent(call: Call, name: Arg): boolean {
  const kinds = kindsOf(call, name);
  return kinds.length > 0 && kinds.every((kind) => kind === undefined);
}

export const copier =
  (values: string, risks = ""): Program =>
  (call) => {
    const { words, sources, target, isFolder } = readCopy(call, values);
    const written = named([target]).flatMap((arg) => [
      arg,
      ...(isFolder || isFolderNow(call, arg) ? inside(arg, sources) : []),
    ]);
    return both(touching(call, { read: sources, write: written }), { risks: risksOf(words, set(risks)) });
  };

/** `ln -f`: what has the link's name is replaced by the link, and gone. */
export const ln: Program = (call) => {
  const values = "-S --suffix";
  const { words, sources, target = here, isFolder } = readCopy(call, values);
  const links = copier(values)(call);
  if (!words.options.some(({ name }) => name === "-f" || isOption(name, "--force"))) return links;
  return both(links, touching(call, { delete: replaced(call, { sources, target, isFolder }) }));
};

/** What loses its name to what is put there: the target, or names in it. */
function replaced(
  call: Call,
  { sources, target = here, isFolder }: Pick<Copy, "sources" | "target" | "isFolder">,
): Arg[] {
  const enters = (isFolder || isFolderNow(call, target)) && sources.every(({ kind }) => kind === "exact");
  return (enters ? inside(target, sources) : [target]).filter((name) => !isAbsent(call, name));
}

/** `mv`: the same, and the sources go. A move that is known to replace nothing says where its source goes. */
export const mv: Program = (call) => {
  const values = "-S --suffix";
  const copy = readCopy(call, values);
  const { words, sources } = copy;
  const copied = copier(values)(call);
  const targets = targetsOf(call, copy);
  const removed = removing(call, sources);
  const effects = removed.effects.map((effect): Effect => {
    const movedTo = targets?.get(effect.target);
    return movedTo === undefined ? effect : { ...effect, movedTo };
  });
  // A file that was made a moment ago takes the place of another as any edit does; what else comes may be a link.
  const keeps = words.options.some(({ name }) => name === "-n" || isOption(name, "--no-clobber"));
  const mayReplace = call.kindOf && !keeps && !sources.every(({ isFresh }) => isFresh);
  const lost = mayReplace ? touching(call, { delete: replaced(call, copy) }) : {};
  return both(copied, { effects, unknownFiles: removed.unknownFiles }, lost);
};

/** Where each source goes, by its path; nothing unless all of it is certain and no file is replaced. */
function targetsOf(call: Call, { words, sources, target, isFolder }: Copy): Map<string, Path> | undefined {
  const { kindOf, folders } = call;
  const all = [...sources, ...(target ? [target] : [])];
  if (!kindOf || !target || all.some(({ kind, text }) => kind !== "exact" || text === "")) return undefined;
  if (folders?.length !== 1 && all.some(({ text }) => !text.startsWith("/"))) return undefined;
  const at = (arg: Arg) => toPath(arg.text, folders?.[0] ?? ("/" as Path));
  const whole = words.options.some(({ name }) => name === "-T" || isOption(name, "--no-target-directory"));
  const to = at(target);
  const kind = kindOf(to);
  const enters = kind === "folder" && !whole;
  if (isFolder && !enters) return undefined;
  const found = new Map<string, Path>();
  for (const source of sources) {
    const from = at(source);
    const goes = enters ? joinPath(to, basename(from)) : to;
    const moved = kindOf(from);
    // A folder's new name may make its files something else: what is in `x/github` runs in `.github`.
    const isHidden = moved === "folder" && basename(goes).startsWith(".");
    const isClear = kindOf(goes) === undefined && kindOf(dirname(goes)) === "folder" && !isWithin(goes, from);
    if ((moved !== "file" && moved !== "folder") || isHidden || !isClear) return undefined;
    if ([...found.values()].includes(goes)) return undefined;
    found.set(from, goes);
  }
  return found;
}

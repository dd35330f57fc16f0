import type { Risk } from "../analysis.ts";
import type { Arg } from "../parse/arg.ts";
import { landing } from "./_copy-targets.ts";
import { both, here, set, touching } from "./_files.ts";
import { type Call, isOption, type Program, splitArgs, type Words } from "./program.ts";

interface Copier {
  /** Folders go along, whatever the options say. */
  readonly always?: boolean;
}

/** `cp a b`, `cp a b folder`, `cp -t folder a b`: sources are read, what lands is written. */
export const lander =
  (values: string, { always = false }: Copier = {}): Program =>
  (call) => {
    const { words, sources, target, how } = copying(call, values);
    const recursive = always || hasAny(words, "-r -R -a --recursive --archive");
    const follows = hasAny(words, "-L --dereference");
    const keepsLinks = hasAny(words, "-P -d --no-dereference");
    // A copy that is a link gives its source another name, under which it may be written.
    const links = hasAny(words, "-l -s --link --symbolic-link");
    return both(
      touching(call, { read: sources, ...(links && { modify: sources }) }),
      landing(call, sources, target, { ...how, recursive, follows, keepsLinks, parents: hasAny(words, "--parents") }),
      { risks: suffixRisks(words) },
    );
  };

/** A link gives what it leads to another name, under which it may be written. */
export const linker: Program = (call) => {
  const { words, sources, target, how } = copying(call, "-S --suffix");
  const [only] = words.operands;
  const [from, to] = words.operands.length === 1 && only ? [[only], here] : [sources, target];
  const isSymbolic = hasAny(words, "-s --symbolic") && !hasAny(words, "-r --relative");
  const folders = to && to.kind === "exact" ? [to.text, to.text.replace(/[^/]*\/*$/, "") || "."] : [];
  const relative = from.flatMap((each) =>
    isSymbolic && each.kind === "exact" && !each.text.startsWith("/")
      ? folders.map((folder) => ({ ...each, text: `${folder}/${each.text}` }))
      : [],
  );
  return both(
    touching(call, { read: from, modify: [...(isSymbolic ? [] : from), ...relative, ...from.filter(isAbsolute)] }),
    landing(call, from, to, how),
    { risks: suffixRisks(words) },
  );
};

const isAbsolute = ({ text, kind }: Arg) => kind !== "exact" || text.startsWith("/");

export const hasAny = ({ options }: Words, names: string): boolean =>
  options.some(({ name }) => names.split(" ").some((each) => isOption(name, each)));

function copying(call: Call, values: string) {
  const words = splitArgs(call.args, set(`${values} -t --target-directory`));
  const folder = words.options.find(({ name }) => name === "-t" || name === "--target-directory")?.value;
  const isName = hasAny(words, "-T --no-target-directory");
  return {
    words,
    sources: folder ? words.operands : words.operands.slice(0, words.operands.at(-1)?.splits ? undefined : -1),
    target: folder ?? words.operands.at(-1),
    how: { target: folder ? ("in" as const) : isName ? ("as" as const) : undefined },
  };
}

/** A copy that is kept goes beside its file, unless its ending leads away. */
export const suffixRisks = ({ options }: Words): Risk[] =>
  options.flatMap(({ name, value, words }) =>
    /^(-S|--suffix)$/.test(name) && (value?.kind !== "exact" || value.text.includes("/"))
      ? [{ words, reason: "it keeps copies in another place", startsNothing: true }]
      : [],
  );

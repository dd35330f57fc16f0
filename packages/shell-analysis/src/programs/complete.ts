import { isWithin, type Path } from "@holdall/tool-core";
import type { Effect } from "../analysis.ts";
import type { ProgramStep, Reader } from "../parse/reading.ts";
import type { KindOf } from "./program.ts";

const named = (names: string, allowed: RegExp) => Object.fromEntries(names.split(" ").map((name) => [name, allowed]));

/**
 * Programs that do nothing besides their effects, with the options for which that was looked up. Left out are options
 * that follow links, read names from files, or take parts of a path along.
 */
const options: Readonly<Record<string, RegExp>> = {
  ...named("pwd echo printf true false : test [ basename dirname seq sleep cut tr tac rev nl uniq comm cmp", /^/),
  ...named("cd rmdir unlink md5sum sha1sum sha256sum cksum", /^$/),
  which: /^(-a|--all)$/,
  date: /^-[ud]$/,
  cat: /^-[AbeEnstTv]+$/,
  head: /^-([qvz]+|[cn]?\d*|-(lines|bytes)=\d+)$/,
  tail: /^-([qvz]+|[cn]?\+?\d*|-(lines|bytes)=\+?\d+)$/,
  wc: /^-([clmLw]+|-(lines|words|bytes|chars))$/,
  sort: /^-([bdfghinMrRsuVz]+|[kt].*)$/,
  stat: /^-(c|-format=.*|-printf=.*|t)$/,
  ls: /^-([1aAbBcCdfFgGhiklmnNopqQrRsStuUvxXZ]+|-all|-almost-all|-human-readable|-color(=\w+)?|-recursive)$/,
  mkdir: /^-([pv]+|-parents|-verbose)$/,
  touch: /^-[acm]+$/,
  rm: /^-([dfirIRv]+|-force|-recursive|-verbose)$/,
  cp: /^-([finpuvT]+t?|t|-no-clobber|-force|-update|-verbose)$/,
  mv: /^-([finuvT]+t?|t|-no-clobber|-force|-update|-verbose)$/,
};

/** Programs that print their version and leave again; others may first read what a project says about them. */
const versions = /^(git|node|python3?|bash)$/;

const transparent = /^(time|timeout|nice|command|builtin)$/;

/** Whether a command does nothing besides its effects, and each of these paths is what it seems. */
export function isComplete({ programs, steps, effects }: Reader, kindOf: KindOf | undefined): boolean {
  return (
    kindOf !== undefined &&
    programs.length === steps.length &&
    programs.every(({ wrappers }) =>
      wrappers.every(({ argv, risks }) => transparent.test(argv[0] ?? "") && !risks[0]),
    ) &&
    steps.every(isCompleteStep) &&
    effects.every((effect) => isPlain(effect, kindOf)) &&
    steps.every((step) => !isFoundAgain(step, effects))
  );
}

function isCompleteStep({ call: { name, args }, meaning: { risks = [] } }: ProgramStep): boolean {
  if (risks.length > 0) return false;
  const [first] = args;
  if (versions.test(name) && args.length === 1 && first?.kind === "exact" && first.text === "--version") return true;
  const allowed = Object.hasOwn(options, name) ? options[name] : undefined;
  const end = args.findIndex(({ text }) => text === "--");
  return (
    allowed !== undefined &&
    (/^(echo|printf)$/.test(name) || args.every(({ kind }) => kind === "exact")) &&
    args.every(({ text }, i) => !text.startsWith("-") || text === "-" || (end >= 0 && i >= end) || allowed.test(text))
  );
}

const isPlain = ({ action, target, pattern, climbs }: Effect, kindOf: KindOf): boolean =>
  action === "network" || (pattern === undefined && !climbs && kindOf(target as Path) !== "other");

/** What is moved may be a folder with links in it: nothing else may go through its new name before it was looked at. */
function isFoundAgain({ call, meaning: { effects: own = [] } }: ProgramStep, effects: readonly Effect[]): boolean {
  if (call.name !== "mv") return false;
  const targets = own.flatMap(({ action, target }) => (action === "write" ? [target as Path] : []));
  return effects.some((effect) => !own.includes(effect) && targets.some((to) => isWithin(effect.target as Path, to)));
}

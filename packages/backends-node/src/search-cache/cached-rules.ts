import { type FolderEntry, foldersAbove, ruleFiles, rulesIn, startRules, type WalkRules } from "@holdall/pattern-core";
import { dirname, type FileQuery, type Path } from "@holdall/tool-core";
import { toHostPath } from "@holdall/tool-kit/node";
import type { PathGuard } from "../paths/_path-guard.ts";
import { openFile } from "../read/_read-file.ts";
import { ruleFilesIn, textOf } from "../walk/read-rules.ts";
import { isUnchanged, type Stamp, type StampReader } from "./stamp.ts";

/** The ignore rules of a folder, and their sources. */
export interface CachedRules {
  readonly rules: WalkRules;
  readonly above: WalkRules;
  readonly entries: readonly FolderEntry[];
  readonly texts: readonly RuleText[];
  /** The look at the folder after which they were read. */
  readonly look: number;
}

interface RuleText {
  readonly path: Path;
  readonly text: string | undefined;
  /** What the file looked like; undefined when there is none. */
  readonly stamp: Stamp | undefined;
}

interface RuledFolder {
  readonly entries: readonly FolderEntry[];
  readonly rules: CachedRules | undefined;
  readonly looks: number;
}

/**
 * The rules that hold in a folder: those that are known, unless a file they come from says something else by now. Files
 * in the folder itself are looked at when it was; others, such as `.git/info/exclude`, always.
 */
export function rulesOf(
  { guard, look }: { readonly guard: PathGuard; readonly look: StampReader },
  { entries, rules: known, looks }: RuledFolder,
  at: Path,
  above: WalkRules,
): CachedRules {
  const read = (path: Path, before?: RuleText): RuleText => {
    const stamp = look(toHostPath(path));
    if (!stamp || (before?.stamp && isUnchanged(before.stamp, stamp)))
      return { path, stamp, text: stamp && before?.text };
    return { path, stamp, text: textOf(() => openFile(guard, path)) };
  };
  const isHeard = ({ path, stamp }: RuleText) =>
    known?.look === looks && dirname(path) === at && stamp?.hasOtherLinks === false;

  if (known?.above === above && sameFiles(known.entries, entries)) {
    const now = known.texts.map((text) => (isHeard(text) ? text : read(text.path, text)));
    if (now.every(({ text }, index) => text === known.texts[index]?.text)) {
      return { ...known, entries, texts: now, look: looks };
    }
  }
  const texts: RuleText[] = [];
  const finding = rulesIn(at, entries, above);
  let step = finding.next();
  while (!step.done) {
    const found = read(step.value as Path);
    texts.push(found);
    step = finding.next(found.text);
  }
  return { rules: step.value, above, entries, texts, look: looks };
}

/** Gives the rules that hold above a folder: the same object as before while they say the same. */
export function createRulesAbove(guard: PathGuard, look: StampReader, ignoreCase: boolean) {
  const started = new Map<string, WalkRules>();
  const known = new Map<Path, CachedRules>();
  return (path: Path, { excludes = "", top }: Pick<FileQuery, "excludes" | "top">): WalkRules => {
    const key = `${top}\n${excludes}`;
    let rules = started.get(key) ?? startRules(excludes, { ignoreCase, top });
    started.set(key, rules);
    for (const above of foldersAbove(path, top) as Path[]) {
      if (!guard.covers(above)) continue;
      using folder = guard.folder(above);
      const last = { entries: ruleFilesIn(folder), rules: known.get(above), looks: Number.NaN };
      const here = rulesOf({ guard, look }, last, above, rules);
      known.set(above, here);
      rules = here.rules;
    }
    return rules;
  };
}

const sameFiles = (some: readonly FolderEntry[], others: readonly FolderEntry[]): boolean =>
  some === others ||
  ruleFiles.every(
    (file) => some.find(({ name }) => name === file)?.kind === others.find(({ name }) => name === file)?.kind,
  );

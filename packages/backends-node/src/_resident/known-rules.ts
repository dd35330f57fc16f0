import { type FolderEntry, foldersAbove, rulesIn, startRules, type WalkRules } from "@holdall/pattern-core";
import { dirname, type FileQuery, type Path } from "@holdall/tool-core";
import type { Gate } from "../_gate.ts";
import { toHostPath } from "../_host-path.ts";
import { openFile } from "../_read-file.ts";
import { ruleFilesIn, textOf } from "../_walk/read-rules.ts";
import { isUnchanged, type Look, type Stamp } from "./stamp.ts";

/** The ignore rules of a folder, and what they were made from. */
export interface KnownRules {
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
  readonly rules: KnownRules | undefined;
  readonly looks: number;
}

/**
 * The rules that hold in a folder: those that are known, unless a file they come from says something else by now. Files
 * in the folder itself are looked at when it was; others, such as `.git/info/exclude`, always.
 */
export function rulesOf(
  { gate, look }: { readonly gate: Gate; readonly look: Look },
  { entries, rules: known, looks }: RuledFolder,
  at: Path,
  above: WalkRules,
): KnownRules {
  const read = (path: Path, before?: RuleText): RuleText => {
    const stamp = look(toHostPath(path));
    if (!stamp || (before?.stamp && isUnchanged(before.stamp, stamp)))
      return { path, stamp, text: stamp && before?.text };
    return { path, stamp, text: textOf(() => openFile(gate, path)) };
  };
  const isHeard = ({ path, stamp }: RuleText) =>
    known?.look === looks && dirname(path) === at && stamp?.unheard === false;

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
export function createRulesAbove(gate: Gate, look: Look, ignoreCase: boolean) {
  const started = new Map<string, WalkRules>();
  const known = new Map<Path, KnownRules>();
  return (path: Path, { excludes = "", top }: Pick<FileQuery, "excludes" | "top">): WalkRules => {
    const key = `${top}\n${excludes}`;
    let rules = started.get(key) ?? startRules(excludes, { ignoreCase, top });
    started.set(key, rules);
    for (const above of foldersAbove(path, top) as Path[]) {
      if (!gate.covers(above)) continue;
      using folder = gate.folder(above);
      const last = { entries: ruleFilesIn(folder), rules: known.get(above), looks: Number.NaN };
      const here = rulesOf({ gate, look }, last, above, rules);
      known.set(above, here);
      rules = here.rules;
    }
    return rules;
  };
}

const ruleFiles = [".git", ".gitignore", ".ignore"];

const sameFiles = (some: readonly FolderEntry[], others: readonly FolderEntry[]): boolean =>
  some === others ||
  ruleFiles.every(
    (file) => some.find(({ name }) => name === file)?.kind === others.find(({ name }) => name === file)?.kind,
  );

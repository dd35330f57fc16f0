import { parseWildcards } from "../glob/wildcards.ts";
import { labelsOf, stateAfter } from "../matcher/scan-text.ts";
import { side } from "../regex/alphabet.ts";
import { type Automaton, createAutomaton } from "../regex/automaton.ts";
import { compile } from "../regex/program.ts";
import { assert, type Node, sequence } from "../regex/syntax.ts";
import { createNameTable, type NameTable } from "./name-table.ts";

/** The effect of a rule on a path: a rule that starts with `!` keeps it. */
export type IgnoreVerdict = "ignored" | "kept";

/** The rules of one ignore file, compiled. */
export interface IgnoreRules {
  /** How many rules there are; an empty file has none and can be dropped. */
  readonly size: number;
  /**
   * What the last rule that matches says of the entries of a folder, relative to that of the file, by their names; nothing
   * when none matches. What the entries have in common is looked at once.
   */
  inFolder(relativeFolder: string): (name: string, isDirectory: boolean) => IgnoreVerdict | undefined;
}

interface Rule {
  readonly order: number;
  readonly negated: boolean;
  readonly folderOnly: boolean;
  /** What is matched, from the file's folder, with `**` before a pattern without a slash. */
  readonly pattern: string;
}

/**
 * Compile a .gitignore file; the verdicts are git's. Paths, names, and what names begin or end with are looked up, other
 * rules run as automata. Characters are Unicode code points where git counts bytes.
 */
export function compileIgnore(
  text: string,
  { ignoreCase = false }: { readonly ignoreCase?: boolean } = {},
): IgnoreRules {
  const rules = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap(parseRule)
    .map((rule, order): Rule => ({ ...rule, order }));
  const fold = (value: string) => (ignoreCase ? value.toLowerCase() : value);
  const names = createNameTable("whole");
  const starts = createNameTable("start");
  const ends = createNameTable("end");
  /** By folder, with a slash behind it; a pattern that begins with two slashes has `/` for one, which no folder is. */
  const paths = new Map<string, NameTable>();
  const [wildNames, wildPaths]: [Rule[], Rule[]] = [[], []];
  for (const rule of rules) {
    const { pattern } = rule;
    const name = pattern.startsWith("**/") && !pattern.includes("/", 3) ? pattern.slice(3) : undefined;
    if (name === undefined) {
      const start = pattern.lastIndexOf("/") + 1;
      if (wildcard.test(pattern)) wildPaths.push(rule);
      else tableOf(paths, fold(pattern.slice(0, start))).put(fold(pattern.slice(start)), rule);
    } else if (!wildcard.test(name)) names.put(fold(name), rule);
    else if (/^\*[^*?[\]\\]+$/.test(name)) ends.put(fold(name.slice(1)), rule);
    else if (/^[^*?[\]\\]+\*$/.test(name)) starts.put(fold(name.slice(0, -1)), rule);
    else wildNames.push({ ...rule, pattern: name });
  }
  const byName = lazy(() => automataOf(wildNames, ignoreCase));
  const byPath = lazy(() => automataOf(wildPaths, ignoreCase));

  const latest = (found: readonly number[], isDirectory: boolean, than: number): number => {
    let last = than;
    for (const order of found) if (order > last && (isDirectory || !rules[order]!.folderOnly)) last = order;
    return last;
  };

  const inFolder = (folder: string) => {
    const here = paths.get(fold(folder && `${folder}/`));
    const ofName = byName();
    const ofPath = byPath().map((automaton) => ({ automaton, state: stateAfterFolder(automaton, folder) }));

    return (name: string, isDirectory: boolean): IgnoreVerdict | undefined => {
      const key = fold(name);
      let last = names.latest(key, isDirectory, -1);
      if (here) last = here.latest(key, isDirectory, last);
      last = starts.latest(key, isDirectory, ends.latest(key, isDirectory, last));
      for (const wild of ofName) last = latest(labelsOf(wild, name, wild.start(side.none)), isDirectory, last);
      for (const { automaton, state } of ofPath) last = latest(labelsOf(automaton, name, state()), isDirectory, last);
      if (last < 0) return undefined;
      return rules[last]!.negated ? "kept" : "ignored";
    };
  };

  return { size: rules.length, inFolder };
}

/** The ignore rules of one folder, on top of those of the folders above it. Rules of the nearest folder win. */
export interface IgnoreLayer {
  /** An absolute path without a trailing slash; empty for the root. */
  readonly folder: string;
  readonly rules: IgnoreRules;
  readonly above: IgnoreLayer | undefined;
}

/**
 * Whether the rules ignore the entries of a folder, by their names. What lies in an ignored folder is ignored too: the
 * caller does not go down there.
 */
export function ignoredIn(
  layer: IgnoreLayer | undefined,
  folder: string,
): (name: string, isDirectory: boolean) => boolean {
  const verdicts: ReturnType<IgnoreRules["inFolder"]>[] = [];
  for (let current = layer; current; current = current.above) {
    verdicts.push(current.rules.inFolder(folder.slice(current.folder.length + 1)));
  }
  return (name, isDirectory) => {
    for (const verdict of verdicts) {
      const found = verdict(name, isDirectory);
      if (found) return found === "ignored";
    }
    return false;
  };
}

/** Patterns of more characters match no path that can exist. */
const maxLength = 4_096;
const slash = 47;
const wildcard = /[*?[\]\\]/;

function tableOf(paths: Map<string, NameTable>, folder: string): NameTable {
  const table = paths.get(folder) ?? createNameTable("whole");
  paths.set(folder, table);
  return table;
}

/** Automata of rules with wildcards, several where one would become too large. */
function automataOf(rules: readonly Rule[], ignoreCase: boolean): Automaton[] {
  const groups: { node: Node; label: number }[][] = [];
  let room = 0;
  for (const { pattern, order } of rules) {
    const node = pattern.length > maxLength ? undefined : parseWildcards(pattern, { ignoreCase, hidden: true });
    if (!node) continue;
    room -= pattern.length;
    if (room < 0) {
      groups.push([]);
      room = maxLength - pattern.length;
    }
    groups.at(-1)?.push({ node: sequence(node, assert("text-end")), label: order });
  }
  return groups.map((labelled) => createAutomaton(compile(labelled), { anchored: true, lines: false }));
}

/** The state at the names of a folder, as a function because automata forget states when they become too many. */
function stateAfterFolder(automaton: Automaton, folder: string): () => number {
  const start = automaton.start(side.none);
  const state = folder === "" ? start : automaton.next(stateAfter(automaton, folder, start), slash);
  const { generation } = automaton;
  const kept = automaton.keep(state);
  return () => (automaton.generation === generation ? state : automaton.resume(kept));
}

function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function parseRule(line: string): Omit<Rule, "order">[] {
  const written = trimEnd(line.endsWith("\r") ? line.slice(0, -1) : line);
  if (written === "" || written.startsWith("#")) return [];
  const negated = written.startsWith("!");
  const whole = negated ? written.slice(1) : written;
  const folderOnly = whole.endsWith("/");
  const pattern = folderOnly ? whole.slice(0, -1) : whole;
  if (pattern === "") return [];
  return [
    {
      negated,
      folderOnly,
      pattern: pattern.startsWith("/") ? pattern.slice(1) : pattern.includes("/") ? pattern : `**/${pattern}`,
    },
  ];
}

/** Drop trailing spaces that no backslash keeps. */
function trimEnd(line: string): string {
  let end = 0;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === "\\") end = ++i + 1;
    else if (line[i] !== " ") end = i + 1;
  }
  return line.slice(0, end);
}

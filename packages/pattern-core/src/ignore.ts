import { type Automaton, createAutomaton } from "./_automaton.ts";
import { compile } from "./_program.ts";
import { assert, type Node, sequence } from "./_syntax.ts";
import { parseWildcards } from "./_wildcards.ts";

/** The rules of one ignore file, compiled. */
export interface IgnoreRules {
  /** How many rules there are; an empty file has none and can be dropped. */
  readonly size: number;
  /** What the last rule that matches says of a path relative to the file's folder; nothing when none matches. */
  verdict(relativePath: string, isDirectory: boolean): "ignored" | "kept" | undefined;
}

interface Rule {
  readonly order: number;
  readonly negated: boolean;
  readonly folderOnly: boolean;
  /** What is matched, from the file's folder, with `**` before a pattern without a slash. */
  readonly pattern: string;
}

/**
 * Compile a .gitignore file; the verdicts are git's. Plain names and extensions are looked up, all other rules run as
 * one automaton. Characters are Unicode code points where git counts bytes.
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
  const names = new Map<string, Rule[]>();
  const extensions = new Map<string, Rule[]>();
  const others: { rule: Rule; node: Node }[] = [];
  for (const rule of rules) {
    const name = /^\*\*\/([^*?[\]\\/]+)$/.exec(rule.pattern)?.[1];
    const extension = /^\*\*\/\*(\.[^*?[\]\\/.]+)$/.exec(rule.pattern)?.[1];
    if (name !== undefined) push(names, fold(name), rule);
    else if (extension !== undefined) push(extensions, fold(extension), rule);
    else {
      const node = parseWildcards(rule.pattern, { ignoreCase, hidden: true, braces: false });
      if (node) others.push({ rule, node: sequence(node, assert("text-end")) });
    }
  }
  const automata = new Map<boolean, Automaton | undefined>();
  /** Rules for folders only are left out of the automaton for files. */
  const automaton = (isDirectory: boolean): Automaton | undefined => {
    if (!automata.has(isDirectory)) {
      const fitting = others.filter(({ rule }) => isDirectory || !rule.folderOnly);
      const labelled = fitting.map(({ rule, node }) => ({ node, label: rule.order }));
      automata.set(
        isDirectory,
        labelled.length > 0 ? createAutomaton(compile(labelled), { anchored: true }) : undefined,
      );
    }
    return automata.get(isDirectory);
  };

  return {
    size: rules.length,
    verdict(relativePath, isDirectory) {
      let last = automaton(isDirectory)?.label(relativePath) ?? -1;
      const consider = (found: readonly Rule[] | undefined) => {
        for (const { order, folderOnly } of found ?? []) if (order > last && (isDirectory || !folderOnly)) last = order;
      };
      const name = fold(relativePath.slice(relativePath.lastIndexOf("/") + 1));
      consider(names.get(name));
      const dot = extensions.size > 0 ? name.lastIndexOf(".") : -1;
      if (dot >= 0) consider(extensions.get(name.slice(dot)));
      if (last < 0) return undefined;
      return rules[last]?.negated ? "kept" : "ignored";
    },
  };
}

/** Ignore rules of one folder, over those of the folders above it; the nearest folder has the last word. */
export interface IgnoreLayer {
  /** An absolute path without a trailing slash; empty for the root. */
  readonly folder: string;
  readonly rules: IgnoreRules;
  readonly above: IgnoreLayer | undefined;
}

/** Whether the rules ignore a path. A path in an ignored folder is ignored too: the caller does not go down there. */
export function isIgnored(layer: IgnoreLayer | undefined, path: string, isDirectory: boolean): boolean {
  for (let current = layer; current; current = current.above) {
    const verdict = current.rules.verdict(path.slice(current.folder.length + 1), isDirectory);
    if (verdict) return verdict === "ignored";
  }
  return false;
}

function push(map: Map<string, Rule[]>, key: string, rule: Rule) {
  const rules = map.get(key);
  if (rules) rules.push(rule);
  else map.set(key, [rule]);
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

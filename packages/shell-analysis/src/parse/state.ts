import type { Path } from "@holdall/tool-core";
import { forEachChild, type SyntaxNode } from "unbash";
import type { Folders } from "../files/paths.ts";
import type { Arg } from "./arg.ts";
import { arithmeticOf, integerIn, isInteger, namesSetBy, setsInteger } from "./arithmetic.ts";

/** What holds at one point of a script. */
export interface State {
  folders: Folders;
  /** Values that are the same however the script runs. */
  variables: Map<string, Arg>;
}

/** Drop the values that another way through the script leaves different. */
export function forget(state: State, other: State) {
  for (const [name, value] of state.variables) if (other.variables.get(name) !== value) state.variables.delete(name);
}

export const copyOf = ({ folders, variables }: State): State => ({ folders, variables: new Map(variables) });

/** A state in which a loop has set its variable. */
export function withValue(state: State, name: string, value: Arg): State {
  const inner = copyOf(state);
  if (value.isInteger) inner.variables.set(name, integerIn(name));
  else if (value.kind === "dynamic") inner.variables.delete(name);
  else inner.variables.set(name, value);
  return inner;
}

/** Both, unless there are too many to follow. */
export function either(a: Folders, b: Folders): Folders {
  if (a === undefined || b === undefined) return undefined;
  const all = [...new Set<Path>([...a, ...b])];
  return all.length > 8 ? undefined : all;
}

const setters = /^(read|mapfile|readarray|getopts|unset|printf|declare|typeset|local|export|readonly|let|wait)$/;

/** The variables that a builtin may set: those that its arguments name, as `x`, `x=1` or `-vx`, and those it sets unasked. */
export function setBy(builtin: string, [first = "", ...others]: readonly string[]): readonly string[] {
  if (!setters.test(builtin) || (builtin === "printf" && !first.startsWith("-v"))) return [];
  const named = [first, ...others].flatMap((text) => /^(?:-v)?([A-Za-z_]\w*)/.exec(text)?.[1] ?? []);
  return [...named, "REPLY", "MAPFILE", "OPTARG", "OPTIND"];
}

/** What a loop or a function may leave different. */
export interface Changes {
  folders: boolean;
  everything: boolean;
  /** Variables that are set, and whether they only get integers. */
  readonly names: Map<string, boolean>;
}

/** Look for what running a node may change; `changing` are functions that may change everything. */
export function changesIn(node: SyntaxNode, changing: ReadonlySet<string>): Changes {
  const changes: Changes = { folders: false, everything: false, names: new Map() };
  const sets = (name: string, integer: boolean) =>
    changes.names.set(name, integer && changes.names.get(name) !== false);
  const look = (child: SyntaxNode): void => {
    for (const text of arithmeticOf(child)) for (const name of namesSetBy(text)) sets(name, true);
    if (child.type === "Assignment") sets(child.name, setsInteger(child));
    else if (child.type === "For" || child.type === "Select") sets(child.name.value, false);
    else if (child.type === "ArithmeticFor") changes.everything = true;
    else if (child.type === "ParameterExpansion" && child.operation?.type === "Default") sets(child.parameter, false);
    else if (child.type === "Command") {
      const name = child.name?.value ?? "";
      if (/^(cd|pushd|popd)$/.test(name)) changes.folders = true;
      if (/^(eval|source|\.|trap|command|builtin)$/.test(name) || changing.has(name)) changes.everything = true;
      const words = child.args.filter((arg) => arg.type === "Word");
      const names = setBy(
        name,
        words.map(({ value }) => value),
      );
      for (const each of names) sets(each, false);
      if (names.length > 0 && words.some(({ parts }) => parts?.some(({ type }) => type.endsWith("Expansion"))))
        changes.everything = true;
    }
    forEachChild(child, look);
  };
  forEachChild(node, look);
  changes.folders ||= changes.everything;
  return changes;
}

export const changesAnything = ({ folders, everything, names }: Changes): boolean =>
  folders || everything || names.size > 0;

/** What is known of variables in every round of a loop. */
export function throughRounds({ everything, names }: Changes, before: ReadonlyMap<string, Arg>): Map<string, Arg> {
  const kept = new Map<string, Arg>();
  for (const [name, value] of everything ? [] : before) {
    if (!names.has(name)) kept.set(name, value);
    else if (names.get(name) && isInteger(name, before)) kept.set(name, integerIn(name));
  }
  return kept;
}

import type { Path } from "@holdall/tool-core";
import {
  type Assignment,
  type Command,
  forEachChild,
  type ParsedScript,
  parse,
  type Redirection,
  type Statement,
  type SyntaxNode,
} from "unbash";
import { type Arg, anything, toShell } from "./_arg.ts";
import { changesPrograms } from "./_environment.ts";
import { type Folders, fileEffects } from "./_paths.ts";
import type { Call } from "./_program.ts";
import { meaningOf } from "./_programs.ts";
import { argOf, argsOf, assignmentArg } from "./_words.ts";
import type { Effect, ProgramCall, Unknown } from "./analysis.ts";

interface ReaderOptions {
  readonly home: string | undefined;
  readonly repository: string | undefined;
  readonly maxPrograms: number;
}

export interface Reader {
  readonly programs: readonly ProgramCall[];
  readonly effects: readonly Effect[];
  readonly unknowns: readonly Unknown[];
  read(source: string, folders: Folders): void;
}

/** What holds at one point of a script. */
interface State {
  folders: Folders;
  /** Values that are the same however the script runs. */
  variables: Map<string, Arg>;
}

const maxDepth = 20;

/** Reads scripts in the order in which they run, and keeps what they do. */
export function createReader({ home, repository, maxPrograms }: ReaderOptions): Reader {
  const programs: ProgramCall[] = [];
  const effects: Effect[] = [];
  const unknowns: Unknown[] = [];
  let depth = 0;

  const doubt = (reason: string, text: string) => {
    if (unknowns.length < 50) unknowns.push({ reason, text: text.slice(0, 200) });
  };

  const deeper = (text: string, work: () => void) => {
    if (depth >= maxDepth) return doubt(`it is nested more than ${maxDepth} deep`, text);
    depth++;
    work();
    depth--;
  };

  const known = ({ folders, variables }: State) => ({
    home,
    variables,
    substitution(text: string): string | undefined {
      const inner = /^\$\(\s*(.*?)\s*\)$/s.exec(text)?.[1];
      if (inner === "pwd" && folders?.length === 1) return folders[0];
      return inner === "git rev-parse --show-toplevel" ? repository : undefined;
    },
  });

  const readSource = (source: string, state: State) => deeper(source, () => readScript(parse(source), source, state));

  const readScript = (script: ParsedScript, source: string, state: State) => {
    for (const { message } of script.errors ?? []) doubt(`it cannot be parsed: ${message}`, source);
    readStatements(script.commands, state);
  };

  const readStatements = (statements: readonly Statement[], state: State) => {
    for (const { command, background } of statements) {
      const { folders } = state;
      readNode(command, background ? copyOf(state) : state, undefined);
      // What follows a `;` runs whether or not this has failed.
      state.folders = either(folders, state.folders);
    }
  };

  /** A part that may run or not: afterwards the shell may be where it was, or where the part left it. */
  const readMaybe = (node: SyntaxNode, state: State) => {
    const inner = copyOf(state);
    readNode(node, inner, undefined);
    state.folders = either(state.folders, inner.folders);
    forget(state, inner);
  };

  const readNode = (node: SyntaxNode, state: State, piped: readonly Arg[] | undefined): void => {
    switch (node.type) {
      case "Command":
        readCommand(node, state, piped);
        break;
      case "Statement":
        readStatements([node], state);
        break;
      case "AndOr": {
        const [first, ...rest] = node.commands;
        if (first) readNode(first, state, undefined);
        // After `&&` what came before has succeeded, so its `cd` holds; after `||` it may have failed.
        const before = copyOf(state);
        rest.forEach((command, i) => {
          if (node.operators[i] === "&&") readNode(command, state, undefined);
          else readMaybe(command, state);
        });
        forget(state, before);
        break;
      }
      case "Pipeline": {
        let paths: readonly Arg[] | undefined;
        for (const command of node.commands) {
          const inner = node.commands.length > 1 ? copyOf(state) : state;
          readNode(command, inner, paths);
          paths = command.type === "Command" ? printedPaths(command, inner) : undefined;
        }
        break;
      }
      case "Subshell":
        readStatements(node.body.commands, copyOf(state));
        break;
      case "Redirected":
        for (const redirect of node.redirects) readRedirect(redirect, state);
        readNode(node.command, state, piped);
        break;
      case "BraceGroup":
        readStatements(node.body.commands, state);
        break;
      case "CompoundList":
        readStatements(node.commands, state);
        break;
      case "For":
      case "Select": {
        const values = (node.wordlist ?? []).flatMap((word) => argsOf(word, known(state)));
        for (const word of node.wordlist ?? []) readNested(word, state);
        const name = node.name.value;
        if (changesState(node.body)) Object.assign(state, { folders: undefined, variables: new Map() });
        if (values.length > 50) doubt("it loops over more than 50 words", name);
        for (const value of node.wordlist ? values.slice(0, 50) : [anything(`$${name}`)]) {
          const inner = copyOf(state);
          if (value.kind === "dynamic") inner.variables.delete(name);
          else inner.variables.set(name, value);
          readMaybe(node.body, inner);
        }
        state.variables.delete(name);
        break;
      }
      case "Function":
        // When it is called, folders and variables may be any.
        deeper(node.name.text, () => readNode(node.body, { folders: undefined, variables: new Map() }, undefined));
        break;
      case "While":
        // What one round leaves behind, the next one finds.
        if (changesState(node)) Object.assign(state, { folders: undefined, variables: new Map() });
        for (const part of [node.clause, node.body]) readMaybe(part, state);
        break;
      case "If":
        readNode(node.clause, state, undefined);
        for (const part of [node.then, ...node.elif.flatMap((elif) => [elif.clause, elif.then]), node.else])
          if (part) readMaybe(part, state);
        break;
      case "Case":
        readNested(node.word, state);
        for (const { pattern, body } of node.items) {
          for (const word of pattern) readNested(word, state);
          readMaybe(body, state);
        }
        break;
      case "Coproc":
      case "ArithmeticFor":
        doubt(`it uses ${node.type === "Coproc" ? "coproc" : "an arithmetic loop"}, which is not followed`, "");
        readMaybe(node.body, state);
        break;
      default:
        readNested(node, state);
        break;
    }
  };

  /** Scripts in substitutions, wherever they stand: words, heredocs, arithmetic, tests. */
  const readNested = (node: SyntaxNode, state: State): void => {
    if ((node.type === "CommandExpansion" || node.type === "ProcessSubstitution") && !node.script) {
      doubt("a substitution in it cannot be parsed", node.text);
    }
    if (node.type === "ParameterExpansion" && (node.operation?.type === "Transform" || node.prefix === "!")) {
      doubt("it expands the value of a variable as code or as another name", node.text);
    }
    forEachChild(node, (child) => {
      if (child.type === "Script") {
        deeper(node.type, () => readScript(child, "text" in node ? node.text : "", copyOf(state)));
      } else readNested(child, state);
    });
  };

  const readRedirect = (redirect: Redirection, state: State) => {
    readNested(redirect, state);
    if (redirect.type !== "Redirect") return;
    const { operator, target } = redirect;
    if (!target) return doubt("a redirection in it has no target", operator);
    const arg = argOf(target, known(state));
    if (/^[<>]&$/.test(operator) && /^(\d+-?|-)$/.test(arg.text)) return;
    const host = /^\/dev\/(?:tcp|udp)\/([^/]+)\/(.+)$/.exec(arg.text);
    if (host) return void effects.push({ action: "network", target: `${host[1]}:${host[2]}` });
    touch(operator === "<" ? "read" : "write", arg, state.folders);
    if (operator === "<>") touch("read", arg, state.folders);
  };

  const touch = (action: "read" | "write", arg: Arg, folders: Folders) => {
    const found = fileEffects(action, arg, folders);
    if (found) effects.push(...found);
    else doubt(`it ${action}s a file that is only known when it runs`, arg.text);
  };

  const assign = (assignment: Assignment, state: State) => {
    readNested(assignment, state);
    const { name, value, append, index, text } = assignment;
    if (changesPrograms(name)) doubt(`it sets ${name}, which changes what programs do`, text);
    if (value.type === "ArrayValue" || append || index) state.variables.delete(name);
    else state.variables.set(name, argOf(value, known(state)));
  };

  const readCommand = (command: Command, state: State, piped: readonly Arg[] | undefined) => {
    for (const redirect of command.redirects) readRedirect(redirect, state);
    const assignments = command.prefix.filter((part) => part.type === "Assignment");
    if (!command.name) {
      for (const assignment of assignments) assign(assignment, state);
      return;
    }
    const words = [command.name, ...command.args];
    // What is assigned before a program is the program's: the words of the command do not see it.
    for (const assignment of assignments) assign(assignment, copyOf(state));
    for (const word of words) readNested(word, state);
    const args = words.flatMap((word) =>
      word.type === "Word" ? argsOf(word, known(state)) : [assignmentArg(word, known(state))],
    );
    if (words.some((word) => word.type === "Assignment"))
      for (const word of command.args) if (word.type === "Assignment") assign(word, state);
    run(args, state, { wrappers: [], piped });
  };

  /** One program: what it does, and what it starts. */
  const run = (
    [name, ...args]: readonly Arg[],
    state: State,
    { wrappers, piped }: { wrappers: readonly string[]; piped: readonly Arg[] | undefined },
  ) => {
    if (!name) return;
    if (programs.length >= maxPrograms) return doubt(`it starts more than ${maxPrograms} programs`, name.text);
    const all = [name, ...args];
    const text = toShell(all);
    if (name.kind !== "exact" || name.text === "") {
      doubt("which program it starts is only known when it runs", text);
      programs.push({ argv: all.map((arg) => arg.text), text, wrappers, helper: false, risks: [] });
      return;
    }
    const call: Call = { name: name.text, args, folders: state.folders, piped };
    const meaning = meaningOf(call);
    effects.push(...(meaning.effects ?? []));
    for (const reason of meaning.unknowns ?? []) doubt(reason, text);
    const started = meaning.runs ?? [];
    if (!started.some(({ wrapper }) => wrapper) && !meaning.scripts) {
      const { helper = false, risks = [] } = meaning;
      programs.push({ argv: all.map((arg) => arg.text), text, wrappers, helper, risks });
    }
    const through = [...wrappers, name.text];
    for (const inner of started) {
      deeper(text, () => run(inner.args, state, { wrappers: through, piped: inner.piped }));
    }
    for (const script of meaning.scripts ?? []) readSource(script, copyOf(state));
    if (meaning.goesTo) state.folders = meaning.goesTo.folders;
    if (/^(read|mapfile|readarray|getopts|unset|printf|declare|typeset|local|let)$/.test(name.text)) {
      for (const arg of args) state.variables.delete(arg.text);
    }
  };

  const printedPaths = (command: Command, state: State): readonly Arg[] | undefined => {
    if (!command.name) return undefined;
    const args = [command.name, ...command.args].flatMap((word) =>
      word.type === "Word" ? argsOf(word, known(state)) : [assignmentArg(word, known(state))],
    );
    const [name, ...rest] = args;
    if (name?.kind !== "exact") return undefined;
    return meaningOf({ name: name.text, args: rest, folders: state.folders, piped: undefined }).prints;
  };

  return {
    programs,
    effects,
    unknowns,
    read: (source, folders) => readSource(source, { folders, variables: new Map() }),
  };
}

/** Drop the values that another way through the script leaves different. */
function forget(state: State, other: State) {
  for (const [name, value] of state.variables) if (other.variables.get(name) !== value) state.variables.delete(name);
}

const copyOf = ({ folders, variables }: State): State => ({ folders, variables: new Map(variables) });

/** Both, unless there are too many to follow. */
function either(a: Folders, b: Folders): Folders {
  if (a === undefined || b === undefined) return undefined;
  const all = [...new Set<Path>([...a, ...b])];
  return all.length > 8 ? undefined : all;
}

/** Whether a loop changes folders or variables that its next round would see. */
function changesState(node: SyntaxNode): boolean {
  let found = false;
  const look = (child: SyntaxNode) => {
    if (child.type === "Assignment") found = true;
    if (
      child.type === "Command" &&
      /^(cd|pushd|popd|read|mapfile|readarray|eval|source|\.)$/.test(child.name?.value ?? "")
    )
      found = true;
    if (!found) forEachChild(child, look);
  };
  forEachChild(node, look);
  return found;
}

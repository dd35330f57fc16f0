import {
  type Assignment,
  type Command,
  forEachChild,
  type ParsedScript,
  parse,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type WordPart,
} from "unbash";
import { type Arg, anything, toShell } from "./_arg.ts";
import { arithmeticOf, integerIn, isIdentifier, isInteger, namesSetBy, onlyComputes } from "./_arithmetic.ts";
import { changesPrograms } from "./_environment.ts";
import { type Folders, fileEffects } from "./_paths.ts";
import type { Call } from "./_program.ts";
import { isKnown, meaningOf } from "./_programs.ts";
import { changesAnything, changesIn, copyOf, either, forget, type State, setBy, throughRounds } from "./_state.ts";
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

const maxDepth = 20;

/** Reads scripts in the order in which they run, and keeps what they do. */
export function createReader({ home, repository, maxPrograms }: ReaderOptions): Reader {
  const programs: ProgramCall[] = [];
  const effects: Effect[] = [];
  const unknowns: Unknown[] = [];
  /** Functions after which folders or variables are others. */
  const changing = new Set<string>();
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
        setByName(name, state, name);
        enterRounds(node.body, state);
        if (values.length > 50) doubt("it loops over more than 50 words", name);
        for (const value of node.wordlist ? values.slice(0, 50) : [anything(`$${name}`)]) {
          const inner = copyOf(state);
          if (value.isInteger) inner.variables.set(name, integerIn(name));
          else if (value.kind === "dynamic") inner.variables.delete(name);
          else inner.variables.set(name, value);
          readMaybe(node.body, inner);
        }
        state.variables.delete(name);
        break;
      }
      case "Function":
        if (isKnown(node.name.value)) doubt("it gives the name of a program another meaning", node.name.value);
        // When it is called, folders and variables may be any; and afterwards.
        if (changesAnything(changesIn(node.body, changing))) changing.add(node.name.value);
        deeper(node.name.text, () => readNode(node.body, { folders: undefined, variables: new Map() }, undefined));
        break;
      case "While":
        enterRounds(node, state);
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
    if (node.type === "ParameterExpansion") {
      const { operation, prefix, parameter, text } = node;
      if (operation?.type === "Transform" || prefix === "!")
        doubt("it expands the value of a variable as code or as another name", text);
      if (operation?.type === "Default" && operation.operator.endsWith("=")) setByName(parameter, state, text);
    }
    if (node.type === "HereDocBody" && node.parts?.some((part) => quotesNothing(part)))
      doubt("quotes in an expansion in its heredoc protect nothing", node.text);
    if (node.type === "TestUnary" && /^-[vR]$/.test(node.operator) && !isIdentifier(node.operand.text))
      doubt("it looks up a name that may hold code", node.operand.text);
    for (const text of arithmeticOf(node)) compute(text, state);
    forEachChild(node, (child) => {
      if (child.type === "Script") {
        deeper(node.type, () => readScript(child, "text" in node ? node.text : "", copyOf(state)));
      } else readNested(child, state);
    });
  };

  /** What is computed runs code where a name in it holds a subscript with a substitution. */
  const compute = (text: string, state: State) => {
    const [start = ""] = /^\s*[A-Za-z_]\w*\s*=(?!=)/.exec(text) ?? [];
    if (!onlyComputes(text.slice(start.length), (used) => isInteger(used, state.variables)))
      return doubt("it computes with what may hold code", text);
    for (const each of namesSetBy(text)) {
      setByName(each, state, text);
      state.variables.set(each, integerIn(each));
    }
  };

  /** What one round of a loop leaves behind, the next one finds. */
  const enterRounds = (node: SyntaxNode, state: State) => {
    const changes = changesIn(node, changing);
    if (changes.folders) state.folders = undefined;
    state.variables = throughRounds(changes, state.variables);
  };

  /** A variable gets a value that is not followed. */
  const setByName = (name: string, state: State, text: string) => {
    if (changesPrograms(name)) doubt(`it sets ${name}, which changes what programs do`, text);
    state.variables.delete(name);
  };

  const readRedirect = (redirect: Redirection, state: State) => {
    readNested(redirect, state);
    const { descriptor } = redirect;
    if (descriptor?.type === "FileDescriptorVariable") {
      setByName(descriptor.name, state, `{${descriptor.name}}`);
      if (!isIdentifier(descriptor.name)) doubt("it looks up a name that may hold code", descriptor.name);
    }
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
    for (const script of meaning.scripts ?? []) readScriptOf(name.text, script, state);
    if (meaning.goesTo) state.folders = meaning.goesTo.folders;
    for (const each of setBy(
      name.text,
      args.map(({ text }) => text),
    ))
      state.variables.delete(each);
    if (changing.has(name.text)) Object.assign(state, { folders: undefined, variables: new Map() });
  };

  /** Text that a program runs as a script: in this shell, at some time, or in one of its own. */
  const readScriptOf = (name: string, script: string, state: State) => {
    const inner = copyOf(state);
    readSource(script, inner);
    if (name === "trap" && changesAnything(changesIn(parse(script), changing)))
      doubt("its handler changes what later commands do", script);
    if (name !== "eval") return;
    forget(state, inner);
    state.folders = either(state.folders, inner.folders);
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

/** Bash takes the quotes in an expansion in a heredoc for letters, the parser does not. */
const quotesNothing = (part: WordPart): boolean => part.type === "ParameterExpansion" && part.text.includes("'");

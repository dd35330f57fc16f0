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
  type Word,
} from "unbash";
import type { Effect, ProgramCall, Unknown, Wrapper } from "../analysis.ts";
import type { Folders, LookupContext } from "../files/paths.ts";
import { touching } from "../programs/_files.ts";
import type { Call } from "../programs/program.ts";
import { codeOf, isKnown, isWrapper, knowsWords, meaningOf, runsAnyOf } from "../programs/programs.ts";
import { type Arg, anything, exact, shownWords } from "./arg.ts";
import { arithmeticOf, integerIn, isIdentifier, isInteger, namesSetBy, onlyComputes } from "./arithmetic.ts";
import { changesPrograms, exportReason, variableReason } from "./environment.ts";
import { changesPatterns, spreadPatterns, withNames } from "./expand-words.ts";
import { assignedBy, hiddenCode } from "./hidden-code.ts";
import { knownAt } from "./known-state.ts";
import { maxDepth, onlyFiles, type ProgramStep, type Reader, type ReaderOptions, seenFiles } from "./reading.ts";
import {
  changesAnything,
  changesIn,
  copyOf,
  either,
  forget,
  type State,
  setBy,
  throughRounds,
  withValue,
} from "./state.ts";
import { argOf, argsOf, assignmentArg } from "./words.ts";

/** Reads scripts in the order in which they run, and keeps what they do. */
export function createReader(options: ReaderOptions): Reader {
  const { home, repository, maxPrograms, files } = options;
  const programs: ProgramCall[] = [];
  const steps: ProgramStep[] = [];
  const effects: Effect[] = [];
  const unknowns: Unknown[] = [];
  /** Functions after which folders or variables are others. */
  const changing = new Set<string>();
  /** Functions by the names of known programs. */
  const shadowed = new Set<string>();
  /** The programs that run the script that is being read as a script of theirs. */
  let around: readonly Wrapper[] = [];
  /** The keyword `time` is before what is being read. */
  let isTimed = false;
  let depth = 0;
  /** Something before may have put links where there were none. */
  let hasBrought = false;
  /** Options of the shell change what its patterns find. */
  let hasOwnPatterns = false;

  const addUnknown = (reason: string, text: string, about: Omit<Unknown, "reason" | "text"> = {}) => {
    if (unknowns.length < 50) unknowns.push({ reason, text: text.slice(0, 200), ...about });
  };

  const deeper = (text: string, work: () => void) => {
    if (depth >= maxDepth) return addUnknown(`it is nested more than ${maxDepth} deep`, text);
    depth++;
    work();
    depth--;
  };

  const known = (state: State) => knownAt(state, { home, repository, isShadowed: (name) => shadowed.has(name) });

  const wordsOf = (words: readonly (Word | Assignment)[], state: State): Arg[] =>
    words
      .flatMap((word) => (word.type === "Word" ? argsOf(word, known(state)) : [assignmentArg(word, known(state))]))
      .map((arg) => (hasOwnPatterns && arg.kind === "glob" ? { ...arg, kind: "dynamic" } : arg));

  const readSource = (source: string, state: State) => deeper(source, () => readScript(parse(source), source, state));

  const readScript = (script: ParsedScript, source: string, state: State) => {
    for (const { message } of script.errors ?? []) addUnknown(`it cannot be parsed: ${message}`, source);
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
        const before = isTimed;
        isTimed ||= node.prefixes.some(({ type }) => type === "Time");
        for (const command of node.commands) {
          const inner = node.commands.length > 1 ? copyOf(state) : state;
          readNode(command, inner, paths);
          paths = command.type === "Command" ? printedPaths(command, inner) : undefined;
        }
        isTimed = before;
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
        const values = wordsOf(node.wordlist ?? [], state).map((arg) => withNames(arg, lookup(state)));
        for (const word of node.wordlist ?? []) readNested(word, state);
        const name = node.name.value;
        setByName(name, state, name);
        enterRounds(node.body, state);
        const hadBrought = hasBrought;
        if (values.length > 50) addUnknown("it loops over more than 50 words", name);
        for (const value of node.wordlist ? values.slice(0, 50) : [anything(`$${name}`)]) {
          const inner = withValue(state, name, value);
          readMaybe(node.body, inner);
          if (hasBrought !== hadBrought) readMaybe(node.body, copyOf(inner));
        }
        state.variables.delete(name);
        break;
      }
      case "Function":
        if (isKnown(node.name.value)) {
          addUnknown("it gives the name of a program another meaning", node.name.value);
          shadowed.add(node.name.value);
        }
        // When it is called, folders and variables may be any; and afterwards.
        if (changesAnything(changesIn(node.body, changing))) changing.add(node.name.value);
        deeper(node.name.text, () => readNode(node.body, { folders: undefined, variables: new Map() }, undefined));
        break;
      case "While": {
        enterRounds(node, state);
        const hadBrought = hasBrought;
        const round = () => [node.clause, node.body].map((part) => readMaybe(part, state));
        round();
        if (hasBrought !== hadBrought) round();
        break;
      }
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
        addUnknown(`it uses ${node.type === "Coproc" ? "coproc" : "an arithmetic loop"}, which is not followed`, "");
        readMaybe(node.body, state);
        break;
      default:
        readNested(node, state);
        break;
    }
  };

  /** Scripts in substitutions, wherever they stand: words, heredocs, arithmetic, tests. */
  const readNested = (node: SyntaxNode, state: State): void => {
    const hidden = hiddenCode(node);
    if (hidden) addUnknown(...hidden);
    const assigned = assignedBy(node);
    if (assigned !== undefined) setByName(assigned, state, assigned);
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
      return addUnknown("it computes with what may hold code", text);
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
    const reason = variableReason(name, undefined, options);
    if (reason) addUnknown(reason, text);
    state.variables.delete(name);
  };

  const readRedirect = (redirect: Redirection, state: State) => {
    readNested(redirect, state);
    const { descriptor } = redirect;
    if (descriptor?.type === "FileDescriptorVariable") {
      setByName(descriptor.name, state, `{${descriptor.name}}`);
      state.variables.set(descriptor.name, integerIn(descriptor.name));
      if (!isIdentifier(descriptor.name)) addUnknown("it looks up a name that may hold code", descriptor.name);
    }
    if (redirect.type !== "Redirect") return;
    const { operator, target } = redirect;
    if (!target) return addUnknown("a redirection in it has no target", operator);
    const arg = argOf(target, known(state));
    if (/^[<>]&$/.test(operator) && (arg.isInteger || /^(\d+-?|-)$/.test(arg.text))) return;
    const host = /^\/dev\/(?:tcp|udp)\/([^/]+)\/(.+)$/.exec(arg.text);
    if (host) return void effects.push({ action: "network", target: `${host[1]}:${host[2]}` });
    const replaces = /^(>|>\||>&|&>)$/.test(operator);
    touch(operator === "<" ? "read" : "write", arg, { folders: state.folders, replaces });
    if (operator === "<>") touch("read", arg, { folders: state.folders, replaces });
  };

  const touch = (
    action: "read" | "write",
    arg: Arg,
    { folders, replaces }: { folders: Folders; replaces: boolean },
  ) => {
    const use = action === "write" && !replaces ? "modify" : action;
    const found = touching({ folders, files }, { [use]: [arg] });
    effects.push(...found.effects);
    for (const reason of found.unknownFiles) addUnknown(reason, arg.text, onlyFiles);
    for (const reason of found.seen) addUnknown(reason, arg.text, seenFiles);
    lookAgain(found.effects, arg.text);
  };

  /** Content that an earlier part brought in has unknown names. */
  const lookup = ({ folders }: State): LookupContext => ({ folders, files: hasBrought ? undefined : files });

  /** It may contain links as well: then it is unknown where a path leads. */
  const lookAgain = (touched: readonly Effect[], text: string) => {
    if (!files || !hasBrought) return;
    const isNew = ({ action, target }: Effect) =>
      action === "write" || (action === "read" && files.kindOf(target as Path) === "missing");
    if (touched.some(isNew))
      addUnknown("an earlier part may have put a link where it reads or writes", text, seenFiles);
  };

  /** `before` is the program that gets the variable; without one the shell keeps it. */
  const assign = (assignment: Assignment, state: State, before?: string) => {
    readNested(assignment, state);
    const { name, value, append, index, text } = assignment;
    const arg =
      value.type === "ArrayValue" || append || index ? undefined : { ...argOf(value, known(state)), isAssigned: true };
    // What separates words for `read` alone changes nothing else.
    const isSeparator = name === "IFS" && before === "read";
    const reason = before === undefined ? variableReason(name, arg, options) : exportReason(name, arg);
    if (reason && !isSeparator) addUnknown(reason, text, changesPrograms(name) ? {} : onlyFiles);
    if (arg) state.variables.set(name, arg);
    else state.variables.delete(name);
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
    for (const assignment of assignments) assign(assignment, copyOf(state), command.name.value);
    for (const word of words) readNested(word, state);
    const args = wordsOf(words, state);
    if (words.some((word) => word.type === "Assignment"))
      for (const word of command.args) if (word.type === "Assignment") assign(word, state);
    run(isTimed ? [exact("time"), ...args] : args, state, { wrappers: around, piped });
  };

  /** One program: what it does, and what it starts. */
  const run = (
    [name, ...args]: readonly Arg[],
    state: State,
    { wrappers, piped }: { wrappers: readonly Wrapper[]; piped: readonly Arg[] | undefined },
  ) => {
    if (!name) return;
    if (programs.length >= maxPrograms) return addUnknown(`it starts more than ${maxPrograms} programs`, name.text);
    const all = [name, ...args];
    const [cwd, ...others] = state.folders ?? [];
    const where = cwd !== undefined && others.length === 0 && { cwd };
    const words = { ...shownWords(all), ...where };
    const { text } = words;
    if (name.kind !== "exact" || name.text === "") {
      addUnknown("which program it starts is only known when it runs", text);
      programs.push({ ...words, isKnown: false, code: [], wrappers, helper: false, risks: [] });
      return;
    }
    const spread = isWrapper(name.text)
      ? { judged: args, shown: args }
      : spreadPatterns(name.text, args, lookup(state));
    const call: Call = { ...options, name: name.text, args: spread.judged, folders: state.folders, piped };
    const meaning = meaningOf(call);
    const { helper = false, risks = [], discards } = meaning;
    if (runsAnyOf(call, meaning, effects)) addUnknown("it runs a file that an earlier part has written", text);
    effects.push(...(meaning.effects ?? []));
    for (const reason of meaning.unknowns ?? []) addUnknown(reason, text);
    for (const reason of meaning.unknownFiles ?? []) addUnknown(reason, text, onlyFiles);
    for (const reason of meaning.seen ?? []) addUnknown(reason, text, { isSeen: true });
    lookAgain(meaning.effects ?? [], text);
    hasBrought ||= meaning.brings === true;
    hasOwnPatterns ||= changesPatterns(name.text, args);
    const started = meaning.runs ?? [];
    let through = wrappers;
    if (!started.some(({ wrapper }) => wrapper) && !meaning.scripts) {
      const code = codeOf(call, meaning);
      const own = { ...shownWords([name, ...spread.shown]), isKnown: knowsWords(name.text), ...where };
      programs.push({ ...own, code, wrappers, helper, risks, ...(discards !== undefined && { discards }) });
      // What a pattern finds may be something else when it runs.
      steps.push({ call: { ...call, args }, meaning });
    } else {
      const { ownArgs = args.length - (started[0]?.args.length ?? 0) } = meaning;
      through = [...wrappers, { ...shownWords(all), ownWords: ownArgs + 1, risks }];
    }
    for (const inner of started) {
      deeper(text, () => run(inner.args, state, { wrappers: through, piped: inner.piped }));
    }
    const outside = around;
    around = through;
    for (const script of meaning.scripts ?? []) readScriptOf(name.text, script, state);
    around = outside;
    if (meaning.goesTo) state.folders = meaning.goesTo.folders;
    for (const each of setBy(name.text, words.argv.slice(1))) state.variables.delete(each);
    if (changing.has(name.text)) Object.assign(state, { folders: undefined, variables: new Map() });
  };

  /** Text that a program runs as a script: in this shell, at some time, or in one of its own. */
  const readScriptOf = (name: string, script: string, state: State) => {
    const inner = copyOf(state);
    readSource(script, inner);
    if (name === "trap" && changesAnything(changesIn(parse(script), changing)))
      addUnknown("its handler changes what later commands do", script);
    if (name !== "eval") return;
    forget(state, inner);
    state.folders = either(state.folders, inner.folders);
  };

  const printedPaths = (command: Command, state: State): readonly Arg[] | undefined => {
    if (!command.name) return undefined;
    const [name, ...rest] = wordsOf([command.name, ...command.args], state);
    if (name?.kind !== "exact") return undefined;
    return meaningOf({ ...options, name: name.text, args: rest, folders: state.folders, piped: undefined }).prints;
  };
  return {
    programs,
    steps,
    effects,
    unknowns,
    read: (source, folders) => readSource(source, { folders, variables: new Map() }),
  };
}

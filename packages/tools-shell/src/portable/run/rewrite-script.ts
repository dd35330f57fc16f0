import type { JustBash } from "../_load-just-bash.ts";
import { evalCommand, foldersCommand, openCommand } from "../commands/inner-commands.ts";
import { declaredArrays } from "./rewrite-arrays.ts";
import { splitRanges } from "./split-ranges.ts";

const word = (value: string) => ({ type: "Word", parts: [{ type: "Literal", value }] });

type Plugin = Parameters<InstanceType<JustBash["Bash"]>["registerTransformPlugin"]>[0];

interface Node {
  type?: string;
  redirections?: Redirection[];
  parts?: Node[];
  name?: Node | null;
  args?: Node[];
  items?: object[];
  commands?: Node[] | undefined;
  body?: object[];
  words?: Node[] | null;
  content?: string;
  originalText?: string;
  pattern?: string;
  parameter?: string;
  operation?: unknown;
  value?: string;
}

interface Redirection {
  readonly fd?: number | null;
  readonly operator: string;
  readonly target: Node;
}

/**
 * Rewrites what the interpreter does otherwise than bash:
 * `(…) > file` becomes `{ (…); } > file`, because the interpreter resolves the name in the folder in which the subshell ends;
 * `command > file` becomes `if can-open file; then command > file; else false; fi`, because the interpreter ends the whole
 * script where a file cannot be written;
 * `command < file` becomes `{ command; } < file`, because the interpreter gives the input of a loop to a command whose file is empty;
 * `command exec < file` becomes `exec < file`, because the interpreter changes the input of the shell only for this one;
 * a pattern that ends with a slash becomes the folders that match, because the interpreter takes files, too, and leaves the slash out;
 * `${counts[$word]:-0}` in arithmetic becomes `${counts[$word]}`, which is 0 there too, and which the interpreter can read;
 * `{1..25000}` becomes `{1..10000}`, `{10001..20000}` and so on in one brace, because the interpreter ends a range after 10,000 words;
 * `eval "$text"` becomes `if can-eval "$text"; then eval "$text"; else false; fi` if there are ranges, which it does not rewrite in that text.
 *
 * @param mayEvalRanges whether texts that are evaluated may have ranges
 */
export function rewriteScript(mayEvalRanges: () => boolean): Plugin {
  let count = 0;
  const newName = () => `__holdall_words_${++count}`;
  return {
    name: "holdall",
    transform({ ast, metadata }) {
      rewrite(ast, newName, mayEvalRanges);
      return { ast, metadata };
    },
  };
}

function rewrite(value: unknown, newName: () => string, mayEvalRanges: () => boolean): void {
  if (Array.isArray(value)) {
    for (const each of value) rewrite(each, newName, mayEvalRanges);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const each of Object.values(value)) rewrite(each, newName, mayEvalRanges);
  const node = value as Node;
  if (node.type === "BraceExpansion" && node.items) node.items = splitRanges(node.items);
  if (node.type === "ArithBracedExpansion" && node.content !== undefined)
    node.content = node.content.replace(/^(\w+\[.+\]):?-0?$/s, "$1");
  if (node.originalText !== undefined)
    node.originalText = node.originalText.replace(/(\$\{\w+\[[^\]]+\]):?-0?\}/g, "$1}");
  if (node.type === "SimpleCommand" && node.args?.some(isFolderPattern)) expandFolders(node, node.args, newName);
  else if (node.type === "For" && node.words?.some(isFolderPattern)) expandFolders(node, node.words, newName);
  else if (node.type === "SimpleCommand" && isEval(node) && mayEvalRanges()) checkEval(node, newName());
  else if (node.type === "SimpleCommand") assignApart(node);
  if (node.type === "SimpleCommand") execItself(node);
  rewriteRedirections(node);
  // Standard input reaches a group, and not a condition.
  if (node.type === "Pipeline") node.commands = node.commands?.map(inGroup);
}

const inGroup = (node: Node): Node =>
  /^(?:If|Case)$/.test(node.type ?? "") ? { type: "Group", body: [statement(node)], redirections: [] } : node;

function assignApart(node: Node): void {
  const declared = declaredArrays(node);
  if (!declared) return;
  const { args, assignments } = declared;
  const assigning = { type: "SimpleCommand", name: null, args: [], assignments, redirections: [] };
  become(node, { type: "Group", body: [statement({ ...node, args }), statement(assigning)], redirections: [] });
}

function execItself(node: Node): void {
  const [name, ...args] = node.args ?? [];
  if (node.name && textOf(node.name) === "command" && name && textOf(name) === "exec")
    Object.assign(node, { name, args });
}

function isEval({ name, args = [] }: Node): boolean {
  const [program, first] = [name, args[0]].map((each) => each && textOf(each));
  return args.length > 0 && (program === "eval" || (/^(?:builtin|command)$/.test(program ?? "") && first === "eval"));
}

/** Put the words of `eval` into an array first, so that they are expanded once. */
function checkEval(node: Node, name: string): void {
  const words = {
    type: "Word",
    parts: [
      { type: "DoubleQuoted", parts: [{ type: "ParameterExpansion", parameter: `${name}[@]`, operation: null }] },
    ],
  };
  const assignments = [{ type: "Assignment", name, value: null, append: false, array: node.args ?? [] }];
  const assigning = { type: "SimpleCommand", name: null, args: [], assignments, redirections: [] };
  const check = {
    type: "SimpleCommand",
    name: word(evalCommand),
    args: [words],
    assignments: [],
    redirections: [noInput],
  };
  const clauses = [{ condition: [statement(check)], body: [statement({ ...node, args: [words], redirections: [] })] }];
  const choice = { type: "If", clauses, elseBody: [statement(nothing("false"))], redirections: [] };
  become(node, {
    type: "Group",
    body: [statement(assigning), statement(choice)],
    redirections: node.redirections ?? [],
  });
}

const nothing = (name: string) => ({
  type: "SimpleCommand",
  name: word(name),
  args: [],
  assignments: [],
  redirections: [],
});

/** A pattern for folders: it ends with a slash. */
const isFolderPattern = ({ parts = [] }: Node): boolean =>
  parts.length > 1 &&
  parts.some(({ type }) => type === "Glob") &&
  parts.at(-1)?.type === "Literal" &&
  parts.at(-1)?.value === "/";

/** Put the folders that the patterns among some words match into arrays first. */
function expandFolders(node: Node, words: Node[], newName: () => string): void {
  const before = words.flatMap((each, at) => {
    if (!isFolderPattern(each)) return [];
    const name = newName();
    words[at] = {
      type: "Word",
      parts: [
        { type: "DoubleQuoted", parts: [{ type: "ParameterExpansion", parameter: `${name}[@]`, operation: null }] },
      ],
    };
    const list = { type: "SimpleCommand", name: word(foldersCommand), args: [each], assignments: [], redirections: [] };
    const body = { type: "Script", statements: [statement(list)] };
    const target = { type: "Word", parts: [{ type: "ProcessSubstitution", direction: "input", body }] };
    const redirections = [{ type: "Redirection", fd: null, operator: "<", target }];
    const args = ["-t", name].map(word);
    return [statement({ type: "SimpleCommand", name: word("mapfile"), args, assignments: [], redirections })];
  });
  become(node, { type: "Group", body: [...before, statement({ ...node })], redirections: [] });
}

function rewriteRedirections(node: Node): void {
  if (!node.redirections || node.redirections.length === 0 || node.type === "FunctionDef") return;
  if (node.type === "Subshell") {
    const inner = { ...node, redirections: [] };
    become(node, { type: "Group", body: [statement(inner)], redirections: node.redirections });
  }
  const targets = node.redirections.filter(isOutput).map(({ target }) => target);
  if (targets.length === 0 || !targets.every(isPlain)) {
    if (hasInput(node)) become(node, withInput({ ...node }));
    return;
  }
  const check = {
    type: "SimpleCommand",
    name: word(openCommand),
    args: targets,
    assignments: [],
    redirections: [noInput],
  };
  const clauses = [{ condition: [statement(check)], body: [statement(withInput({ ...node }))] }];
  const choice = { type: "If", clauses, elseBody: [statement(nothing("false"))], redirections: [] };
  become(node, { type: "Group", body: [statement(choice)], redirections: [] });
}

const isInput = ({ fd, operator }: Redirection): boolean => operator === "<" && (fd ?? 0) === 0;

/** A command that reads a file; `exec` changes the input of the shell instead. */
const hasInput = ({ type, name, redirections = [] }: Node): boolean =>
  type === "SimpleCommand" && name != null && textOf(name) !== "exec" && redirections.some(isInput);

/** All redirections go along, because they are done in their order. */
function withInput(node: Node): Node {
  if (!hasInput(node)) return node;
  return { type: "Group", body: [statement({ ...node, redirections: [] })], redirections: node.redirections ?? [] };
}

/** What a command reads that must leave standard input to the next one. */
const noInput = { type: "Redirection", fd: null, operator: "<", target: word("/dev/null") };

function become(node: object, other: object): void {
  for (const key of Object.keys(node)) if (key !== "line") delete (node as Record<string, unknown>)[key];
  Object.assign(node, other);
}

const statement = (command: object) => ({
  type: "Statement",
  pipelines: [{ type: "Pipeline", commands: [command], negated: false }],
  operators: [],
  background: false,
});

const outputs = new Set([">", ">>", ">|", "&>", "&>>"]);

const isOutput = ({ operator, target }: Redirection): boolean =>
  outputs.has(operator) && !/^\/dev\//.test(textOf(target) ?? "");

/** The text of a word that is only text. */
const textOf = ({ parts = [] }: Node): string | undefined =>
  parts.length === 1 && typeof parts[0]?.value === "string" ? parts[0].value : undefined;

/** Whether to expand a word twice gives the same, and changes nothing. */
const isPlain = ({ parts = [] }: Node): boolean =>
  parts.every(
    (part) =>
      /^(?:Literal|SingleQuoted|Escaped|TildeExpansion)$/.test(part.type ?? "") ||
      (part.type === "DoubleQuoted" && isPlain(part)) ||
      (part.type === "ParameterExpansion" && isHarmless(part)),
  );

/** Variables change when they are read only if they are made for it, or set by `${x:=…}`. */
const isHarmless = ({ parameter = "", operation }: Node): boolean =>
  /^(?:[A-Za-z_]\w*|\d+)$/.test(parameter) &&
  !/^(?:RANDOM|SRANDOM|SECONDS|EPOCH\w+|LINENO|_)$/.test(parameter) &&
  !/"(?:AssignDefault|ErrorIfUnset|CommandSubstitution|ArithmeticExpansion)"/.test(JSON.stringify(operation ?? null));

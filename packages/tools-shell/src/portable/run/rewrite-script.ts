import type { JustBash } from "../_load-just-bash.ts";
import { foldersCommand, openCommand } from "../commands/inner-commands.ts";
import { declaredArrays } from "./rewrite-arrays.ts";

const word = (value: string) => ({ type: "Word", parts: [{ type: "Literal", value }] });

type Plugin = Parameters<InstanceType<JustBash["Bash"]>["registerTransformPlugin"]>[0];

interface Node {
  type?: string;
  redirections?: Redirection[];
  parts?: Node[];
  args?: Node[];
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
  readonly operator: string;
  readonly target: Node;
}

/**
 * Rewrites what the interpreter does otherwise than bash:
 * `(…) > file` becomes `{ (…); } > file`, because the interpreter resolves the name in the folder in which the subshell ends;
 * `command > file` becomes `if can-open file; then command > file; else false; fi`, because the interpreter ends the whole
 * script where a file cannot be written;
 * a pattern that ends with a slash becomes the folders that match, because the interpreter takes files, too, and leaves the slash out;
 * `${counts[$word]:-0}` in arithmetic becomes `${counts[$word]}`, which is 0 there too, and which the interpreter can read.
 */
export function rewriteScript(): Plugin {
  let count = 0;
  const newName = () => `__holdall_folders_${++count}`;
  return {
    name: "holdall",
    transform({ ast, metadata }) {
      rewrite(ast, newName);
      return { ast, metadata };
    },
  };
}

function rewrite(value: unknown, newName: () => string): void {
  if (Array.isArray(value)) {
    for (const each of value) rewrite(each, newName);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const each of Object.values(value)) rewrite(each, newName);
  const node = value as Node;
  if (node.type === "ArithBracedExpansion" && node.content !== undefined)
    node.content = node.content.replace(/^(\w+\[.+\]):?-0?$/s, "$1");
  if (node.originalText !== undefined)
    node.originalText = node.originalText.replace(/(\$\{\w+\[[^\]]+\]):?-0?\}/g, "$1}");
  if (node.type === "SimpleCommand" && node.args?.some(isFolderPattern)) expandFolders(node, node.args, newName);
  else if (node.type === "For" && node.words?.some(isFolderPattern)) expandFolders(node, node.words, newName);
  else if (node.type === "SimpleCommand") assignApart(node);
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
  const targets = (node.redirections ?? []).filter(isOutput).map(({ target }) => target);
  if (targets.length === 0 || !targets.every(isPlain)) return;
  const check = {
    type: "SimpleCommand",
    name: word(openCommand),
    args: targets,
    assignments: [],
    redirections: [noInput],
  };
  const failure = { type: "SimpleCommand", name: word("false"), args: [], assignments: [], redirections: [] };
  const clauses = [{ condition: [statement(check)], body: [statement({ ...node })] }];
  const choice = { type: "If", clauses, elseBody: [statement(failure)], redirections: [] };
  become(node, { type: "Group", body: [statement(choice)], redirections: [] });
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

import type { JustBash } from "../_load-just-bash.ts";
import { openCommand } from "../commands/inner-commands.ts";

type Plugin = Parameters<InstanceType<JustBash["Bash"]>["registerTransformPlugin"]>[0];

interface Node {
  type?: string;
  redirections?: Redirection[];
  parts?: Node[];
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
 * script where a file cannot be written.
 */
export const rewriteScript: Plugin = {
  name: "holdall",
  transform({ ast, metadata }) {
    rewrite(ast);
    return { ast, metadata };
  },
};

function rewrite(value: unknown): void {
  if (Array.isArray(value)) {
    for (const each of value) rewrite(each);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const each of Object.values(value)) rewrite(each);
  const node = value as Node;
  if (!node.redirections || node.redirections.length === 0 || node.type === "FunctionDef") return;
  if (node.type === "Subshell") {
    const inner = { ...node, redirections: [] };
    become(node, { type: "Group", body: [statement(inner)], redirections: node.redirections });
  }
  const targets = (node.redirections ?? []).filter(isOutput).map(({ target }) => target);
  if (targets.length === 0 || !targets.every(isPlain)) return;
  const check = { type: "SimpleCommand", name: word(openCommand), args: targets, assignments: [], redirections: [] };
  const failure = { type: "SimpleCommand", name: word("false"), args: [], assignments: [], redirections: [] };
  const clauses = [{ condition: [statement(check)], body: [statement({ ...node })] }];
  become(node, { type: "If", clauses, elseBody: [statement(failure)], redirections: [] });
}

function become(node: object, other: object): void {
  for (const key of Object.keys(node)) if (key !== "line") delete (node as Record<string, unknown>)[key];
  Object.assign(node, other);
}

const word = (value: string) => ({ type: "Word", parts: [{ type: "Literal", value }] });

const statement = (command: object) => ({
  type: "Statement",
  pipelines: [{ type: "Pipeline", commands: [command], negated: false }],
  operators: [],
  background: false,
});

const outputs = new Set([">", ">>", ">|", "&>", "&>>"]);

const isOutput = ({ operator, target }: Redirection): boolean =>
  outputs.has(operator) && !/^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/.test(textOf(target) ?? "");

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

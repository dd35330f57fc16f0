import type { JustBash } from "../_load-just-bash.ts";

type Plugin = Parameters<InstanceType<JustBash["Bash"]>["registerTransformPlugin"]>[0];

interface Node {
  type?: unknown;
  redirections?: unknown;
}

/**
 * Rewrites `(…) > file` as `{ (…); } > file`: the interpreter resolves the name of the file in the folder in which the subshell
 * ends, and bash in the one in which it begins.
 */
export const redirectedSubshells: Plugin = {
  name: "redirected-subshells",
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
  if (node.type !== "Subshell" || !Array.isArray(node.redirections) || node.redirections.length === 0) return;
  const inner = { ...node, redirections: [] };
  const pipelines = [{ type: "Pipeline", commands: [inner], negated: false }];
  Object.assign(node, {
    type: "Group",
    body: [{ type: "Statement", pipelines, operators: [], background: false }],
  });
}

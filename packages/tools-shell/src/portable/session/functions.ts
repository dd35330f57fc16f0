import type { JustBash } from "../_load-just-bash.ts";

interface Node {
  readonly type: string;
  readonly name?: unknown;
}

/** Longest script in which functions are looked for. */
const maxScript = 262_144;

/** Whether a text may define functions. */
export const mayDefine = (script: string): boolean => script.length <= maxScript && /\(\s*\)|\bfunction\b/.test(script);

/** The functions that a script defines anywhere, as definitions by name; of several of one name, the last. */
export function functionsIn({ Bash }: JustBash, script: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!mayDefine(script)) return found;
  const nodes = new Map<string, Node>();
  let wanted: Node | undefined;
  const bash = new Bash({ defenseInDepth: false, commands: [] });
  bash.registerTransformPlugin({
    name: "functions",
    transform({ ast, metadata }) {
      if (wanted) return { ast: scriptOf(wanted) as typeof ast, metadata };
      collect(ast, nodes);
      return { ast, metadata };
    },
  });
  try {
    bash.transform(script);
    for (const [name, node] of nodes) {
      wanted = node;
      found.set(name, bash.transform("true").script.trimEnd());
    }
  } catch {
    // A text that is no script defines nothing.
  }
  return found;
}

function collect(value: unknown, nodes: Map<string, Node>): void {
  if (Array.isArray(value)) {
    for (const each of value) collect(each, nodes);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const node = value as Node;
  if (node.type === "FunctionDef" && typeof node.name === "string") nodes.set(node.name, node);
  for (const each of Object.values(value)) collect(each, nodes);
}

const scriptOf = (node: Node): object => ({
  type: "Script",
  statements: [
    {
      type: "Statement",
      operators: [],
      background: false,
      pipelines: [{ type: "Pipeline", commands: [node], negated: false }],
    },
  ],
});

import { showPath } from "@holdall/tool-kit/file-tools";
import type { CallNode, Definition, FindDefinitionOutput, FindReferencesOutput, TraceCallsOutput } from "./schema.ts";

const head = ({ path, line, end_line: end, kind, signature, container, how }: Definition): string =>
  `${showPath(path)}:${line}-${end} ${kind}${container === undefined ? "" : ` in ${container}`} [${how}]: ${signature}`;

/** Definitions, with the text of the only one. */
export function renderDefinitions({ definitions, external, left_out, notes }: FindDefinitionOutput): string {
  const lines = definitions.map((one) => {
    const numbered = one.content?.split("\n").map((text, i) => `${one.line + i} ${text}`);
    return [head(one), ...(numbered ?? (one.doc ? [`  ${one.doc.split("\n", 1)[0]}`] : []))].join("\n");
  });
  if (external !== undefined) lines.push(`Defined by ${external}, which is not code of these files.`);
  const { beyond_limit: more, unresolved } = left_out ?? {};
  if (more !== undefined) lines.push(`+${more} more definitions; name a path.`);
  return [...lines, ...notes, ...(unresolved ? ["Not complete: there may be other definitions."] : [])].join("\n");
}

/** Uses by file, a line each. */
export function renderReferences(output: FindReferencesOutput): string {
  const { files, total, left_out, unresolved_at, next_offset, notes, server } = output;
  const { unresolved = 0 } = left_out ?? {};
  const lines = files.flatMap(({ path, references }) => [
    showPath(path),
    ...references.map(({ line, column, kind, how, text }) => `  ${line}:${column} ${kind} [${how}] ${text}`),
  ]);
  const listed = files.reduce((sum, { references }) => sum + references.length, 0);
  const by = server === undefined ? "" : ` by ${server}`;
  const all =
    listed < total
      ? `; ${listed} of them ${listed === 1 ? "is" : "are"} listed`
      : unresolved === 0
        ? "; that is all"
        : "";
  lines.push(`${total} reference${total === 1 ? "" : "s"}${by}${all}.`);
  if (next_offset !== null) lines.push(`Continue with offset ${next_offset}.`);
  if (typeof unresolved === "number" && unresolved > 0) {
    lines.push(
      unresolved === 1
        ? "1 more place has the name and may or may not mean it:"
        : `${unresolved} more places have the name and may or may not mean it:`,
    );
    lines.push(...unresolved_at.map(({ path, line, text }) => `  ${showPath(path)}:${line} ${text}`));
  }
  if (unresolved === true) lines.push("Not complete: there may be other uses.");
  return [...lines, ...notes].join("\n");
}

/** Calls as a tree. */
export function renderCalls({ roots, left_out, notes, direction }: TraceCallsOutput): string {
  const { unresolved, beyond_limit: more } = left_out ?? {};
  const lines = roots.flatMap((root) => treeOf(root, 0, direction));
  if (unresolved === 1) lines.push("1 more call of these names may or may not mean them; it is not shown.");
  if (typeof unresolved === "number" && unresolved > 1)
    lines.push(`${unresolved} more calls of these names may or may not mean them; they are not shown.`);
  lines.push(!unresolved && !more ? "Complete." : "Not complete: only calls that are certain are shown.");
  return [...lines, ...notes].join("\n");
}

function treeOf(node: CallNode, depth: number, direction: string): string[] {
  const { name, path, line, kind, how, sites, seen, calls } = node;
  const at =
    sites.length === 0
      ? ""
      : ` ${depth === 0 ? "" : `calls at ${sites.slice(0, 20).join(", ")}${sites.length > 20 ? ", …" : ""}`}`;
  const marks = seen === undefined ? "" : seen === "cycle" ? " (cycle)" : " (shown above)";
  const lines = [`${"  ".repeat(depth)}${name} ${showPath(path)}:${line} ${kind} [${how}]${at}${marks}`];
  if (depth === 0 && calls.length === 0) lines.push(`  no certain ${direction}`);
  for (const call of calls) lines.push(...treeOf(call, depth + 1, direction));
  return lines;
}

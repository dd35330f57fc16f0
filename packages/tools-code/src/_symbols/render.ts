import { showPath } from "@holdall/tool-kit/file-tools";
import type { CallNode, Definition, FindDefinitionOutput, FindReferencesOutput, TraceCallsOutput } from "./schema.ts";

const head = ({ path, line, end_line: end, kind, signature, container, how }: Definition): string =>
  `${showPath(path)}:${line}-${end} ${kind}${container === undefined ? "" : ` in ${container}`} [${how}]: ${signature}`;

/** Definitions, with the text of the only one. */
export function renderDefinitions({ definitions, total, external, complete, notes }: FindDefinitionOutput): string {
  const lines = definitions.map((one) => {
    const numbered = one.content?.split("\n").map((text, i) => `${one.line + i} ${text}`);
    return [head(one), ...(numbered ?? (one.doc ? [`  ${one.doc.split("\n", 1)[0]}`] : []))].join("\n");
  });
  if (external !== undefined) lines.push(`Defined by ${external}, which is not code of these files.`);
  const others = total - definitions.length;
  if (others > 0) lines.push(`+${others} more definitions; name a path.`);
  return [...lines, ...notes, ...(complete ? [] : ["Not complete: there may be other definitions."])].join("\n");
}

/** Uses by file, a line each. */
export function renderReferences(output: FindReferencesOutput): string {
  const { files, total, maybe, maybe_at, next_offset, complete, notes, server } = output;
  const lines = files.flatMap(({ path, references }) => [
    showPath(path),
    ...references.map(({ line, column, kind, how, text }) => `  ${line}:${column} ${kind} [${how}] ${text}`),
  ]);
  const listed = files.reduce((sum, { references }) => sum + references.length, 0);
  const by = server === undefined ? "" : ` by ${server}`;
  const all =
    listed < total ? `; ${listed} of them ${listed === 1 ? "is" : "are"} listed` : complete ? "; that is all" : "";
  lines.push(`${total} reference${total === 1 ? "" : "s"}${by}${all}.`);
  if (next_offset !== null) lines.push(`Continue with offset ${next_offset}.`);
  if (maybe > 0) {
    lines.push(
      maybe === 1
        ? "1 more place has the name and may or may not mean it:"
        : `${maybe} more places have the name and may or may not mean it:`,
    );
    lines.push(...maybe_at.map(({ path, line, text }) => `  ${showPath(path)}:${line} ${text}`));
  }
  if (!complete && maybe === 0) lines.push("Not complete: there may be other uses.");
  return [...lines, ...notes].join("\n");
}

/** Calls as a tree. */
export function renderCalls({ roots, unsure, cut, complete, notes, direction }: TraceCallsOutput): string {
  const lines = roots.flatMap((root) => treeOf(root, 0, direction));
  if (unsure === 1) lines.push("1 more call of these names may or may not mean them; it is not shown.");
  if (unsure > 1) lines.push(`${unsure} more calls of these names may or may not mean them; they are not shown.`);
  for (const each of cut) lines.push(`Left out: ${each}.`);
  lines.push(complete ? "Complete." : "Not complete: only calls that are certain are shown.");
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

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A call of a coding session, as no server spells it. */
export type SessionCall =
  | { readonly kind: "list"; readonly path: string }
  | { readonly kind: "glob" | "grep"; readonly pattern: string }
  | { readonly kind: "read"; readonly path: string; readonly offset?: number; readonly limit?: number }
  | { readonly kind: "edit"; readonly path: string; readonly old: string; readonly text: string }
  | { readonly kind: "bash"; readonly command: string };

export type CallKind = SessionCall["kind"];

const literals = (
  "registerShutdownHook getParser resolveNode updateState removeListener parseOptions writeBuffer createSession " +
  "closeStream mergeConfig renderView findIndex openSocket setTimeout readHeader"
).split(" ");
const expressions = [
  "import .*module",
  "[a-z]+_[0-9]{4,}",
  "export (const|class) \\w+",
  "await \\w+\\.close",
  "function \\w+\\(",
  "throw new \\w+Error",
  "return \\w+\\[",
  "const [a-z]+Count",
  "(open|close)[A-Z]\\w+",
  "\\bmodule\\d+\\b",
  "=> \\{$",
  "^\\s+if \\(",
  "get[A-Z][a-z]+\\(\\w+, \\w+\\)",
  "x{3,}y",
  "order_1\\d+",
];

/**
 * Two hundred calls as a coding agent makes them: it looks around, searches, reads, edits what it has read and runs
 * commands. No pattern comes twice. `files` are paths of sources in the tree.
 */
export function sessionCalls(folder: string, files: readonly string[]): SessionCall[] {
  const calls: SessionCall[] = [];
  for (let round = 0; calls.length < 200; round++) {
    const path = files[(round * 37) % files.length]!;
    const lines = readFileSync(join(folder, path), "utf8").split("\n");
    const literal = literals[round % literals.length]!;
    const suffix = round < literals.length ? "" : String.fromCharCode(65 + (round % 26));
    if (round % 2 === 0) calls.push({ kind: "list", path: path.slice(0, path.lastIndexOf("/")) });
    calls.push({ kind: "glob", pattern: `**/area-${round}*/**/*.{ts,tsx}` });
    calls.push({ kind: "grep", pattern: literal + suffix });
    if (round < expressions.length) calls.push({ kind: "grep", pattern: expressions[round]! });
    calls.push({ kind: "read", path });
    if (lines.length > 120) calls.push({ kind: "read", path, offset: 60, limit: 50 });
    const line = lines.findIndex((text, i) => i > 0 && text.trim().length > 12 && lines.indexOf(text) === i);
    if (line > 0) calls.push({ kind: "edit", path, old: lines[line]!, text: `${lines[line]} // seen ${round}` });
    if (round % 2 === 0) calls.push({ kind: "bash", command: `wc -l ${path} && echo round ${round}` });
  }
  return calls.slice(0, 200);
}

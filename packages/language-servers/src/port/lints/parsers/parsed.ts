import { type Path, toPath } from "@holdall/tool-core";
import { dropSequences } from "@holdall/tool-kit/text";
import type { Diagnostic, Severity } from "../diagnostic.ts";

/** The output of a linter, and its stream. */
export interface LinterOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | undefined;
  /** The folder it ran in: relative names start there. */
  readonly cwd: Path;
}

/** The parsed output of a tool. `ok: false` if the tool has failed, regardless of its other output. */
export type Parsed =
  | {
      readonly ok: true;
      readonly diagnostics: readonly Diagnostic[];
      /** Files that its configuration excludes. */
      readonly ignored?: readonly Path[];
      /** All files that it has looked at, where it names them. */
      readonly covered?: ReadonlySet<Path>;
      /** How many files it has looked at, where it says only that. */
      readonly count?: number;
    }
  | { readonly ok: false; readonly message: string };

export type LinterParser = (output: LinterOutput) => Parsed;

/** The failure of a tool in its own words: the last lines that it printed. */
export function failed({ stdout, stderr, status }: LinterOutput): Parsed {
  const said = plain(stderr.trim() || stdout.trim());
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  // The cause stands first in some tools and last in others; a cut falls between lines.
  const shown = lines.length > 8 ? [...lines.slice(0, 5), "…", ...lines.slice(-2)] : lines;
  const words = shown.map((line) => (line.length > 300 ? `${line.slice(0, 300)}…` : line)).join("\n");
  return {
    ok: false,
    message: `It ended with status ${status ?? "unknown"}${words ? `:\n${words}` : " and printed nothing."}`,
  };
}

/** Clean needs status 0; a status of findings needs findings; anything else has failed. */
export function byStatus(output: LinterOutput, diagnostics: readonly Diagnostic[], found: readonly number[]): Parsed {
  const { status } = output;
  const isFine = status === 0 || (status !== undefined && found.includes(status) && diagnostics.length > 0);
  return isFine ? { ok: true, diagnostics } : failed(output);
}

/** The JSON that a tool printed, also after lines of other text; undefined if there is none. */
export function readJson(text: string): unknown {
  const clean = plain(text).trim();
  for (const from of [0, clean.search(/^[[{]/m)]) {
    if (from < 0) continue;
    try {
      return JSON.parse(clean.slice(from));
    } catch {
      // Perhaps it begins later.
    }
  }
  return undefined;
}

/** Text without the sequences that color it. */
export const plain = (text: string): string => dropSequences(text).text;

type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The number of a line or column; 0 if it is not a number. */
export const countOf = (value: unknown): number =>
  Number.isInteger(value) && (value as number) > 0 ? (value as number) : 0;

interface Raw {
  readonly file: unknown;
  readonly line: unknown;
  readonly column: unknown;
  readonly endLine?: unknown;
  readonly endColumn?: unknown;
  readonly severity: Severity;
  readonly rule?: unknown;
  readonly message: unknown;
}

/** A diagnostic of a tool; undefined if it names no file or has no message. */
export function diagnosticOf(tool: string, cwd: Path, raw: Raw): Diagnostic[] {
  const { file, message, severity, rule } = raw;
  if (typeof file !== "string" || file === "" || file.includes("\0") || typeof message !== "string") return [];
  const [endLine, endColumn] = [countOf(raw.endLine), countOf(raw.endColumn)];
  return [
    {
      path: toPath(file.replace(/^file:\/\//, ""), cwd),
      ...{ line: countOf(raw.line), column: countOf(raw.column) },
      ...(endLine > 0 && { endLine }),
      ...(endColumn > 0 && { endColumn }),
      severity,
      ...((typeof rule === "string" && rule !== "") || typeof rule === "number" ? { rule: String(rule) } : {}),
      message: plain(message).trim(),
      tool,
    },
  ];
}

/** Names of severities that tools use. */
export function severityOf(name: unknown): Severity {
  const text = String(name).toLowerCase();
  if (/^(error|fatal|failure|ice|err)/.test(text)) return "error";
  if (/^warn/.test(text)) return "warning";
  return /^(info|note|style|advice|information)/.test(text) ? "info" : "hint";
}

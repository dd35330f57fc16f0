import type { Path } from "@holdall/tool-core";
import type { Diagnostic, Severity } from "../port/index.ts";
import { type PositionEncoding, rangeFromWire, readRange } from "./positions.ts";

const severities: readonly Severity[] = ["error", "error", "warning", "info", "hint"];

/** The diagnostics of an answer or of a publication; those that make no sense are left out. */
export function readDiagnostics(
  values: unknown,
  path: Path,
  {
    tool,
    lines,
    encoding,
  }: { readonly tool: string; readonly lines: readonly string[]; readonly encoding: PositionEncoding },
): readonly Diagnostic[] {
  if (!Array.isArray(values)) return [];
  return values.flatMap((value: unknown): Diagnostic[] => {
    const { range, severity, code, source, message } = (value ?? {}) as Readonly<Record<string, unknown>>;
    const place = readRange(range);
    if (!place || typeof message !== "string") return [];
    const { start, end } = rangeFromWire(place, lines, encoding);
    const rule = ruleOf(code, source);
    return [
      {
        path,
        ...{ line: start.line, column: start.column, endLine: end.line, endColumn: end.column },
        severity: severities[Number(severity ?? 1)] ?? "error",
        ...(rule !== undefined && { rule }),
        message,
        tool,
      },
    ];
  });
}

/** A code as the command line of the same tool writes it. */
function ruleOf(code: unknown, source: unknown): string | undefined {
  if (typeof code === "number")
    return source === "ts" || source === "typescript" || source === undefined ? `TS${code}` : String(code);
  if (typeof code === "string" && code !== "") return code;
  const { value } = (code ?? {}) as { readonly value?: unknown };
  return value === undefined ? undefined : ruleOf(value, source);
}

import { type Path, toPath } from "@holdall/tool-core";
import type { Diagnostic } from "../diagnostic.ts";
import { byStatus, diagnosticOf, failed, type LinterParser, plain, severityOf } from "./parsed.ts";

/**
 * `tsc --noEmit --pretty false --listFiles`. A problem with the configuration itself is a failure, not a diagnostic of
 * a file.
 */
export const parseTsc: LinterParser = (output) => {
  const diagnostics: Diagnostic[] = [];
  const covered = new Set<Path>();
  for (const line of plain(output.stdout).split(/\r?\n/)) {
    const found = /^(\S.*?)\((\d+),(\d+)\): (error|warning|message) (TS\d+): (.*)$/.exec(line);
    if (found) {
      const [, file, row, column, severity, rule, message] = found;
      const one = diagnosticOf("tsc", output.cwd, {
        ...{ file, line: Number(row), column: Number(column), rule, message },
        severity: severityOf(severity),
      });
      diagnostics.push(...one);
    } else if (/^(\/|[A-Za-z]:[\\/])/.test(line)) covered.add(toPath(line));
    else if (/^\s+\S/.test(line) && diagnostics.length > 0) {
      const last = diagnostics.pop() as Diagnostic;
      diagnostics.push({ ...last, message: `${last.message}\n${line.trimEnd()}` });
    } else if (/^error TS\d+:/.test(line)) return failed(output);
  }
  const parsed = byStatus(output, diagnostics, [1, 2]);
  return parsed.ok ? { ...parsed, covered } : parsed;
};

/** `mypy --show-column-numbers --no-error-summary`. */
export const parseMypy: LinterParser = (output) => {
  const diagnostics = plain(output.stdout)
    .split(/\r?\n/)
    .flatMap((line): Diagnostic[] => {
      const found = /^(.+?):(\d+):(?:(\d+):)?(?:\d+:\d+:)? (error|warning|note): (.*?)(?:\s+\[([\w-]+)\])?$/.exec(line);
      const [, file, row, column, severity, message, rule] = found ?? [];
      // Notes belong to the error before them.
      if (!found || severity === "note") return [];
      const place = { file, line: Number(row), column: Number(column ?? 0) };
      return diagnosticOf("mypy", output.cwd, { ...place, severity: severityOf(severity), rule, message });
    });
  return byStatus(output, diagnostics, [1, 2]);
};

/** `go vet`, which prints findings and compile errors to stderr. */
export const parseGoVet: LinterParser = (output) => {
  const diagnostics = plain(output.stderr)
    .split(/\r?\n/)
    .flatMap((line): Diagnostic[] => {
      const found = /^(?:vet: )?(\S.*?\.go):(\d+)(?::(\d+))?: (.*)$/.exec(line);
      const [, file, row, column, message] = found ?? [];
      if (!found) return [];
      return diagnosticOf("go vet", output.cwd, {
        ...{ file, line: Number(row), column: Number(column ?? 0), severity: "error", message },
      });
    });
  return byStatus(output, diagnostics, [1, 2]);
};

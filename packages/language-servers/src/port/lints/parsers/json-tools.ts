import type { Path } from "@holdall/tool-core";
import { toPath } from "@holdall/tool-core";
import type { Diagnostic } from "../diagnostic.ts";
import {
  byStatus,
  diagnosticOf,
  failed,
  fieldsOf,
  type LinterParser,
  listOf,
  type Parsed,
  readJson,
  severityOf,
} from "./parsed.ts";

/** `eslint -f json`. Files that its configuration ignores are distinguished from clean ones. */
export const parseEslint: LinterParser = (output) => {
  const files = readJson(output.stdout);
  if (!Array.isArray(files) || output.status === undefined || output.status > 1) return failed(output);
  const ignored: Path[] = [];
  const diagnostics = files.flatMap((file: unknown) => {
    const { filePath, messages } = fieldsOf(file);
    return listOf(messages).flatMap((message): Diagnostic[] => {
      const { ruleId, severity, line, column, endLine, endColumn, message: text, fatal } = fieldsOf(message);
      if (line === undefined && ruleId === null && /^File ignored/.test(String(text)) && typeof filePath === "string") {
        ignored.push(toPath(filePath, output.cwd));
        return [];
      }
      const level = severity === 2 || fatal === true ? "error" : "warning";
      const place = { file: filePath, line, column, endLine, endColumn };
      return diagnosticOf("eslint", output.cwd, { ...place, severity: level, rule: ruleId, message: text });
    });
  });
  return { ok: true, diagnostics, ignored };
};

/** `biome lint --reporter=json`. */
export const parseBiome: LinterParser = (output) => {
  const { diagnostics: all, summary } = fieldsOf(readJson(output.stdout));
  if (!Array.isArray(all) || !summary) return failed(output);
  const diagnostics: Diagnostic[] = [];
  for (const one of all) {
    const { category, severity, message, location } = fieldsOf(one);
    const { path, start, end } = fieldsOf(location);
    const file = typeof path === "string" ? path : fieldsOf(path).file;
    // What is wrong with the configuration, or with the tool itself.
    if (category === "configuration" || category === "deserialize" || category === "internalError/fs")
      return failed(output);
    const text =
      typeof message === "string"
        ? message
        : listOf(message)
            .map((part) => fieldsOf(part).content)
            .join("");
    const found = diagnosticOf("biome", output.cwd, {
      ...{ file, line: fieldsOf(start).line, column: fieldsOf(start).column },
      ...{ endLine: fieldsOf(end).line, endColumn: fieldsOf(end).column },
      ...{ severity: severityOf(severity), rule: category, message: text },
    });
    diagnostics.push(...found);
  }
  const { changed, unchanged } = fieldsOf(summary);
  return withCount(byStatus(output, diagnostics, [1]), Number(changed) + Number(unchanged));
};

const withCount = (parsed: Parsed, count: number): Parsed =>
  parsed.ok && Number.isInteger(count) ? { ...parsed, count } : parsed;

/** `oxlint --format=json`. */
export const parseOxlint: LinterParser = (output) => {
  const { diagnostics: all, number_of_files: count } = fieldsOf(readJson(output.stdout));
  if (!Array.isArray(all)) return failed(output);
  const diagnostics = all.flatMap((one: unknown) => {
    const { message, code, severity, filename, labels, help } = fieldsOf(one);
    const { line, column } = fieldsOf(fieldsOf(listOf(labels)[0]).span);
    const text = typeof help === "string" && help !== "" ? `${message}\n${help}` : message;
    const place = { file: filename, line, column };
    return diagnosticOf("oxlint", output.cwd, { ...place, severity: severityOf(severity), rule: code, message: text });
  });
  return withCount(byStatus(output, diagnostics, [1]), Number(count));
};

/** `ruff check --output-format=json`. */
export const parseRuff: LinterParser = (output) => {
  const all = readJson(output.stdout);
  if (!Array.isArray(all)) return failed(output);
  const diagnostics = all.flatMap((one: unknown) => {
    const { code, message, filename, location, end_location } = fieldsOf(one);
    const [start, end] = [fieldsOf(location), fieldsOf(end_location)];
    const place = { file: filename, line: start.row, column: start.column, endLine: end.row, endColumn: end.column };
    const isSyntax = code === null || code === undefined || code === "invalid-syntax";
    return (
      diagnosticOf("ruff", output.cwd, { ...place, severity: isSyntax ? "error" : "warning", rule: code, message }) ??
      []
    );
  });
  return byStatus(output, diagnostics, [1]);
};

/** `pyright --outputjson`, and basedpyright's. */
export const parsePyright: LinterParser = (output) => {
  const { generalDiagnostics: all, summary } = fieldsOf(readJson(output.stdout));
  if (!Array.isArray(all) || !summary) return failed(output);
  const diagnostics = all.flatMap((one: unknown) => {
    const { file, severity, message, rule, range } = fieldsOf(one);
    const [start, end] = [fieldsOf(fieldsOf(range).start), fieldsOf(fieldsOf(range).end)];
    const next = (value: unknown) => (typeof value === "number" ? value + 1 : 0);
    return diagnosticOf("pyright", output.cwd, {
      ...{ file, line: next(start.line), column: next(start.character) },
      ...{ endLine: next(end.line), endColumn: next(end.character) },
      ...{ severity: severityOf(severity), rule, message },
    });
  });
  return byStatus(output, diagnostics, [1]);
};

/** `cargo check --message-format=json`: a line of JSON for each message. */
export const parseCargo: LinterParser = (output) => {
  const diagnostics: Diagnostic[] = [];
  let hasFinished = false;
  for (const line of output.stdout.split("\n")) {
    const { reason, message } = fieldsOf(line.startsWith("{") ? readJson(line) : undefined);
    if (reason === "build-finished") hasFinished = true;
    if (reason !== "compiler-message") continue;
    const { message: text, code, level, spans } = fieldsOf(message);
    const span = fieldsOf(listOf(spans).find((one) => fieldsOf(one).is_primary === true) ?? listOf(spans)[0]);
    const [found] = diagnosticOf("cargo check", output.cwd, {
      ...{ file: span.file_name, line: span.line_start, column: span.column_start },
      ...{ endLine: span.line_end, endColumn: span.column_end },
      ...{ severity: severityOf(level), rule: fieldsOf(code).code, message: text },
    });
    // The same is said of a library and of its tests.
    if (found && !diagnostics.some((one) => isSame(one, found))) diagnostics.push(found);
  }
  return hasFinished ? byStatus(output, diagnostics, [101]) : failed(output);
};

const isSame = (a: Diagnostic, b: Diagnostic): boolean =>
  a.path === b.path && a.line === b.line && a.column === b.column && a.message === b.message;

/** `shellcheck -f json1`. */
export const parseShellcheck: LinterParser = (output) => {
  const { comments } = fieldsOf(readJson(output.stdout));
  if (!Array.isArray(comments)) return failed(output);
  const diagnostics = comments.flatMap((one: unknown) => {
    const { file, line, column, endLine, endColumn, level, code, message } = fieldsOf(one);
    const place = { file, line, column, endLine, endColumn };
    const rule = typeof code === "number" ? `SC${code}` : undefined;
    return diagnosticOf("shellcheck", output.cwd, { ...place, severity: severityOf(level), rule, message });
  });
  return byStatus(output, diagnostics, [1]);
};

export type { Diagnostic, Severity } from "./diagnostic.ts";
export {
  type DiagnosticDiff,
  type DiagnosticSnapshot,
  type DiagnosticState,
  diffDiagnostics,
} from "./diff-diagnostics.ts";
export { lineMap } from "./line-map.ts";
export {
  parseBiome,
  parseCargo,
  parseEslint,
  parseOxlint,
  parsePyright,
  parseRuff,
  parseShellcheck,
} from "./parsers/json-tools.ts";
export type { LinterOutput, LinterParser, Parsed } from "./parsers/parsed.ts";
export { parseGoVet, parseMypy, parseTsc } from "./parsers/text-tools.ts";

import type { Path } from "@holdall/tool-core";

export type Severity = "error" | "warning" | "info" | "hint";

/**
 * A problem that a tool reports. Lines and columns count from 1, columns in UTF-16 units; 0 if the tool does not report them.
 */
export interface Diagnostic {
  readonly path: Path;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number | undefined;
  readonly endColumn?: number | undefined;
  readonly severity: Severity;
  /** The tool's own code or name of the rule, such as `TS2322` or `no-unused-vars`. */
  readonly rule?: string | undefined;
  readonly message: string;
  /** Who says so, such as `tsc` or `eslint`. */
  readonly tool: string;
}

import type { ToolResult } from "@holdall/tool-core";

/** One thing a scripted agent does: what it thinks and says, and the calls it makes side by side. */
export interface ScriptStep {
  readonly think?: string;
  readonly say: string;
  readonly calls: readonly { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }[];
}

/** A script that works each step out of what the last calls answered. What it returns is said at the end. */
export type Script = Generator<ScriptStep, string, readonly ToolResult[]>;

/** A scripted agent: no model and no key; the calls are real. */
export interface Tour {
  readonly title: string;
  readonly about: string;
  /** The first load of the page has no script. */
  readonly load: () => Promise<{ readonly play: () => Script }>;
}

/** The text a model would have read. */
export const textOf = (result: Pick<ToolResult, "content"> | undefined): string =>
  (result?.content ?? []).map((part) => (part.type === "text" ? part.text : "")).join("\n");

/** What a tool hands to programs, of a call that ended well. */
export const outputOf = (result: ToolResult | undefined): Readonly<Record<string, unknown>> =>
  result?.ok ? Object(result.output) : {};

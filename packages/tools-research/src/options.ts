import { ToolError } from "@holdall/tool-core";
import type { TextModel } from "@holdall/tool-kit/text";

export interface ResearchToolsOptions {
  /** Writes sentences and takes stances; without one, findings come as quotations and claims are `not_judged`. */
  readonly model?: TextModel | undefined;
  /** The name that `judged_by` gives; "model". */
  readonly modelName?: string | undefined;
  /** research_topic takes `output_path` and writes its report there with write_file. */
  readonly reports?: boolean | undefined;
  readonly limits?: ResearchLimits | undefined;
  /** The time, for tests. */
  readonly now?: (() => Date) | undefined;
}

/** The maximum use of one call. */
export interface ResearchLimits {
  /** Calls of web_search; 5. */
  readonly searches?: number | undefined;
  /** Calls of web_fetch; 24. */
  readonly pages?: number | undefined;
  /** Bytes of text of all pages; 4,000,000. */
  readonly bytes?: number | undefined;
  /** Seconds; 120. */
  readonly seconds?: number | undefined;
}

/** How many sources a call wants, at most 20. Throws `invalid_input` for another number. */
export function sourceCount(wanted: number | undefined, usual: number): number {
  if (wanted === undefined) return usual;
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= 20) return wanted;
  throw new ToolError("invalid_input", `limit is ${wanted}.`, { hint: "Give a whole number from 1 to 20." });
}

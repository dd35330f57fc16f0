import { environmentSecrets, limitOutput, timeLimit } from "@holdall/middleware";
import type { Middleware } from "@holdall/tool-core";

/** The middleware of every call, unless it is turned off. */
export interface PresetMiddleware {
  /** Time limit of a call in milliseconds; 600,000 by default. The shell has its own. */
  readonly timeLimit?: number | false | undefined;
  /** Characters that a model gets of a tool that has no limit of its own; 100,000 by default. */
  readonly outputLimit?: number | false | undefined;
  /**
   * Values to hide, by name; by default those of variables of this process that are named like secrets. Text that looks
   * like a secret is hidden as well; `false` hides nothing.
   */
  readonly secrets?: Readonly<Record<string, string | undefined>> | false | undefined;
}

/** Tools that say themselves how much they print, and what they have left out. */
const limitedByThemselves = [
  ...["bash", "task_output", "read_file", "grep_files", "glob_files", "list_files", "list_directory"],
  "run_program",
  ...["web_search", "web_fetch", "fetch_url", "scrape_page"],
];
/** Tools whose calls name their time limit. */
const timedByThemselves = ["bash", "task_output", "task", "run_program"];

/** The middleware, outermost first. What hides secrets loads with the first call. */
export function presetMiddleware(options: PresetMiddleware | false = {}): readonly Middleware[] {
  if (options === false) return [];
  const { timeLimit: time, outputLimit: output, secrets } = options;
  return [
    ...(secrets === false ? [] : [scrubbing(secrets ?? environmentSecrets())]),
    ...(output === false ? [] : [except(limitedByThemselves, limitOutput({ limit: output }))]),
    ...(time === false ? [] : [except(timedByThemselves, timeLimit({ limit: time ?? 600_000 }))]),
  ];
}

const except =
  (tools: readonly string[], middleware: Middleware): Middleware =>
  (call, next) =>
    tools.includes(call.tool.name) ? next(call) : middleware(call, next);

function scrubbing(secrets: Readonly<Record<string, string | undefined>>): Middleware {
  let scrub: Middleware | undefined;
  return async (call, next) => {
    scrub ??= (await import("./_scrubber.ts")).createScrubber({ secrets }).middleware;
    return scrub(call, next);
  };
}

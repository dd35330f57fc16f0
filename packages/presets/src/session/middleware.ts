import { environmentSecrets, guardSecrets, limitOutput, limitRepeats, timeLimit } from "@holdall/middleware";
import type { Middleware, Policy } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";

/** The middleware of every call, unless it is turned off. */
export interface PresetMiddleware {
  /** Time limit of a call in milliseconds; 600,000 by default. The shell has its own. */
  readonly timeLimit?: number | false | undefined;
  /** Characters that a model gets of a tool that has no limit of its own; 100,000 by default. */
  readonly outputLimit?: number | false | undefined;
  /** The call in a row with the same input and result that the user is asked about; 5 by default. */
  readonly repeatLimit?: number | false | undefined;
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

/** Tools that are called again until there is something. */
const polling = ["task_output"];

/** The middleware, outermost first, and a policy that goes before others. What hides secrets loads with the first call. */
export function presetMiddleware(
  options: PresetMiddleware | false = {},
  named?: Secrets,
): {
  readonly use: readonly Middleware[];
  readonly policy: Policy;
} {
  const guard = named ? [guardSecrets(named)] : [];
  if (options === false) return { use: named ? [scrubbing(false, named), ...guard] : [], policy: () => undefined };
  const { timeLimit: time, outputLimit: output, repeatLimit, secrets } = options;
  const repeats = limitRepeats({ limit: repeatLimit === false ? Infinity : repeatLimit });
  const use = [
    ...(secrets === false && !named ? [] : [scrubbing(secrets ?? environmentSecrets(), named)]),
    ...guard,
    ...(repeatLimit === false ? [] : [except(polling, repeats.middleware)]),
    ...(output === false ? [] : [except(limitedByThemselves, limitOutput({ limit: output }))]),
    ...(time === false ? [] : [except(timedByThemselves, timeLimit({ limit: time ?? 600_000 }))]),
  ];
  return { use, policy: repeats.policy };
}

const except =
  (tools: readonly string[], middleware: Middleware): Middleware =>
  (call, next) =>
    tools.includes(call.tool.name) ? next(call) : middleware(call, next);

function scrubbing(
  secrets: Readonly<Record<string, string | undefined>> | false,
  named: Secrets | undefined,
): Middleware {
  let scrub: Middleware | undefined;
  return async (call, next) => {
    const options = secrets === false ? { named, patterns: false } : { named, secrets };
    scrub ??= (await import("./scrubber.ts")).createScrubber(options).middleware;
    return scrub(call, next);
  };
}

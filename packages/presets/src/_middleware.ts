import type { Middleware, Next } from "@holdall/tool-core";

/** What every call passes on its way, unless it is switched off. */
export interface PresetMiddleware {
  /** Milliseconds that a call may take, the shell's apart, which have their own; 600,000 by default. */
  readonly timeLimit?: number | false | undefined;
  /** Characters that a model gets of a tool that has no limit of its own; 100,000 by default. */
  readonly outputLimit?: number | false | undefined;
  /** Values that must not come out, by name; by default those of variables of this process that are named like secrets. */
  readonly secrets?: Readonly<Record<string, string | undefined>> | false | undefined;
}

/** Tools that say themselves how much they print, and what they have left out. */
const limitedByThemselves = [
  ...["bash", "task_output", "read_file", "grep_files", "glob_files", "list_files", "list_directory"],
];
/** Tools whose calls name their time limit. */
const timedByThemselves = ["bash", "task_output"];

/** The middleware, which loads with the first call. */
export function presetMiddleware(options: PresetMiddleware | false = {}): readonly Middleware[] {
  if (options === false || Object.values({ ...allOn, ...options }).every((value) => value === false)) return [];
  let loaded: readonly Middleware[] | undefined;
  return [
    async (call, next) => {
      loaded ??= await load(options);
      const through = loaded.reduceRight<Next>((after, each) => (passed) => each(passed, after), next);
      return through(call);
    },
  ];
}

const allOn = { timeLimit: true, outputLimit: true, secrets: true };

async function load({ timeLimit: time, outputLimit: output, secrets }: PresetMiddleware): Promise<Middleware[]> {
  const { createScrubber, environmentSecrets, limitOutput, timeLimit } = await import("@holdall/middleware");
  const hidden = secrets === false ? {} : (secrets ?? environmentSecrets());
  const unlimited = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, Infinity]));
  return [
    // What only looks like a secret stays: files must be seen as they are, or an edit would write the mark into them.
    ...(Object.keys(hidden).length === 0 ? [] : [createScrubber({ secrets: hidden, patterns: false }).middleware]),
    ...(output === false ? [] : [limitOutput({ limit: output, tools: unlimited(limitedByThemselves) })]),
    ...(time === false ? [] : [timeLimit({ limit: time ?? 600_000, tools: unlimited(timedByThemselves) })]),
  ];
}

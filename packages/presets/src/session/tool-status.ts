import { toolCatalog } from "../catalog.ts";
import { newSession } from "../families/_search.ts";
import { entryOf, neededFor } from "./explain.ts";
import type { Preset } from "./preset.ts";

/** Whether the model of a preset has a tool: from the start, once it has searched for it, or not. */
export interface ToolStatus {
  readonly name: string;
  readonly family: string;
  readonly state: "shown" | "deferred" | "missing";
  /** Why it is missing, and what to do for it. */
  readonly why?: string;
}

/**
 * Get every tool of the catalog, and those that were added to the preset, by family. Tools that are not loaded yet are
 * deferred.
 */
export function toolStatus({ name: preset, registry, expose }: Preset): readonly ToolStatus[] {
  const shown = new Set(expose(newSession).map(({ name }) => name));
  const offered = new Set(registry.offered());
  const known: ToolStatus[] = toolCatalog().map((entry) => {
    const { name, family, presets } = entry;
    if (shown.has(name)) return { name, family, state: "shown" };
    const isLoaded = registry.get(name) !== undefined;
    if (isLoaded && family === "discovery") return { name, family, state: "missing", why: "nothing is deferred" };
    if (isLoaded || offered.has(name)) return { name, family, state: "deferred" };
    const isLeftOut = registry.missing(name)?.code === "unknown_tool";
    const why = !presets.includes(preset as (typeof presets)[number])
      ? `not in the preset ${preset}`
      : isLeftOut
        ? "left out"
        : (neededFor(entry) ?? "left out");
    return { name, family, state: "missing", why };
  });
  const added = registry
    .tools()
    .filter(({ name }) => !entryOf(name))
    .map(
      ({ name, category }): ToolStatus => ({ name, family: category, state: shown.has(name) ? "shown" : "deferred" }),
    );
  return [...known, ...added];
}

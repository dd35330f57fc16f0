import type { Backend, StateKey, Tool, ToolContext } from "@holdall/tool-core";
import { workspaceOf } from "./session-workspace.ts";

/** What a dry run works on: the preview of each backend, and the tools that were made over it, by who makes them. */
const previewsKey: StateKey<{
  readonly backends: Map<Backend, Backend>;
  readonly tools: Map<unknown, Map<string, Tool>>;
}> = {
  name: "files.preview",
  create: () => ({ backends: new Map(), tools: new Map() }),
};

/**
 * Create tools that use the backend of `preview` in a dry run, one for each session: later calls see the changes of earlier
 * ones, also those of other families over the same backend, and nothing else changes.
 */
export function previewing<O extends { readonly backend: Backend }, T extends Tool>(
  options: O,
  preview: (backend: Backend) => Backend,
  make: (options: O) => readonly T[],
): T[] {
  const { backend } = options;
  return make(options).map((tool) => {
    const previews = ({ state, dryRun }: ToolContext): Tool => {
      if (!dryRun) return tool; // tried before it is asked about
      const { backends, tools } = state(previewsKey);
      const own = workspaceOf({ state }, backend);
      const previewed = backends.get(own) ?? preview(own);
      backends.set(own, previewed);
      const made =
        tools.get(make) ?? new Map(make({ ...options, backend: previewed }).map((each) => [each.name, each]));
      tools.set(make, made);
      const acting = made.get(tool.name) ?? tool;
      return {
        ...acting,
        execute: (input, ctx, prepared) => acting.execute(input, { ...ctx, dryRun: false }, prepared),
      };
    };
    return Object.freeze({ ...tool, previews });
  });
}

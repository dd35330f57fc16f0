import type { Backend, StateKey, Tool, ToolContext } from "@holdall/tool-core";

/** The tools that a dry run executes, by name, once something asked for them. */
const previewTools: StateKey<Map<string, Tool>> = { name: "fs.preview", create: () => new Map() };

/**
 * Tools that in a dry run work on what `preview` makes of the backend, one for the session: what a call changes there,
 * later calls see, and nothing else does.
 */
export function previewing<O extends { readonly backend: Backend }, T extends Tool>(
  options: O,
  preview: (backend: Backend) => Backend,
  make: (options: O) => readonly T[],
): T[] {
  return make(options).map((tool) => {
    const previews = ({ state }: ToolContext): Tool => {
      const made = state(previewTools);
      if (made.size === 0) {
        for (const each of make({ ...options, backend: preview(options.backend) })) made.set(each.name, each);
      }
      const acting = made.get(tool.name) ?? tool;
      return { ...acting, execute: (input, ctx) => acting.execute(input, { ...ctx, dryRun: false }) };
    };
    return Object.freeze({ ...tool, previews });
  });
}

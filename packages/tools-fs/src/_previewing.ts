import type { Backend, StateKey, Tool } from "@holdall/tool-core";

/** The backend that a dry run works on, and its tools by name, once something asked for them. */
interface Preview {
  backend?: Backend;
  readonly tools: Map<string, Tool>;
}

const previewOf: StateKey<Preview> = { name: "fs.preview", create: () => ({ tools: new Map() }) };

/**
 * Tools that in a dry run work on what `preview` makes of the backend, one for the session: what a call changes there,
 * later calls see, and nothing else does.
 */
export function previewing<O extends { readonly backend: Backend }>(
  options: O,
  preview: (backend: Backend) => Backend,
  make: (options: O) => readonly Tool[],
): Tool[] {
  return make(options).map((tool) =>
    Object.freeze<Tool>({
      ...tool,
      previews: true,
      execute(input, ctx) {
        if (!ctx.dryRun) return tool.execute(input, ctx);
        const state = ctx.state(previewOf);
        if (!state.backend) {
          state.backend = preview(options.backend);
          for (const made of make({ ...options, backend: state.backend })) state.tools.set(made.name, made);
        }
        return (state.tools.get(tool.name) ?? tool).execute(input, { ...ctx, dryRun: false });
      },
    }),
  );
}

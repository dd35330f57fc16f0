import type { CodeServer } from "@holdall/language-servers/port";
import { type ContentPart, type Path, preparedOf, type Tool, type ToolContext, text } from "@holdall/tool-core";
import { isElsewhere, lazy } from "@holdall/tool-kit/file-tools";

const load = lazy(() => import("./_lints/new-errors.ts"));

export interface LintsAfterEditOptions {
  /** Language servers. A server that is not running is started and used for later edits. */
  readonly servers: CodeServer;
  /** The maximum additional time of a change in milliseconds; 400 by default. Later errors are left to read_lints. */
  readonly within?: number | undefined;
}

/** What the rendering of a call is followed by, by the input of the call. */
const told = new WeakMap<object, string>();

/**
 * Add the new errors that a change has caused to the text of tools that change files. Each error is reported once. Nothing is
 * reported for a file that could not be checked in time, so no errors does not mean clean. The session needs `readLints` with
 * the same servers, and its policy is asked about each check.
 */
export function lintsAfterEdit<T extends Tool>(tools: readonly T[], options: LintsAfterEditOptions): T[] {
  return tools.map((tool) => (tool.hints.readOnly ? tool : withLints(tool, options)));
}

function withLints<T extends Tool>(tool: T, { servers, within = 400 }: LintsAfterEditOptions): T {
  return Object.freeze({
    ...tool,
    async execute(input: unknown, ctx: ToolContext, prepared: unknown) {
      const output = await tool.execute(input, ctx, prepared);
      // The servers read the disk.
      if (ctx.dryRun || ctx.inProgram || isElsewhere(ctx) || typeof input !== "object" || input === null) return output;
      const { accesses } = preparedOf((await tool.access?.(input, ctx)) ?? []);
      const changed = accesses.filter(({ action }) => action === "write").map(({ target }) => target as Path);
      const { newErrors } = await load();
      const errors = await newErrors([...new Set(changed)], servers, within, ctx);
      if (errors !== "") told.set(input, errors);
      return output;
    },
    render(output: unknown, input: unknown): string | readonly ContentPart[] {
      const shown = tool.render?.(output, input) ?? JSON.stringify(output);
      const errors = told.get(Object(input));
      if (errors === undefined) return shown;
      return typeof shown === "string" ? `${shown}\n\n${errors}` : [...shown, text(errors)];
    },
  });
}

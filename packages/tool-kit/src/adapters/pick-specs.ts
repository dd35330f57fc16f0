import { type Dialect, type Session, ToolError, type ToolSpec, toolName } from "@holdall/tool-core";

export interface PickOptions {
  /** The spelling of tools and parameters. Defaults to the session's spelling. */
  readonly dialect?: Dialect | undefined;
  /** The tools to expose, in any spelling. Defaults to all tools of the session. */
  readonly only?: readonly string[] | undefined;
}

/** Get the model-facing definitions of a session's tools: all of them, or those named in `only`. Throws `unknown_tool`. */
export function pickSpecs(
  { registry, dialect: own }: Session,
  { dialect = own, only }: PickOptions = {},
): readonly ToolSpec[] {
  const specs = registry.list(dialect);
  if (!only) return specs;
  const picked = new Set(
    only.map((name) => {
      const tool = registry.get(name);
      if (tool) return tool.name;
      const known = registry.tools().map((each) => toolName(each));
      throw new ToolError("unknown_tool", `\`only\` names the tool "${name}", which the session does not have.`, {
        hint: `Its tools are: ${known.join(", ")}.`,
      });
    }),
  );
  return specs.filter(({ tool }) => picked.has(tool));
}

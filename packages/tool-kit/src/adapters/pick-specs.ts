import { type Dialect, type Session, ToolError, type ToolSpec, toolName } from "@holdall/tool-core";

export interface PickOptions {
  /** The spelling of tools and parameters. Defaults to the session's spelling. */
  readonly dialect?: Dialect | undefined;
  /** The tools to expose, in any spelling. Defaults to those that the session's model sees. */
  readonly only?: readonly string[] | undefined;
}

/** Get the model-facing definitions of a session's tools: those that its model sees, or those named in `only`. Throws `unknown_tool`. */
export function pickSpecs(
  session: Session,
  { dialect = session.dialect, only }: PickOptions = {},
): readonly ToolSpec[] {
  const { registry } = session;
  const specs = registry.list(dialect);
  if (!only) {
    const byTool = new Map(specs.map((spec) => [spec.tool, spec]));
    return session.exposed().flatMap(({ name }) => byTool.get(name) ?? []);
  }
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

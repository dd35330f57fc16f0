import { type Dialect, type Session, ToolError, toolName } from "@holdall/tool-core";

/** What a model is told about the tools of a session: all of them, or those named in any spelling. Throws `unknown_tool`. */
export function pickSpecs({ registry }: Session, dialect: Dialect, only: readonly string[] | undefined) {
  const specs = registry.list(dialect);
  if (!only) return specs;
  const picked = new Set(
    only.map((name) => {
      const tool = registry.get(name);
      if (tool) return tool.name;
      throw new ToolError("unknown_tool", `\`only\` names the tool "${name}", which the session does not have.`, {
        hint: `Its tools are: ${registry
          .tools()
          .map((known) => toolName(known))
          .join(", ")}.`,
      });
    }),
  );
  return specs.filter(({ tool }) => picked.has(tool));
}

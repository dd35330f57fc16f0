import { ToolError } from "../error.ts";
import type { Dialect } from "../registry/dialect.ts";
import { toolName } from "../registry/names.ts";
import type { ToolSpec } from "../registry/types.ts";
import type { Session } from "../session/session.ts";

export interface PickOptions {
  /** How tools and parameters are spelled; the session's own spelling by default. */
  readonly dialect?: Dialect | undefined;
  /** The tools to offer, by any spelling; all of the session's by default. */
  readonly only?: readonly string[] | undefined;
}

/** What a model is told about the tools of a session: all of them, or those named in any spelling. Throws `unknown_tool`. */
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

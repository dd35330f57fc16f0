import { type Path, type PlanGrant, ToolError, toPath } from "@holdall/tool-core";

/** What a plan asks to be permitted with it, each exactly. Throws `invalid_input` for a way out of a sandbox, which is never part of a plan. */
export function readGrants(
  wanted: readonly { readonly tool: string; readonly scope: string }[],
  cwd: Path,
): readonly PlanGrant[] {
  return wanted.map(({ tool, scope }) => {
    if (scope.startsWith("sandbox:")) {
      throw new ToolError(
        "invalid_input",
        `A plan cannot permit ${scope}: leaving the sandbox needs approval each time.`,
        {
          hint: "Leave it out of `allow`.",
        },
      );
    }
    return { tool, scope, targets: [...new Set([scope, toPath(scope, cwd)])] };
  });
}

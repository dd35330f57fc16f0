import type { Access, Backend, Path, ToolContext } from "@holdall/tool-core";

/** Throw `permission_denied`, with the reason, if something in a folder may not be touched as its folder will be. */
export async function refuseDeniedBelow(
  backend: Backend,
  folder: Path,
  accessesOf: (path: Path) => readonly Access[],
  ctx: Pick<ToolContext, "decide" | "require" | "signal">,
): Promise<void> {
  for await (const { path } of backend.list(folder, { recursive: true, signal: ctx.signal }))
    for (const access of accessesOf(path)) if ((await ctx.decide(access)) === "deny") await ctx.require(access);
}

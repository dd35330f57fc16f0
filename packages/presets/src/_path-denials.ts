import type { Sandbox } from "@holdall/sandbox/port";
import type { Path } from "@holdall/tool-core";
import type { PresetPermissions } from "./_with-rules.ts";

/** The same sandbox, which keeps commands from the paths that the rules of the user deny. */
export function keepingRules(
  sandbox: Sandbox,
  options: PresetPermissions | undefined,
  roots: readonly Path[],
): Sandbox {
  if (options?.rules === undefined) return sandbox;
  const { rules, home } = options;
  let made: Sandbox | undefined;
  return {
    name: sandbox.name,
    confines: (level) => sandbox.confines(level),
    async launch(request) {
      const { pathDenials, withPathDenials } = await import("@holdall/permissions");
      made ??= withPathDenials(sandbox, pathDenials({ rules, home, roots }));
      return made.launch(request);
    },
  };
}

import type { PathDenial, Sandbox } from "@holdall/sandbox/port";
import type { Path } from "@holdall/tool-core";
import type { PresetPermissions } from "./_rule-policy.ts";

/** Get the same sandbox, which keeps commands away from the paths that the rules of the user deny. */
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
    get opensNetwork() {
      return sandbox.opensNetwork ?? false;
    },
    get masksSecrets() {
      return sandbox.masksSecrets ?? false;
    },
    get replacesRoots() {
      return sandbox.replacesRoots ?? false;
    },
    confines: (level) => sandbox.confines(level),
    openNetwork: async () => sandbox.openNetwork?.(),
    async launch(request) {
      const { pathDenials, withPathDenials } = await import("@holdall/permissions");
      made ??= withPathDenials(sandbox, pathDenials({ rules, home, roots }));
      return made.launch(request);
    },
  };
}

/** The same sandbox, which keeps commands from changing files that undo could not give back, and code of extensions. */
export function keepingFiles(sandbox: Sandbox, unkept: () => ReadonlySet<Path>): Sandbox {
  return {
    name: sandbox.name,
    get opensNetwork() {
      return sandbox.opensNetwork ?? false;
    },
    get masksSecrets() {
      return sandbox.masksSecrets ?? false;
    },
    get replacesRoots() {
      return sandbox.replacesRoots ?? false;
    },
    confines: (level) => sandbox.confines(level),
    openNetwork: async () => sandbox.openNetwork?.(),
    async launch(request) {
      const files = new Set<string>(unkept());
      const denial: PathDenial = {
        action: "write",
        rule: "(undo could not give it back, or it is code of an extension)",
        below: [...files],
        matches: (path) => files.has(path),
      };
      const denials = files.size > 0 ? [...(request.denials ?? []), denial] : request.denials;
      const launch = await sandbox.launch({ ...request, denials });
      const isSame = () => [...unkept()].every((path) => files.has(path));
      return { ...launch, isCurrent: () => isSame() && (launch.isCurrent?.() ?? true) };
    },
  };
}

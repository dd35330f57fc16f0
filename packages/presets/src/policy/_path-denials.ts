import type { PathDenial, Sandbox } from "@holdall/sandbox/port";
import { isWithin, type Path, toPath } from "@holdall/tool-core";
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
  return launching(sandbox, async (request) => {
    const { pathDenials, withPathDenials } = await import("@holdall/permissions");
    made ??= withPathDenials(sandbox, pathDenials({ rules, home, roots }));
    return made.launch(request);
  });
}

/** The same sandbox, which keeps commands from changing files that undo could not give back, and code of extensions. */
export function keepingFiles(sandbox: Sandbox, unkept: () => ReadonlySet<Path>): Sandbox {
  return launching(sandbox, async (request) => {
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
  });
}

/**
 * The same sandbox, which keeps commands from reading the worktrees of agents: rules are about the paths of the checkout, so they
 * would not hold there. A root in their folder, or around it, is read as any other.
 */
export function keepingWorktrees(sandbox: Sandbox, folderNow: () => string, roots: readonly Path[]): Sandbox {
  let denial: PathDenial | undefined;
  return launching(sandbox, (request) => {
    const folder = toPath(folderNow());
    const isRead = roots.some((root) => isWithin(root, folder) || isWithin(folder, root));
    if (isRead || request.replaced?.some(({ git }) => git)) return sandbox.launch(request);
    if (denial?.below[0] !== folder)
      denial = {
        action: "read",
        rule: "(worktrees of agents)",
        below: [folder],
        matches: (path) => isWithin(toPath(path), folder),
      };
    return sandbox.launch({ ...request, denials: [...(request.denials ?? []), denial] });
  });
}

/** The same sandbox, which launches otherwise. */
const launching = (sandbox: Sandbox, launch: Sandbox["launch"]): Sandbox => ({
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
  launch,
});

import type { PathDenial, Sandbox } from "@holdall/sandbox/port";
import { joinPath, type Path, toPath } from "@holdall/tool-core";
import type { PermissionsOptions } from "./permissions.ts";
import { compilePathRule, type Places, startOf } from "./rules/path-rule.ts";
import { parseRule } from "./rules/rule.ts";

/** Create a function that returns the accesses that the current rules deny for paths, for a sandbox to enforce. */
export function pathDenials({
  rules = [],
  roots,
  home,
}: Pick<PermissionsOptions, "rules" | "roots" | "home">): () => readonly PathDenial[] {
  const places: Places = {
    roots: roots.map((root) => toPath(root)),
    home: home === undefined ? undefined : toPath(home),
  };
  // The same rule is the same denial, so that they can be compared.
  const known = new Map<string, PathDenial | undefined>();
  const compiled = (text: string): PathDenial | undefined => {
    if (!known.has(text)) known.set(text, denialOf(text, places));
    return known.get(text);
  };
  return () =>
    (typeof rules === "function" ? rules() : rules).flatMap(({ deny = [] }) =>
      deny.flatMap((text) => compiled(text) ?? []),
    );
}

/** Get the same sandbox, which also enforces the denied accesses when programs start. */
export function withPathDenials(sandbox: Sandbox, current: () => readonly PathDenial[]): Sandbox {
  return {
    name: sandbox.name,
    get opensNetwork() {
      return sandbox.opensNetwork ?? false;
    },
    get masksSecrets() {
      return sandbox.masksSecrets ?? false;
    },
    replacesRoots: sandbox.replacesRoots ?? false,
    confines: (level) => sandbox.confines(level),
    openNetwork: async () => sandbox.openNetwork?.(),
    async launch(request) {
      const denials = current();
      const all = [...(request.denials ?? []), ...denials];
      const launch = await sandbox.launch(all.length > 0 ? { ...request, denials: all } : request);
      const isSame = () => {
        const now = current();
        return now.length === denials.length && now.every((denial, at) => denial === denials[at]);
      };
      return { ...launch, isCurrent: () => isSame() && (launch.isCurrent?.() ?? true) };
    },
  };
}

function denialOf(text: string, places: Places): PathDenial | undefined {
  const { specifier, action, text: rule } = parseRule(text);
  if (specifier === undefined || (action !== "read" && action !== "write" && action !== "delete")) return undefined;
  const matches = compilePathRule(specifier, places, { ignoreCase: true });
  const { folders, relative } = startOf(specifier, places);
  // The whole of a root may hold matches; elsewhere only what lies below the words before the first wildcard.
  const fixed = folders === places.roots ? "" : fixedPart(relative);
  return {
    action: action === "read" ? "read" : "write",
    rule,
    below: folders.map((folder) => (fixed === "" ? folder : joinPath(folder, fixed))),
    matches: (path) => matches(path as Path),
  };
}

function fixedPart(pattern: string): string {
  const words = pattern.split("/").filter(Boolean);
  const first = words.findIndex((word) => /[*?[\]{}!\\]/.test(word));
  return words.slice(0, first < 0 ? undefined : first).join("/");
}

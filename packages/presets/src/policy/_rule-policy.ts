import type { Permissions, PermissionsOptions } from "@holdall/permissions";
import type { Path, Policy } from "@holdall/tool-core";

/** Rules as `@holdall/permissions` reads them, and a mode. */
export type PresetPermissions = Pick<PermissionsOptions, "rules" | "mode" | "home">;

/** A policy after rules: decisions of a rule or the mode are final. The rules load with the first call. */
export function withRules(
  policy: Policy,
  options: PresetPermissions | undefined,
  roots: readonly Path[],
  { isConfined, isKeptFromDenied }: Pick<PermissionsOptions, "isConfined" | "isKeptFromDenied">,
): Policy {
  if (!options) return policy;
  let loaded: Permissions | undefined;
  const decide = ({ rules }: Permissions, request: Parameters<Policy>[0]) => rules(request) ?? policy(request);
  return (request) => {
    if (loaded) return decide(loaded, request);
    return import("@holdall/permissions").then(({ permissions }) => {
      loaded ??= permissions({ ...options, roots, isConfined, isKeptFromDenied });
      return decide(loaded, request);
    });
  };
}

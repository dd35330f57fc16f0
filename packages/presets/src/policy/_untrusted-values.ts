import type { UntrustedValuesOptions } from "@holdall/permissions";
import { type Middleware, type Path, type Policy, textsRead } from "@holdall/tool-core";
import type { PresetPermissions } from "./_rule-policy.ts";

/** What text of others may decide, and whose. */
export interface PresetUntrustedText extends Pick<UntrustedValuesOptions, "grants" | "linksOf"> {
  /** Tools whose results only the user may read, by their canonical names. */
  readonly privateResults?: readonly string[] | undefined;
}

/** The policy, with a question where text of others has chosen a value. The code loads once such text was read. */
export function withUntrustedValues(
  policy: Policy,
  options: PresetUntrustedText | false = {},
  roots: readonly Path[],
  rules: PresetPermissions["rules"] = [],
): Policy {
  if (options === false) return policy;
  let loaded: Policy | undefined;
  const named = () => (typeof rules === "function" ? rules() : rules).flatMap(({ allow = [] }) => allow);
  return (request) => {
    const { access } = request;
    if (!access || access.action === "read" || !request.state(textsRead).hasOthers) return policy(request);
    if (loaded) return loaded(request);
    return import("@holdall/permissions").then(({ askUntrustedValues }) => {
      loaded ??= askUntrustedValues(policy, { ...options, roots, named });
      return loaded(request);
    });
  };
}

/** Remembers what only the user may read, where a host has named such tools. */
export function keepPrivate(options: PresetUntrustedText | false = {}): readonly Middleware[] {
  const tools = options === false ? [] : (options.privateResults ?? []);
  if (tools.length === 0) return [];
  return [
    async (call, next) =>
      tools.includes(call.tool.name)
        ? (await import("@holdall/permissions")).privateResults(tools)(call, next)
        : next(call),
  ];
}

import type { UntrustedValuesOptions } from "@holdall/permissions";
import { type Path, type Policy, textsRead } from "@holdall/tool-core";

/** What text of others may decide, and whose. */
export type PresetUntrustedText = Pick<UntrustedValuesOptions, "grants" | "linksOf">;

/** The policy, with a question where text of others has chosen a value. The code loads once such text was read. */
export function withUntrustedValues(
  policy: Policy,
  options: PresetUntrustedText | false = {},
  roots: readonly Path[],
): Policy {
  if (options === false) return policy;
  let loaded: Policy | undefined;
  return (request) => {
    const { access } = request;
    if (!access || access.action === "read" || !request.state(textsRead).hasOthers) return policy(request);
    if (loaded) return loaded(request);
    return import("@holdall/permissions").then(({ askUntrustedValues }) => {
      loaded ??= askUntrustedValues(policy, { ...options, roots });
      return loaded(request);
    });
  };
}

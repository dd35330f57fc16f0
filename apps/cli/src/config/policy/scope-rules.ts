import type { RuleSet } from "@holdall/permissions";
import { toPath } from "@holdall/tool-core";
import { realPlace } from "@holdall/tool-kit/node";
import type { Config } from "../read/schema.ts";

const pathActions = ["read", "write", "delete"] as const;

/**
 * What `policy.deny` says of paths, as rules that a sandbox and copies enforce as well. Undefined where it says nothing of
 * them. Scopes with `tools` are not among them, as other tools may do the same.
 */
export function scopeRules(
  { policy: { deny = [] } = {} }: Config,
  root: string,
  source: string | undefined,
): RuleSet | undefined {
  const rules = deny.flatMap(({ actions = pathActions, under, tools }) => {
    if (tools) return [];
    const place = under === undefined ? "/" : toPath(under, root);
    const names = new Set([place, realPlace(place) ?? place]);
    return pathActions
      .filter((action) => actions.includes(action))
      .flatMap((action) => [...names].map((name) => `${action}(/${literal(name)})`));
  });
  return rules.length > 0 ? { deny: rules, ...(source !== undefined && { source }) } : undefined;
}

/** A path as a pattern that matches only it. */
const literal = (path: string) => path.replace(/[\\*?[\]{}()!+@|]/g, String.raw`\$&`);

import { basename } from "node:path";
import { allow, ask, deny, firstOf, type Policy, strictest, toPath } from "@holdall/tool-core";
import { configNames } from "../read/find-config.ts";
import type { Config, ConfigScope } from "../read/schema.ts";

/** What a configuration says of accesses, and that no tool changes it. Abstains from all else. */
export const configPolicy = (config: Config, root: string): Policy => firstOf(protectConfig, rulesOf(config, root));

/**
 * The rules of the configuration, the strictest first. They abstain where they say nothing, and the preset's own policy
 * decides.
 */
function rulesOf({ policy = {} }: Config, root: string): Policy {
  const place = ({ actions, under, tools }: ConfigScope) => ({
    ...(actions && { actions }),
    ...(tools && { tools }),
    ...(under !== undefined && { under: toPath(under, root) }),
  });
  return strictest(
    ...(policy.deny ?? []).map((scope) => deny(place(scope), "The configuration forbids it.")),
    ...(policy.ask ?? []).map((scope) => ask(place(scope))),
    ...(policy.allow ?? []).map((scope) => allow(place(scope))),
  );
}

/** What says how far the tools may go is not theirs to change. */
const protectConfig: Policy = ({ access }) => {
  if (!access || access.action === "read") return undefined;
  if (!configNames.some((name) => name === basename(access.target).toLowerCase())) return undefined;
  return { effect: "deny", reason: "This file sets what the tools may do; only the user can change it." };
};

import type { Policy } from "@holdall/tool-core";
import type { Skills } from "./open-skills.ts";

/**
 * Allows to load what a person trusts, and asks about every other skill, and again when it has changed. It abstains on everything
 * else. Rules of the user may stand before it.
 */
export const skillPolicy =
  ({ decide }: Pick<Skills, "decide">): Policy =>
  ({ access }) =>
    decide(access);

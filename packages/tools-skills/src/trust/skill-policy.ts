import type { Policy } from "@holdall/tool-core";
import type { Skills } from "../open/open-skills.ts";

/**
 * Allow loading trusted skills, and ask about others and after each change. Makes no decision on other accesses. Put user
 * rules before it.
 */
export const skillPolicy =
  ({ decide }: Pick<Skills, "decide">): Policy =>
  ({ access }) =>
    decide(access);

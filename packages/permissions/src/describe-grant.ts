import type { Grant } from "./grants.ts";

/** A grant in words for the person who is offered it: its rule, and what it is bound to. */
export function describeGrant({ rule, cwd, version }: Grant): string {
  const place = cwd === undefined ? "" : ` in ${cwd}`;
  const content = rule.startsWith("bash(") ? "until the program changes" : "as it is now";
  return `${rule}${place}${version === undefined ? "" : `, ${content}`}`;
}

import type { Grant } from "./grants.ts";
import { isMcpTool } from "./rules/mcp-tool.ts";

/** Describe a grant to the user who can give it: its rule, and its limits. */
export function describeGrant({ rule, cwd, version }: Grant): string {
  const place = cwd === undefined ? "" : ` in ${cwd}`;
  const content = rule.startsWith("bash(")
    ? "until the program changes"
    : isMcpTool(rule)
      ? "until the server is another program or URL"
      : "as it is now";
  return `${rule}${place}${version === undefined ? "" : `, ${content}`}`;
}

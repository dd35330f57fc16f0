import { type ApprovalRequest, type Session, type StateKey, ToolError } from "@holdall/tool-core";

/** What the user has allowed for the rest of a session: each access of each tool by itself, in its folder and for its content. */
const grants: StateKey<Set<string>> = {
  name: "mcpGrants",
  create: () => new Set(),
  snapshot: (granted) => [...granted],
  restore(json) {
    if (Array.isArray(json) && json.every((one) => typeof one === "string")) return new Set(json);
    throw new ToolError("parse_error", "The saved list of granted permissions cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
    });
  },
};

/** True when everything that is asked for was allowed for the session. */
export function isGranted({ state }: Session, request: ApprovalRequest): boolean {
  const granted = state(grants);
  return granted.size > 0 && namesOf(request).every((name) => granted.has(name));
}

export function grant({ state }: Session, request: ApprovalRequest): void {
  const granted = state(grants);
  for (const name of namesOf(request)) granted.add(name);
}

const namesOf = ({ tool, access }: ApprovalRequest): string[] =>
  access.length === 0
    ? [JSON.stringify([tool])]
    : access.map(({ action, target, cwd, version }) => JSON.stringify([tool, action, target, cwd, version]));

import { type StateKey, ToolError } from "@holdall/tool-core";

export interface SessionSkills {
  /** `id@hash` of what the user said yes to in this session. */
  readonly agreed: Set<string>;
  /** The hash of each skill that this session's model has read, by name. */
  readonly loaded: Map<string, string>;
}

/** What a session knows of skills. A session that works for a call of another may load what was agreed to there. */
export const sessionSkills: StateKey<SessionSkills> = {
  name: "loadedSkills",
  create: () => ({ agreed: new Set(), loaded: new Map() }),
  inherit: ({ agreed }) => ({ agreed: new Set(agreed), loaded: new Map() }),
  snapshot: ({ agreed, loaded }) => ({ agreed: [...agreed], loaded: Object.fromEntries(loaded) }),
  restore(json) {
    const { agreed, loaded } = Object(json) as { agreed?: unknown; loaded?: unknown };
    const isText = (value: unknown): value is string => typeof value === "string";
    const hashes = Object.entries(Object(loaded) as Record<string, unknown>);
    if (Array.isArray(agreed) && agreed.every(isText) && hashes.every(([, hash]) => isText(hash)))
      return { agreed: new Set(agreed), loaded: new Map(hashes as [string, string][]) };
    throw new ToolError("parse_error", "The saved list of loaded skills cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
    });
  },
};

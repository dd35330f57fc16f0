import { ToolError } from "../error.ts";
import type { StateKey } from "../session/state.ts";

/**
 * The sources of text from others since the user last wrote: names of tools, or other descriptions. Calls that may use the
 * network add their tool, and so do tools that return text from others. A host clears it with each message of its user. A host
 * that never clears it asks too often.
 */
export const foreignContent: StateKey<Set<string>> = {
  name: "foreignContent",
  create: () => new Set(),
  /** What a child session reads is also added to the parent, because its report is passed there. */
  inherit(parent) {
    const own = new Set(parent);
    const add = own.add.bind(own);
    own.add = (source) => {
      parent.add(source);
      return add(source);
    };
    return own;
  },
  snapshot: (sources) => [...sources],
  restore(json) {
    if (Array.isArray(json) && json.every((source) => typeof source === "string")) return new Set(json);
    throw new ToolError("parse_error", "The saved list of untrusted sources cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
    });
  },
};

import { ToolError } from "./error.ts";
import type { StateKey } from "./session/state.ts";

/**
 * Where words of others have come from since the user last wrote: names of tools, or what else is known of them. Calls that
 * may use the network add their tool, as do tools that answer with what others wrote. A host clears it with each message of
 * its user; a host that never does is asked too often, not too seldom.
 */
export const foreignContent: StateKey<Set<string>> = {
  name: "foreignContent",
  create: () => new Set(),
  /** What a session reads that works for another one is added there too, as its report goes there. */
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
    throw new ToolError("parse_error", "The saved list of what others' words came from cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
    });
  },
};

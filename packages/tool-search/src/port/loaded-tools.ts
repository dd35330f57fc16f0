import { type StateKey, type ToolContext, ToolError } from "@holdall/tool-core";

/** The canonical names of the tools whose schemas the session's model has received, in addition to the initial tools. */
export const loadedTools: StateKey<Set<string>> = {
  name: "loadedTools",
  create: () => new Set(),
  snapshot: (names) => [...names],
  restore(json) {
    if (Array.isArray(json) && json.every((name) => typeof name === "string")) return new Set(json);
    throw new ToolError("parse_error", "The saved list of loaded tools cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
    });
  },
};

/** A session, or the context of a call in it. */
type At = Pick<ToolContext, "state">;

/** Returns true if the model of this session has received the tool with this canonical name. */
export const isLoaded = ({ state }: At, name: string): boolean => state(loadedTools).has(name);

/** Record that the model of this session has received these tools, by canonical name. Returns the new ones. */
export function markLoaded({ state }: At, names: Iterable<string>): string[] {
  const loaded = state(loadedTools);
  const added = [...new Set(names)].filter((name) => !loaded.has(name));
  for (const name of added) loaded.add(name);
  return added;
}

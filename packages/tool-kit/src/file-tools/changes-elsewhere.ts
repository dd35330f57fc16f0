import { isObject, type Session, type StateKey, ToolError } from "@holdall/tool-core";

/** Files that another process has changed for a session, which has no record of what they were before. */
export interface ChangesElsewhere {
  /** What made the changes, such as the id of a task. */
  readonly by: string;
  readonly paths: readonly string[];
  /** When the session learned of them, in milliseconds since the epoch. */
  readonly at: number;
}

/** What other processes have changed for a session, oldest first. It is saved with the session. */
export const changesElsewhere: StateKey<ChangesElsewhere[]> = {
  name: "changes-elsewhere",
  create: () => [],
  snapshot: (changes) => changes.map((each) => ({ ...each, paths: [...each.paths] })),
  restore(json) {
    if (Array.isArray(json) && json.every(isChange)) return json.map((each) => each as unknown as ChangesElsewhere);
    throw new ToolError("parse_error", "The saved changes of other processes cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
    });
  },
};

/** Note that another process has changed files for a session. The same changes are noted once. */
export function noteChangesElsewhere({ state }: Pick<Session, "state">, by: string, paths: readonly string[]): void {
  const known = state(changesElsewhere);
  const isKnown = known.some((each) => each.by === by && paths.every((path) => each.paths.includes(path)));
  if (paths.length > 0 && !isKnown) known.push({ by, paths: [...paths], at: Date.now() });
}

function isChange(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { by, paths, at } = value as Record<string, unknown>;
  const areNames = Array.isArray(paths) && paths.every((path) => typeof path === "string");
  return typeof by === "string" && typeof at === "number" && areNames;
}

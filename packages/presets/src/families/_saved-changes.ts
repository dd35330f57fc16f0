import type { Fork, SavedChange } from "@holdall/backends-compose/merge";
import { type Json, ToolError, toPath } from "@holdall/tool-core";
import { fromBase64, toBase64 } from "@holdall/tool-kit";

/** Bytes of files that a session keeps of one agent. */
const maxKept = 4 * 1024 * 1024;

/** Changes as JSON, contents in base64. Undefined if they have more bytes than `most`, 4 MiB by default. */
export function writeChanges(changes: readonly SavedChange[], most = maxKept): Json | undefined {
  const lengthOf = (bytes: SavedChange["before"] | undefined) => (typeof bytes === "object" ? bytes.length : 0);
  if (changes.reduce((sum, { before, after }) => sum + lengthOf(before) + lengthOf(after), 0) > most) return undefined;
  return changes.map(({ path, before, after, mode }) => ({
    path,
    ...(typeof before === "object" ? { base: toBase64(before) } : { before }),
    ...(after && { after: toBase64(after) }),
    ...(mode && { mode: mode.mode, ...(mode.before !== undefined && { modeBefore: mode.before }) }),
  }));
}

/** What `writeChanges` has written. Throws `parse_error` for anything else. */
export function parseChanges(saved: Json): SavedChange[] {
  if (!Array.isArray(saved)) throw unreadable();
  return saved.map((entry) => {
    const { path, base, before, after, mode, modeBefore } = Object(entry) as Record<string, Json | undefined>;
    const isNamed = before === "nothing" || before === "unknown";
    if (typeof path !== "string" || (typeof base !== "string" && !isNamed)) throw unreadable();
    return {
      path: toPath(path),
      before: typeof base === "string" ? decode(base) : (before as "nothing" | "unknown"),
      after: typeof after === "string" ? decode(after) : undefined,
      mode:
        typeof mode === "number"
          ? { mode: mode & 0o777, before: typeof modeBefore === "number" ? modeBefore : undefined }
          : undefined,
    };
  });
}

/** Make a saved change a change of a fork. */
export async function takeOver(fork: Fork, { path, before, after, mode }: SavedChange): Promise<void> {
  await fork.assume(path, after, before);
  if (mode) fork.setMode(path, mode.mode, mode.before);
}

function decode(text: string): Uint8Array {
  try {
    return fromBase64(text);
  } catch {
    throw unreadable();
  }
}

const unreadable = () =>
  new ToolError("parse_error", "The changes of this agent that the session has kept cannot be read.", {
    hint: "Start an agent that makes them again.",
  });

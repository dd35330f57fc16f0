import type { Path } from "@holdall/tool-core";
import { settled } from "../recording/recorder.ts";
import type { SessionLog } from "../store/session-log.ts";
import { type State, sameState } from "../tree/file-state.ts";
import { type ReadStateOptions, readState } from "../tree/read-state.ts";
import type { TreeCache } from "../tree/tree-cache.ts";
import { compareRows } from "../tree/tree-rows.ts";

/** Calls that never ended: what they may have changed is noted as such, and no restore touches it unasked. */
export async function recordInterrupted(
  log: SessionLog,
  reading: Omit<ReadStateOptions, "signal">,
  tree: () => Promise<TreeCache>,
): Promise<void> {
  const { pending, commands } = log.open;
  if (pending.length === 0 && commands.length === 0) return;
  const found = new Map<Path, { before: State; after: State; callId: string }>();
  for (const { path, before, callId } of pending) {
    const after = await readState(path, reading, false);
    if (!sameState(before, after) && !found.has(path)) found.set(path, { before, after, callId });
  }
  if (commands.length > 0) {
    const cache = await tree();
    const before = cache.last;
    for (const each of await settled(cache, compareRows(before, (await cache.refresh({ fresh: true })).rows)))
      if (!found.has(each.path)) found.set(each.path, { ...each, callId: commands[0]! });
  }
  const changes = [...found].map(([path, each]) => ({ ...each, path, interrupted: true }));
  await log.update((open) => ({ ...open, changes: [...open.changes, ...changes], pending: [], commands: [] }));
}

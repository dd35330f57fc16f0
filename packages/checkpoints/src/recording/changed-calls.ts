import type { ChangedCall } from "../checkpoints.ts";
import type { SessionLog } from "../store/session-log.ts";

/** The calls of a log that changed something, oldest first. */
export function changedCalls({ records, open }: Pick<SessionLog, "records" | "open">): ChangedCall[] {
  const segments = [...records, open];
  const changes = Map.groupBy(
    segments.flatMap((segment) => segment.changes),
    ({ callId }) => callId,
  );
  const calls = segments.flatMap((segment) => segment.calls);
  const undoneBy = new Map<string, string>();
  // An undo that was itself undone counts for nothing.
  for (const { id, undoes = [] } of calls.toReversed())
    if (!undoneBy.has(id)) for (const undone of undoes) if (!undoneBy.has(undone)) undoneBy.set(undone, id);
  return calls.flatMap((call): ChangedCall[] => {
    const own = changes.get(call.id);
    if (!own) return [];
    const by = undoneBy.get(call.id);
    const byPath = [...Map.groupBy(own, ({ path }) => path)].map(([path, all]) => {
      const [before, after] = [all[0]!.before, all.at(-1)!.after];
      const change =
        before === null ? ("created" as const) : after === null ? ("deleted" as const) : ("changed" as const);
      return { path, change };
    });
    return [
      {
        ...call,
        paths: byPath.sort((a, b) => (a.path < b.path ? -1 : 1)),
        isShared: own.some(({ shared }) => shared),
        ...(by !== undefined && { undoneBy: by }),
      },
    ];
  });
}

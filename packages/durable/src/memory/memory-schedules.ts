import type { ScheduleStore } from "../port/index.ts";
import type { MemoryRows } from "./memory-rows.ts";

export function memorySchedules({ schedules, slots }: MemoryRows): ScheduleStore {
  return {
    async put(row, ifRevision) {
      if ((schedules.get(row.id)?.revision ?? 0) !== ifRevision) return false;
      schedules.set(row.id, { ...row, revision: ifRevision + 1 });
      return true;
    },
    get: async (id) => schedules.get(id),
    list: async () => [...schedules.values()],
    due: async (now) =>
      [...schedules.values()].filter(({ state, next }) => state === "active" && next !== undefined && next <= now),
    async advance({ id, revision, next }, done, following) {
      const row = schedules.get(id);
      if (row?.revision !== revision || row.next !== next || row.state !== "active") return false;
      for (const slot of done) slots.unshift({ schedule: id, revision, ...slot });
      const { next: _, ...rest } = row;
      schedules.set(id, following === undefined ? { ...rest, state: "ended" } : { ...rest, next: following });
      return true;
    },
    slots: async (id, limit) => slots.filter(({ schedule }) => schedule === id).slice(0, limit),
  };
}

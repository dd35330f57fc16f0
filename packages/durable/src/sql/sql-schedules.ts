import type { ScheduleSlot, ScheduleStore, SqlDatabase } from "../port/index.ts";
import { type ScheduleSqlRow, scheduleOf } from "./sql-rows.ts";
import type { statements } from "./statements.ts";

export function sqlSchedules(db: SqlDatabase, sql: () => ReturnType<typeof statements>): ScheduleStore {
  return {
    async put({ id, state, next = undefined, data }, ifRevision) {
      const values = [id, state, next ?? null, JSON.stringify(data), ifRevision];
      return (await db.query(ifRevision === 0 ? sql().putSchedule : sql().updateSchedule, values)).length > 0;
    },
    async get(id) {
      const [row] = await db.query<ScheduleSqlRow>(sql().schedule, [id]);
      return row && scheduleOf(row);
    },
    list: async () => (await db.query<ScheduleSqlRow>(sql().schedules)).map(scheduleOf),
    due: async (now) => (await db.query<ScheduleSqlRow>(sql().dueSchedules, [now])).map(scheduleOf),
    async advance({ id, revision, next }, slots, following) {
      const columns = [
        slots.map(({ at }) => at),
        slots.map(({ outcome }) => outcome),
        slots.map(({ run }) => run ?? null),
      ];
      const values = [id, revision, next, following ?? null, ...columns];
      return (await db.query(sql().advance, values)).length > 0;
    },
    async slots(id, limit) {
      const rows = await db.query<Omit<ScheduleSlot, "at" | "run"> & { at: number | string; run: string | null }>(
        sql().slots,
        [id, limit],
      );
      return rows.map(({ at, run, ...slot }) => ({ ...slot, at: Number(at), ...(run !== null && { run }) }));
    },
  };
}

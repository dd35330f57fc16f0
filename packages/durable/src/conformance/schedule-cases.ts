import { expect, test } from "vitest";
import { type DurableHarness, freshName } from "./harness.ts";

export function scheduleCases(harness: () => DurableHarness): void {
  test("a schedule is written by the last reader, and is due when its slot has come", async () => {
    await using engine = await harness().open();
    const { schedules } = engine;
    const id = freshName();
    const row = { id, state: "active", next: 1000, data: { prompt: "look" } } as const;
    expect(await schedules.put(row, 0)).toBe(true);
    expect(await schedules.put(row, 0)).toBe(false);
    expect(await schedules.put({ ...row, next: 2000 }, 1)).toBe(true);
    expect(await schedules.put(row, 1)).toBe(false);
    expect(await schedules.get(id)).toEqual({ ...row, next: 2000, revision: 2 });
    expect(await schedules.get(freshName())).toBeUndefined();
    expect((await schedules.list()).map((each) => each.id)).toContain(id);
    expect((await schedules.due(1999)).map((each) => each.id)).not.toContain(id);
    expect((await schedules.due(2000)).map((each) => each.id)).toContain(id);
    expect(await schedules.put({ id, state: "paused", data: null }, 2)).toBe(true);
    expect((await schedules.due(9_999_999)).map((each) => each.id)).not.toContain(id);
  });

  test("of several schedulers one continues from a slot, and its outcome is stored", async () => {
    const { open } = harness();
    await using one = await open();
    await using other = await open();
    const id = freshName();
    await one.schedules.put({ id, state: "active", next: 1000, data: null }, 0);
    const slot = { id, revision: 1, next: 1000 };
    const advance = (engine: typeof one) =>
      engine.schedules.advance(slot, [{ at: 1000, outcome: "started", run: "run_1" }], 2000);
    const won = await Promise.all([advance(one), advance(other), advance(one), advance(other)]);
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await one.schedules.get(id)).toMatchObject({ next: 2000, revision: 1, state: "active" });
    expect(
      await one.schedules.advance(
        { ...slot, next: 2000 },
        [
          { at: 1500, outcome: "missed" },
          { at: 2000, outcome: "overlap" },
        ],
        undefined,
      ),
    ).toBe(true);
    expect(await one.schedules.get(id)).toEqual({ id, revision: 1, state: "ended", data: null });
    const slots = await other.schedules.slots(id, 10);
    expect(slots.map(({ at, outcome }) => [at, outcome])).toEqual([
      [2000, "overlap"],
      [1500, "missed"],
      [1000, "started"],
    ]);
    expect(slots[2]).toEqual({ schedule: id, revision: 1, at: 1000, outcome: "started", run: "run_1" });
    expect((await other.schedules.slots(id, 1)).length).toBe(1);
  });
}

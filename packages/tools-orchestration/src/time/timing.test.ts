import { expect, test } from "vitest";
import { inZone, nextSlot, nextSlots, readTiming, timingText } from "./timing.ts";

const at = (iso: string) => Date.parse(iso);
const cronIn = (cron: string, timezone: string) => ({ cron, timezone, anchor: 0 });

test.each([
  // Clocks go forward: 02:30 does not exist on that day, and it runs once the gap is over.
  ["30 2 * * *", "Europe/Paris", "2026-03-28T03:00+01:00", ["2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00"]],
  // Clocks go back: 02:30 comes twice, and the schedule once.
  ["30 2 * * *", "Europe/Paris", "2026-10-24T03:00+02:00", ["2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00"]],
  [
    "30 2 * * *",
    "America/New_York",
    "2026-03-07T03:00-05:00",
    ["2026-03-08T03:00:00-04:00", "2026-03-09T02:30:00-04:00"],
  ],
  ["0 9 * * 1-5", "Europe/Paris", "2026-03-27T12:00+01:00", ["2026-03-30T09:00:00+02:00", "2026-03-31T09:00:00+02:00"]],
  ["0 12 29 2 *", "UTC", "2026-01-01T00:00Z", ["2028-02-29T12:00:00+00:00", "2032-02-29T12:00:00+00:00"]],
  [
    "15 10 * * *",
    "Australia/Lord_Howe",
    "2026-04-04T12:00+11:00",
    ["2026-04-05T10:15:00+10:30", "2026-04-06T10:15:00+10:30"],
  ],
  ["0 0 1 * *", "Asia/Kathmandu", "2026-01-31T00:00Z", ["2026-02-01T00:00:00+05:45", "2026-03-01T00:00:00+05:45"]],
])("%s in %s after %s", (cron, timezone, after, expected) => {
  const slots = nextSlots(cronIn(cron, timezone), at(after), 2);
  expect(slots.map((slot) => inZone(slot, timezone))).toEqual(expected);
});

test("the zone of the schedule counts, not that of the process", () => {
  const here = process.env.TZ;
  const seen = new Set<number | undefined>();
  for (const zone of ["UTC", "Asia/Tokyo", "America/Los_Angeles"]) {
    process.env.TZ = zone;
    seen.add(nextSlot(cronIn("0 9 * * *", "Europe/Paris"), at("2026-06-01T00:00Z")));
    seen.add(readTiming({ at: "2026-06-01T09:00", timezone: "Europe/Paris" }, at("2026-06-01T00:00Z")).at);
  }
  if (here === undefined) delete process.env.TZ;
  else process.env.TZ = here;
  expect([...seen]).toEqual([at("2026-06-01T07:00Z")]);
});

test("every counts from its anchor, however late a run was", () => {
  const timing = readTiming({ every: "30m", timezone: "UTC" }, 1000);
  expect(nextSlot(timing, 1000)).toBe(1000 + 1_800_000);
  expect(nextSlot(timing, 1000 + 1_800_000)).toBe(1000 + 3_600_000);
  expect(nextSlot(timing, 1000 + 3_599_999)).toBe(1000 + 3_600_000);
});

test.each([
  [{}, /Exactly one of at, every and cron/],
  [{ at: "2030-01-01T00:00", every: "1h" }, /2 are given/],
  [{ every: "1m" }, /too often/],
  [{ every: "often" }, /not a duration/],
  [{ cron: "* * * * * *" }, /cannot be read/],
  [{ cron: "61 * * * *" }, /cannot be read/],
  [{ cron: "0 0 30 2 *" }, /never matches/],
  [{ at: "tomorrow" }, /not a time/],
  [{ at: "2027-02-30T09:00Z" }, /not a time/],
  [{ at: "2027-02-29T09:00" }, /not a time/],
  [{ at: "2027-04-31T09:00+02:00" }, /not a time/],
  [{ at: "2020-01-01T00:00Z" }, /has passed/],
  [{ every: "1h", timezone: "Mars/Base" }, /is unknown/],
])("%j is refused with what to write", (written, message) => {
  expect(() => readTiming(written, at("2026-06-01T00:00Z"))).toThrow(message);
});

test.each([
  [{ cron: "0 9 * * 1-5", timezone: "Europe/Paris" }, "every weekday at 09:00 Europe/Paris"],
  [{ cron: "5 7 * * *", timezone: "UTC" }, "every day at 07:05 UTC"],
  [{ cron: "0 0 1 * *", timezone: "UTC" }, 'cron "0 0 1 * *" UTC'],
  [{ every: "every 2 hours" }, "every 2 hours"],
  [{ every: "1d" }, "every day"],
  [{ at: "2026-12-01T09:00", timezone: "Europe/Paris" }, "once at 2026-12-01T09:00:00+01:00 Europe/Paris"],
  [{ at: "2026-12-01T09:00:30-05:00", timezone: "UTC" }, "once at 2026-12-01T14:00:30+00:00 UTC"],
])("%j reads %s", (written, text) => {
  expect(timingText(readTiming(written, at("2026-06-01T00:00Z")))).toBe(text);
});

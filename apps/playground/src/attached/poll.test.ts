import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { poll } from "./poll.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("looks the less often the longer nothing changes or works, not at all while paused, and at once afterwards", async () => {
  const looks: number[] = [];
  let outcome: () => Promise<boolean> = async () => true;
  const polling = poll({
    shortest: 1_000,
    longest: 10_000,
    look(signal) {
      expect(signal.aborted).toBe(false);
      looks.push(Date.now());
      return outcome();
    },
  });
  const waits = async (ms: number) => {
    looks.length = 0;
    const start = Date.now();
    await vi.advanceTimersByTimeAsync(ms);
    return looks.map((at) => at - start);
  };
  expect(await waits(5_000)).toEqual([]);
  polling.now();
  expect(await waits(3_000)).toEqual([1_000, 2_000, 3_000]);
  outcome = async () => false;
  expect(await waits(8_000)).toEqual([1_000, 2_500, 4_750]);
  outcome = () => Promise.reject(new Error("gone"));
  polling.now();
  expect(await waits(40_000)).toEqual([2_000, 6_000, 14_000, 24_000, 34_000]);
  polling.pause();
  expect(await waits(60_000)).toEqual([]);
  outcome = async () => true;
  polling.now();
  expect(await waits(2_000)).toEqual([1_000, 2_000]);
});

test("what is under way when it pauses is aborted, and leads to nothing", async () => {
  const signals: AbortSignal[] = [];
  const polling = poll({ look: (signal) => new Promise(() => void signals.push(signal)) });
  polling.now();
  polling.now();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  polling.pause();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signals).toHaveLength(2);
});

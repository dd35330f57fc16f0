import { afterAll, beforeAll, describe } from "vitest";
import { changeCases } from "./change-cases.ts";
import { eventCases } from "./event-cases.ts";
import { failureCases } from "./failure-cases.ts";
import type { DurableHarness } from "./harness.ts";
import { killCases } from "./kill-cases.ts";
import { runCases } from "./run-cases.ts";
import { scheduleCases } from "./schedule-cases.ts";

export type { DurableHarness } from "./harness.ts";

/** Run the suite for durable engines in vitest, with kills at each access to the store. `start` opens a store of its own. */
export function describeDurableEngine(
  name: string,
  start: () => Promise<DurableHarness & { stop(): Promise<void> }>,
): void {
  describe(`${name} is a durable engine`, () => {
    let harness: (DurableHarness & { stop(): Promise<void> }) | undefined;
    beforeAll(async () => {
      harness = await start();
    }, 60_000);
    afterAll(async () => harness?.stop());
    const opened = (): DurableHarness => {
      if (!harness) throw new Error("The harness did not start.");
      return harness;
    };
    describe("runs", () => runCases(opened));
    describe("killed workers", () => killCases(opened));
    describe("failures", () => failureCases(opened));
    describe("events", () => eventCases(opened));
    describe("changed code", () => changeCases(opened));
    describe("schedules", () => scheduleCases(opened));
  });
}

import { totalmem } from "node:os";
import type { ServerSlot } from "./server-slot.ts";

/** A quarter of what the machine, or the container, has. */
export const defaultMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 4;

const isRunning = (slot: ServerSlot) => slot.live !== undefined || slot.isStarting;

/** End the servers that were not asked for longest until one more may run. False where all are busy. */
export async function makeRoom(slots: readonly ServerSlot[], wanted: ServerSlot, maxServers: number): Promise<boolean> {
  if (isRunning(wanted)) return true;
  const running = slots.filter((slot) => slot !== wanted && isRunning(slot));
  const spare = running.length - maxServers + 1;
  if (spare <= 0) return true;
  const idle = running.filter(({ busy }) => busy === 0).sort((a, b) => a.usedAt - b.usedAt);
  if (idle.length < spare) return false;
  await Promise.all(idle.slice(0, spare).map((slot) => slot.end()));
  return true;
}

/** Keep servers together below a bound: idle ones end first, then the largest. */
export function boundMemory(slots: readonly ServerSlot[], maxMemory: number): void {
  const sizes = slots.filter(({ live }) => live).map((slot) => ({ slot, memory: slot.memory() }));
  let total = sizes.reduce((sum, { memory }) => sum + memory, 0);
  const order = sizes.sort((a, b) =>
    (a.slot.busy === 0) === (b.slot.busy === 0)
      ? a.slot.busy === 0
        ? a.slot.usedAt - b.slot.usedAt
        : b.memory - a.memory
      : a.slot.busy - b.slot.busy,
  );
  for (const { slot, memory } of order) {
    if (total <= maxMemory) return;
    total -= memory;
    const megabytes = Math.round(memory / 1024 / 1024);
    void (slot.busy === 0 && order.length > 1
      ? slot.end()
      : slot.stop(`It used ${megabytes} MB, more than servers may.`));
  }
}

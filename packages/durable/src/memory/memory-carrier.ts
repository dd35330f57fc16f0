import type { Carrier } from "../store.ts";
import type { MemoryRows } from "./memory-rows.ts";

/** The store itself reports every change, so there is nothing to carry; due times are found by polling. */
export const memoryCarrier = ({ bells }: MemoryRows): Carrier => ({
  ring: async () => {},
  take: async () => ({ ids: [], settle: async () => {} }),
  onRing(listener) {
    bells.add(listener);
    return () => bells.delete(listener);
  },
  poll: 25,
  isBare: true,
  close: async () => {},
});

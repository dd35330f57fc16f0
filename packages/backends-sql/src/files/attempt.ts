import { abortedError, type Io } from "@holdall/tool-core";
import { sqlStateOf } from "./errors.ts";

const rounds = 12;

/** Serialization failure, deadlock, and keys: something came or went between two looks. */
const passing = new Set(["40001", "40P01", "23503", "23505"]);

/** Work again, after a random pause that grows, while it gives undefined or loses against others. Undefined: it never won. */
export async function attempt<T>(
  io: Io | undefined,
  work: (round: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let round = 0; round < rounds; round++) {
    if (io?.signal?.aborted) throw abortedError(io.signal.reason);
    try {
      const result = await work(round);
      if (result !== undefined) return result;
    } catch (error) {
      if (!passing.has(sqlStateOf(error))) throw error;
    }
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** Math.min(round, 7)));
  }
  return undefined;
}

import type { Figure } from "./runner.ts";

/** A line of a bench: `value` is a ratio unless `unit` says what it is. */
export interface BenchRow extends Figure {
  readonly against: string;
  readonly unit?: string;
}

/** One line of a bench; without `most` it only informs. */
export function row(
  what: string,
  against: string,
  value: number,
  more: { readonly unit?: string; readonly most?: number } = {},
): BenchRow {
  return { what, against, value, ...more };
}

export type BenchRows = AsyncGenerator<BenchRow, void, void>;

/** One measurement: a number that can be compared with the same round's number of another variant. */
export type Variant = () => number | Promise<number>;

/** What each variant measured, round by round. */
export type Samples<K extends string = string> = Readonly<Record<K, readonly number[]>>;

export interface Rounds {
  readonly rounds?: number;
  /** Rounds thrown away first, while code compiles and caches fill. */
  readonly warmups?: number;
}

/** Measure variants in rounds, each round in a new random order, so that a busy moment of the machine hits all alike. */
export async function interleave<K extends string>(
  variants: Readonly<Record<K, Variant>>,
  { rounds = 15, warmups = 2 }: Rounds = {},
): Promise<Samples<K>> {
  const names = Object.keys(variants) as K[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = -warmups; round < rounds; round++) {
    for (const name of shuffle(names)) {
      const value = await variants[name]();
      if (round >= 0) samples[name].push(value);
    }
  }
  return samples;
}

/** Turn work into its duration in milliseconds, repeated until a sample lasts at least `leastMs`. */
export function timed(run: () => unknown, leastMs = 4): Variant {
  let repeats = 1;
  return async () => {
    for (;;) {
      const start = performance.now();
      for (let i = 0; i < repeats; i++) {
        const pending = run();
        if (pending instanceof Promise) await pending;
      }
      const elapsed = performance.now() - start;
      if (elapsed >= leastMs) return elapsed / repeats;
      repeats = Math.ceil(repeats * Math.min(16, (1.2 * leastMs) / Math.max(elapsed, 0.01)));
    }
  };
}

/** The median of per-round ratios: what `a` costs in units of `b`. */
export function ratio(a: readonly number[], b: readonly number[]): number {
  return median(paired(a, b, (x, y) => x / y));
}

/** The median of per-round differences, in the samples' own unit. */
export function difference(a: readonly number[], b: readonly number[]): number {
  return median(paired(a, b, (x, y) => x - y));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function paired(a: readonly number[], b: readonly number[], combine: (a: number, b: number) => number): number[] {
  if (a.length !== b.length || a.length === 0) throw new Error(`${a.length} and ${b.length} samples make no pairs.`);
  return a.map((value, index) => combine(value, b[index]!));
}

function shuffle<T>(items: readonly T[]): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

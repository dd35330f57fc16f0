import type { DurableEngine, RunDetails, RunId, RunState } from "../port/index.ts";

export interface DurableHarness {
  /**
   * An engine on the store that all cases share, as another process would open it. `tap` is awaited before and after each
   * exchange with the store: what never settles stands for a process that was killed there, what settles late for one that stood still.
   */
  open(tap?: () => Promise<void> | undefined): Promise<DurableEngine>;
  /** Move the clock of the store ahead, by milliseconds. */
  moveClock(ms: number): void;
  /** Milliseconds after which engines of this harness lose their runs. */
  readonly lease: number;
  /** Kill at each exchange with the store, and not at a sample of them. */
  readonly everyKill?: boolean | undefined;
}

/** A tap that lets `count` exchanges pass and then holds all that come. */
export function holdAfter(count: number): {
  tap(): Promise<void> | undefined;
  readonly held: Promise<void>;
  release(): void;
} {
  const held = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  let left = count;
  return {
    tap() {
      if (left-- > 0) return undefined;
      held.resolve();
      return open.promise;
    },
    held: held.promise,
    release: () => open.resolve(),
  };
}

/** Numbers below 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

let names = 0;
/** A name of a run that no other case uses. */
export const freshName = (): string => `case-${process.pid}-${++names}`;

const ends: readonly RunState[] = ["completed", "failed", "canceled", "parked"];

/** The run once it is in a state, by default an end. Fails after 8 s with where it is. */
export async function untilState(
  engine: DurableEngine,
  run: RunId,
  states: readonly RunState[] = ends,
): Promise<RunDetails> {
  for (const start = Date.now(); ; ) {
    const found = await engine.get(run);
    if (found && states.includes(found.state)) return found;
    if (Date.now() - start > 20_000) throw new Error(`The run is ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The run once something holds for it. */
export async function untilRun(
  engine: DurableEngine,
  run: RunId,
  holds: (run: RunDetails) => boolean,
): Promise<RunDetails> {
  for (const start = Date.now(); ; ) {
    const found = await engine.get(run);
    if (found && holds(found)) return found;
    if (Date.now() - start > 20_000) throw new Error(`The run is ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Figure } from "../../bench/lib/runner.ts";

/** A line of an eval: `value` cases were right, of so many. */
export interface EvalRow extends Figure {
  readonly of?: number;
}

export type EvalRows = AsyncGenerator<EvalRow, void, void>;

/** A folder of test data that is not part of this repository. Throws with what to set when it is not there. */
export function corpus(name: string): string {
  const base = process.env.HOLDALL_CORPORA ?? join(import.meta.dirname, "../../../shared/corpora");
  const folder = resolve(base, name);
  if (existsSync(folder)) return folder;
  throw new Error(`there is no folder ${folder}. Set HOLDALL_CORPORA to the folder that holds "${name}".`);
}

/** Parse a JSON file of a corpus. */
export function readCases<T>(...path: readonly string[]): T {
  return JSON.parse(readFileSync(join(...path), "utf8")) as T;
}

/** Count what is right, case by case, and keep the names of what is not for `HOLDALL_EVAL_MISSES=1`. */
export function tally(): { add(right: boolean, name?: string): void; readonly right: number; readonly all: number } {
  let right = 0;
  let all = 0;
  return {
    add(isRight, name) {
      all++;
      if (isRight) right++;
      else if (name !== undefined && process.env.HOLDALL_EVAL_MISSES) console.error(`  miss: ${name.slice(0, 420)}`);
    },
    get right() {
      return right;
    },
    get all() {
      return all;
    },
  };
}

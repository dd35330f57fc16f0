import type { TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Of a suite of conformance, at its first test: the cases that do not apply, and why. */
    leftOut?: Readonly<Record<string, string>>;
  }
}

interface Sorted<Case> {
  /** The cases that apply. */
  readonly cases: readonly Case[];
  /** Names of the others → the reason. */
  readonly leftOut: Readonly<Record<string, string>>;
}

/** Sort out the cases that do not apply. */
export function sortOut<Case extends { readonly name: string }>(
  all: readonly Case[],
  reasonOf: (one: Case) => string | undefined,
): Sorted<Case> {
  const judged = all.map((one) => ({ one, reason: reasonOf(one) }));
  return {
    cases: judged.flatMap(({ one, reason }) => (reason === undefined ? [one] : [])),
    leftOut: Object.fromEntries(
      judged.flatMap(({ one, reason }) => (reason === undefined ? [] : [[one.name, reason]])),
    ),
  };
}

/** Makes a function for the tests of a suite: the first tells reporters what was left out. */
export function tellOnce(leftOut: Readonly<Record<string, string>>): (context: Pick<TestContext, "task">) => void {
  let isTold = Object.keys(leftOut).length === 0;
  return ({ task }) => {
    if (!isTold) task.meta.leftOut = leftOut;
    isTold = true;
  };
}

/** Runs jobs one after another, in order, so that a user is asked one thing at a time. */
export type InTurn = <T>(job: () => Promise<T>) => Promise<T>;

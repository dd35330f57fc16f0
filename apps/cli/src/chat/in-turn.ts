/** Runs jobs one after the other, in the order they came: a person is asked one thing at a time, whoever asks. */
export type InTurn = <T>(job: () => Promise<T>) => Promise<T>;

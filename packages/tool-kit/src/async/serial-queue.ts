/** Make a function that runs jobs one after the other, in the order they came. A job that fails does not hold up the next. */
export function createSerialQueue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const running = last.then(job);
    last = running.catch(() => {});
    return running;
  };
}

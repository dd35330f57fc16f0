/** Passes values from a producer to a consumer. A value that was not consumed in time is replaced by a newer one. */
export interface Latest<T> extends AsyncIterable<T> {
  push(value: T): void;
  end(): void;
}

export function createLatest<T>(): Latest<T> {
  let pending: { value: T } | undefined;
  let isEnded = false;
  let wake = () => {};
  return {
    push(value) {
      pending = { value };
      wake();
    },
    end() {
      isEnded = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (pending) {
          const { value } = pending;
          pending = undefined;
          yield value;
        } else if (isEnded) return;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}

/** What `execute` returns: the steps of a call for who iterates, the last of them for who awaits. */
export interface AwaitableSteps<T> extends AsyncIterable<T>, PromiseLike<T | undefined> {}

/**
 * A call that runs once however it is consumed: the AI SDK iterates, frameworks that wrap `execute` await it. It starts
 * with the first consumer; later consumers get the last step. Leaving the iteration early leaves the call, which is an
 * error for awaiting consumers.
 */
export function awaitableSteps<T>(start: () => AsyncGenerator<T, void, void>): AwaitableSteps<T> {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<T | undefined>();
  outcome.catch(() => {}); // an iterating consumer sees the error in its own iteration
  let isStarted = false;

  async function* follow(): AsyncGenerator<T, void, void> {
    if (isStarted) {
      const last = await outcome;
      if (last !== undefined) yield last;
      return;
    }
    isStarted = true;
    let last: T | undefined;
    try {
      for await (last of start()) yield last;
      resolve(last);
    } catch (thrown) {
      reject(thrown);
      throw thrown;
    } finally {
      reject(new Error("The call was abandoned before it ended."));
    }
  }

  const runToEnd = async () => {
    for await (const _ of follow());
  };
  return {
    [Symbol.asyncIterator]: follow,
    // biome-ignore lint/suspicious/noThenProperty: being awaited is what it is for
    then(onEnd, onFailure) {
      if (!isStarted) void runToEnd().catch(() => {});
      return outcome.then(onEnd, onFailure);
    },
  };
}

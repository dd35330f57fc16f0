import type { Awaitable } from "@holdall/tool-core";

/** A stack of resources that are closed in reverse order. The same as `AsyncDisposableStack`, which Node 22 does not have. */
export interface DisposeStack extends AsyncDisposable {
  /** Close it with the others; gives it back. */
  use<T extends Disposable | AsyncDisposable>(opened: T): T;
  /** Do this with the others. */
  defer(work: () => Awaitable<unknown>): void;
  /** Hand everything over to a new stack; this one is empty then. */
  move(): DisposeStack;
  /** Close everything, also after one of them failed. Throws what failed first, or an `AggregateError`. */
  disposeAsync(): Promise<void>;
}

/** Create a stack that `await using` closes. */
export function createDisposeStack(opened: (() => Awaitable<unknown>)[] = []): DisposeStack {
  async function disposeAsync(): Promise<void> {
    const failed: unknown[] = [];
    for (let work = opened.pop(); work; work = opened.pop()) {
      try {
        await work();
      } catch (error) {
        failed.push(error);
      }
    }
    if (failed.length === 1) throw failed[0];
    if (failed.length > 1) throw new AggregateError(failed, "Several things could not be closed.");
  }
  return {
    use(one) {
      opened.push(async () => {
        if (Symbol.asyncDispose in one) await one[Symbol.asyncDispose]();
        else one[Symbol.dispose]();
      });
      return one;
    },
    defer: (work) => void opened.push(work),
    move: () => createDisposeStack(opened.splice(0)),
    disposeAsync,
    [Symbol.asyncDispose]: disposeAsync,
  };
}

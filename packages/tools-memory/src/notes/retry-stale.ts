import { ToolError } from "@holdall/tool-core";

/** Attempts at one change before it is given up because of concurrent changes. */
const maxTries = 100;

/** Run a change that was read, worked out and written again for as long as others were faster. */
export async function retryStale<T>(change: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await change();
    } catch (error) {
      if (!isChanged(error) || tries === maxTries) throw error;
    }
    const wait = Math.random() * Math.min(2 ** tries, 64);
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal?.throwIfAborted();
  }
}

/** A path that leads elsewhere than before is stale as well, but has no version, and will lead there again. */
const isChanged = (error: unknown): boolean =>
  ToolError.is(error) && error.code === "stale" && error.data?.version !== undefined;

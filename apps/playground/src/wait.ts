/** Milliseconds between the steps of scripted agents; none where motion is not wanted. */
export const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 700;

/** Wait, or until the signal aborts. */
export const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

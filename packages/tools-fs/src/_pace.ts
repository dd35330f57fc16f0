const slice = 10;

/** Makes a function to await between pieces of work: every 10 ms it lets timers, input and cancellation have their turn. */
export function createPace(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < slice) return undefined;
    return new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      since = performance.now();
    });
  };
}

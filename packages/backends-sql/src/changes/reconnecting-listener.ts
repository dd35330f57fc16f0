/** Open one connection that listens; resolves to what closes it. `onLost` is to be called when it breaks. */
export type OpenListener = (onLost: () => void) => Promise<() => void>;

const longestPause = 5000;

/** Listen until stopped: a broken connection is reopened, and `onGap` reports that changes may have been missed. */
export async function listenAndReconnect(open: OpenListener, onGap: () => void): Promise<() => Promise<void>> {
  let close: (() => void) | undefined;
  let waking: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const start = async (): Promise<void> => {
    let lost = false;
    const opened = await open(() => {
      if (lost || stopped) return;
      lost = true;
      if (close) reopen(0);
    });
    if (stopped) return opened();
    close = opened;
    if (lost) reopen(0);
  };

  const reopen = (pause: number) => {
    close?.();
    close = undefined;
    waking = setTimeout(() => {
      start().then(
        () => {
          if (!stopped) onGap();
        },
        () => {
          if (!stopped) reopen(Math.min(longestPause, pause * 2 + 50));
        },
      );
    }, pause);
  };

  await start();
  return async () => {
    stopped = true;
    clearTimeout(waking);
    close?.();
  };
}

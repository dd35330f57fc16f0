/** Call a listener after a write. What it throws is reported as uncaught: it neither undoes the write nor silences the next listener. */
export function tell(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

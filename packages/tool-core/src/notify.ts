/** Call a listener. If it throws, the error is reported as uncaught and does not stop the caller. */
export function notify<T extends readonly unknown[]>(listener: (...values: T) => void, ...values: T): void {
  try {
    listener(...values);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** Call somebody's listener. What it throws is the listener's own defect: it surfaces as an uncaught error and stops nothing here. */
export function notify<T extends readonly unknown[]>(listener: (...values: T) => void, ...values: T): void {
  try {
    listener(...values);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

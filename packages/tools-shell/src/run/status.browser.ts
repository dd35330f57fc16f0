/** Signals that have the same number everywhere. */
const signals: Readonly<Record<number, string>> = {
  ...{ 1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 6: "SIGABRT", 8: "SIGFPE" },
  ...{ 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM" },
};

/** The signal that a shell's status represents, if any. */
export const signalOf = (status: number | undefined): string | undefined =>
  status === undefined || status <= 128 ? undefined : signals[status - 128];

/** How a command ended, in words. */
export function describeStatus(status: number | undefined): string {
  const signal = signalOf(status);
  if (status === undefined) return "exit code unknown";
  return signal ? `exit code ${status} (${signal})` : `exit code ${status}`;
}

import { constants } from "node:os";

/** The signal that a shell's status represents, if any. */
export function signalOf(status: number | undefined): string | undefined {
  if (status === undefined || status <= 128) return undefined;
  return Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0];
}

/** How a command ended, in words. */
export function describeStatus(status: number | undefined): string {
  const signal = signalOf(status);
  if (status === undefined) return "exit code unknown";
  return signal ? `exit code ${status} (${signal})` : `exit code ${status}`;
}

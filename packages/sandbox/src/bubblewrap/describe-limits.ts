import { findBubblewrap } from "./program.ts";

/**
 * Describe in sentences for the user what a sandbox cannot restrict on this machine. Throws `unavailable` if it is not
 * installed.
 */
export function describeLimits(candidate: "bubblewrap" | "sandbox-runtime"): readonly string[] {
  if (process.platform !== "linux")
    return ["Seatbelt's file rules block the sockets of daemons; memory and the number of processes are not limited."];
  const { canSize, countsProcesses } = findBubblewrap("bwrap", []);
  return [
    ...(countsProcesses
      ? []
      : ["The kernel does not limit the number of processes; Holdall counts them several times a second instead."]),
    ...(canSize
      ? []
      : ["Each of /tmp, /var/tmp and /dev/shm can fill half of the memory. bubblewrap 0.7 or later can limit them."]),
    "Commands can connect to sockets outside the roots that belong to another network namespace, or that are created while a command runs.",
    "A command can read credentials that are created while it runs; the next command cannot.",
    `With network access, host names are checked, but not what is sent to them, except for secrets by name.${
      candidate === "bubblewrap" ? " Requests of AWS are not signed again, and SOCKS is not spoken." : ""
    }`,
  ];
}

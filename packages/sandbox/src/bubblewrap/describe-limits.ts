import { findBubblewrap } from "./program.ts";

/**
 * What a sandbox cannot keep away from programs on this machine, in sentences for a person. Throws `unavailable` where it is
 * not installed.
 */
export function describeLimits(candidate: "bubblewrap" | "sandbox-runtime"): readonly string[] {
  if (process.platform !== "linux")
    return ["Sockets of daemons are kept away by Seatbelt's rules for files; memory and processes are not bounded."];
  const { canSize, countsProcesses } = findBubblewrap("bwrap", []);
  return [
    ...(countsProcesses
      ? []
      : [
          "The kernel does not bound how many processes are started; who starts commands counts them, some times a second.",
        ]),
    ...(canSize
      ? []
      : ["Each of /tmp, /var/tmp and /dev/shm may fill half of the memory: bubblewrap 0.7 can bound them."]),
    "Sockets outside of the roots that are made by daemons of another network namespace, or while a command runs, can be connected to.",
    "Logins that are made while a command runs can be read by it; the next command does not see them.",
    ...(candidate === "sandbox-runtime"
      ? ["With the network, names of hosts are what is checked, not what is sent to them."]
      : []),
  ];
}

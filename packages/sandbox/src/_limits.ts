import { totalmem } from "node:os";
import type { ResourceLimits } from "./options.ts";

const defaults = { fileSize: 4e9, processes: 4_096 } as const;

/** Bytes that each folder for temporary files may hold. */
export const temporaryBytes = ({ temporary }: ResourceLimits = {}): number =>
  Math.max(1, Math.floor(temporary ?? totalmem() / 4));

/** A command that sets the limits for itself and becomes the program. A limit that was asked for and cannot be set ends it. */
export function limited(
  argv: readonly string[],
  { cpuSeconds, memory, fileSize = defaults.fileSize, processes }: ResourceLimits = {},
  { countsProcesses = false } = {},
): readonly string[] {
  const limits = [
    ["-t", cpuSeconds],
    ["-v", memory && Math.ceil(memory / 1024)],
    ["-f", fileSize && Math.ceil(fileSize / 1024)],
    ["-u", processes],
    ["-c", 0],
  ].flatMap(([flag, value]) => (value === undefined ? [] : [`ulimit ${flag} ${value}`]));
  // Where the user's own limit is lower, that holds.
  if (countsProcesses && processes === undefined)
    limits.push(`{ ulimit -u ${defaults.processes} 2>/dev/null || true; }`);
  // `ulimit` is the shell's; bash counts files in units of 1,024 bytes.
  return ["/bin/bash", "--norc", "--noprofile", "-c", `${limits.join(" && ")} && exec "$@"`, "bash", ...argv];
}

/** Which limits a program has met, as far as what it printed tells, and how to raise them. */
export function metLimits(errors: string, limits: ResourceLimits = {}): string[] {
  const met = [
    [
      /No space left on device|\bENOSPC\b/,
      `A temporary folder is full: /tmp, /var/tmp and /dev/shm hold ${sizeText(temporaryBytes(limits))} each (limits.temporary).`,
    ],
    [
      /File too large|File size limit exceeded|\bEFBIG\b/,
      `One file can hold at most ${sizeText(limits.fileSize ?? defaults.fileSize)} (limits.fileSize).`,
    ],
    [
      /(?:fork|clone|pthread_create|thread)[^\n]*Resource temporarily unavailable|\bEAGAIN\b[^\n]*\b(?:spawn|fork)\b|\b(?:spawn|fork)\b[^\n]*\bEAGAIN\b/i,
      `It can have at most ${limits.processes ?? defaults.processes} processes and threads (limits.processes).`,
    ],
  ] as const;
  return met.flatMap(([pattern, text]) => (pattern.test(errors) ? [text] : []));
}

const sizeText = (bytes: number): string =>
  bytes >= 1e9
    ? `${Math.round(bytes / 1e8) / 10} GB`
    : bytes >= 1e6
      ? `${Math.round(bytes / 1e5) / 10} MB`
      : `${bytes} bytes`;

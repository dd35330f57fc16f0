import type { ResourceLimits } from "./options.ts";

/** A command that sets the limits for itself and becomes the program. A limit that cannot be set ends it. */
export function limited(
  argv: readonly string[],
  { cpuSeconds, memory, fileSize = 4e9, processes }: ResourceLimits = {},
): readonly string[] {
  const limits = [
    ["-t", cpuSeconds],
    ["-v", memory && Math.ceil(memory / 1024)],
    ["-f", fileSize && Math.ceil(fileSize / 1024)],
    ["-u", processes],
    ["-c", 0],
  ].flatMap(([flag, value]) => (value === undefined ? [] : [`ulimit ${flag} ${value}`]));
  // `ulimit` is the shell's; bash counts files in units of 1,024 bytes.
  return ["/bin/bash", "--norc", "--noprofile", "-c", `${limits.join(" && ")} && exec "$@"`, "bash", ...argv];
}

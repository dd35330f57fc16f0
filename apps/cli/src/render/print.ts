import type { Io } from "../io.ts";

type Printer = Pick<Io, "stdout" | "exit">;

/** Write lines to stdout. Returns the exit code 0. */
export function print(text: string, io: Printer): 0 {
  leaveWithReader(io);
  io.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  return 0;
}

/** A reader of stdout that has left (`| head`) ends the command quietly. */
export function leaveWithReader({ stdout, exit }: Printer): void {
  if (stdout.listenerCount("error") > 0) return;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    exit(0);
  });
}

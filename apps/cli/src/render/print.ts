/** Write lines to stdout. Returns the exit code 0. */
export function print(text: string): 0 {
  leaveWithReader();
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  return 0;
}

/** A reader of stdout that has left (`| head`) ends the process quietly. */
export function leaveWithReader(): void {
  if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", leave);
}

function leave(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit();
}

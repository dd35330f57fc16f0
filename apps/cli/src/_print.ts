/** Write lines to stdout; a reader that has left (`| head`) ends the process quietly. Returns the exit code 0. */
export function print(text: string): 0 {
  if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", leave);
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  return 0;
}

function leave(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit();
}

import { close } from "node:fs";

const waiting: number[] = [];
const most = 16;
/** Milliseconds that a file is held open at most, while the process does not block. */
const delay = 20;

/**
 * Close the last handle on a file that was replaced: another thread does it, because freeing blocks can take longer than
 * all the rest of a write, and many at once, because waking that thread can, too.
 */
export function closeLater(fd: number): void {
  if (waiting.push(fd) === 1) setTimeout(closeAll, delay).unref();
  if (waiting.length === most) closeAll();
}

function closeAll(): void {
  for (const fd of waiting.splice(0)) close(fd, () => {});
}

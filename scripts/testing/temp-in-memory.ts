import { spawnSync } from "node:child_process";
import { freemem, tmpdir } from "node:os";

/** A whole run needs a part of it. */
const minFreeBytes = 6 * 1024 ** 3;

/**
 * Arguments that start a program with a folder for temporary files that is in memory, and its own: tests make many thousands of
 * small files, and on a disk each costs thirty times as much. What is left there goes with the last process. Empty where it
 * cannot be mounted without another user's rights, which tests would notice, and where memory is short.
 */
export function tempInMemory(): readonly string[] {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || freemem() < minFreeBytes) return [];
  const mount = 'mount -t tmpfs -o mode=1777 tmpfs "$0" && exec "$@"';
  const words = ["unshare", "--mount", "sh", "-c", mount, tmpdir()];
  const { status } = spawnSync(words[0] ?? "", [...words.slice(1), "true"], { stdio: "ignore" });
  return status === 0 ? words : [];
}

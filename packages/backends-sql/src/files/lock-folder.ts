import { hash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, readlinkSync, realpathSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ToolError } from "@holdall/tool-core";
import { readStat } from "@holdall/tool-kit/node";

interface Owner {
  readonly pid: number;
  /** Clock ticks from boot to the process's start: process ids are used again, this pair is not. Linux only. */
  readonly start: string;
  /** One boot of one machine or container; only there does a process id mean the same process. */
  readonly scope: string;
  readonly host: string;
  readonly nonce: string;
}

/** Milliseconds after which a lock file without an owner was left by a process that died while writing it. */
const writingLimit = 2000;

/**
 * Make a folder if need be, and keep every other process and handle off it. The lock of a process that has died is
 * taken over. Throws `unavailable` with who holds it.
 */
export async function lockFolder(dir: string): Promise<{ readonly folder: string; unlock(): void }> {
  mkdirSync(dir, { recursive: true });
  const folder = realpathSync(dir);
  const file = join(folder, "holdall.lock");
  const mine = await tryTake(file);
  if (typeof mine !== "string") throw inUse(folder, file, mine);
  return {
    folder,
    unlock: () => {
      if (contentOf(file) === mine) unlinkSync(file);
    },
  };
}

/** The content of a lock that is ours now, or its running owner. */
async function tryTake(file: string): Promise<string | Owner> {
  const mine = JSON.stringify(self());
  while (!tryCreate(file, mine)) {
    const held = contentOf(file);
    if (held === undefined) continue;
    const owner = parse(held);
    if (owner && isRunning(owner)) return owner;
    if (!owner && ageOf(file) < writingLimit) await sleep(20);
    else await breakLock(file, held);
  }
  return mine;
}

/**
 * Remove the lock of a process that has died. Two that find it at once must not remove each other's new lock: only who
 * holds a second lock, named after this very owner, may remove, and only while the owner is still the same.
 */
async function breakLock(file: string, held: string): Promise<void> {
  const claim = `${file}.${hash("sha256", held).slice(0, 12)}`;
  if (typeof (await tryTake(claim)) !== "string") return sleep(20);
  try {
    if (contentOf(file) === held) unlinkSync(file);
  } finally {
    unlinkSync(claim);
  }
}

function tryCreate(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

const contentOf = (file: string): string | undefined => tryRead(() => readFileSync(file, "utf8"));

const ageOf = (file: string): number =>
  Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY);

function parse(text: string): Owner | undefined {
  const value: Partial<Owner> | undefined = tryRead(() => JSON.parse(text));
  return typeof value?.pid === "number" && value.nonce ? (value as Owner) : undefined;
}

function self(): Owner {
  const scope = [
    hostname(),
    tryRead(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1")),
    tryRead(() => readlinkSync("/proc/self/ns/pid")),
  ].join("\n");
  return {
    pid: process.pid,
    start: startOf(process.pid),
    scope: hash("sha256", scope).slice(0, 12),
    host: hostname(),
    nonce: randomUUID(),
  };
}

/** True also for a process elsewhere, of which nothing can be known. */
function isRunning({ pid, start, scope }: Owner): boolean {
  if (scope !== self().scope) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
  }
  return start === startOf(pid);
}

const startOf = (pid: number): string => readStat(pid)?.start.toString() ?? "";

function inUse(folder: string, file: string, { pid, host, scope }: Owner): ToolError {
  const isHere = scope === self().scope;
  const who = !isHere ? `process ${pid} on ${host}` : pid === process.pid ? "this process" : `process ${pid}`;
  return new ToolError("unavailable", `The database folder ${folder} is open in ${who}.`, {
    hint: isHere
      ? "Share the database that is open, end that process, or use another folder."
      : `End that process, or use another folder. If it is no longer running, delete ${file}.`,
    data: { folder, pid, host },
  });
}

function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

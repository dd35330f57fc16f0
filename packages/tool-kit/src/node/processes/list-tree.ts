import { readdirSync } from "node:fs";
import { isLinux, isWindows } from "../platform/platform.ts";
import { readStat } from "./read-stat.ts";

interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Bytes of memory in use. */
  readonly memory: number;
}

/** List a process, all in its group, and all that descend from them. Empty where processes cannot be listed, as on Windows. */
export function listTree(leader: number): readonly Pick<Listed, "pid" | "memory">[] {
  const all = list();
  const found = new Set([leader]);
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { pid, parent, group } of all) if (group === leader || found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

function list(): readonly Listed[] {
  if (isLinux()) return listProc();
  // What Windows lists takes a second, and names parents that may have ended.
  return isWindows() ? [] : listPs();
}

const pageSize = 4096;

function listProc(): readonly Listed[] {
  try {
    return readdirSync("/proc").flatMap((name) => {
      const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
      return stat && !stat.isOver ? [{ ...stat, pid: Number(name), memory: stat.pages * pageSize }] : [];
    });
  } catch {
    return [];
  }
}

function listPs(): readonly Listed[] {
  try {
    const { execFileSync } = process.getBuiltinModule("node:child_process");
    const text = execFileSync("/bin/ps", ["-axo", "pid=,ppid=,pgid=,rss="], { encoding: "utf8", timeout: 2_000 });
    return text.split("\n").flatMap((line) => {
      const [pid, parent, group, kilobytes] = line.trim().split(/\s+/).map(Number);
      return pid && parent !== undefined && group !== undefined && kilobytes !== undefined
        ? [{ pid, parent, group, memory: kilobytes * 1024 }]
        : [];
    });
  } catch {
    return [];
  }
}

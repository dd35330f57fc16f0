import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Bytes of memory in use. */
  readonly memory: number;
}

/** A process, all in its group, and all that descend from them, as far as they can be listed; itself alone otherwise. */
export function treeOf(leader: number): readonly Pick<Listed, "pid" | "memory">[] {
  const all = list();
  const found = new Set([leader]);
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { pid, parent, group } of all) if (group === leader || found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

function list(): readonly Listed[] {
  return process.platform === "linux" ? listProc() : listPs();
}

const pageSize = 4096;

function listProc(): readonly Listed[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? readStat(Number(name)) : []));
  } catch {
    return [];
  }
}

function readStat(pid: number): Listed[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name, in parentheses, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return [];
    return [{ pid, parent: Number(fields[1]), group: Number(fields[2]), memory: Number(fields[21]) * pageSize }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

function listPs(): readonly Listed[] {
  try {
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

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { release } from "node:os";
import { ToolError } from "@holdall/tool-core";
import { findProgram } from "./find-program.ts";

/** The abilities of a bubblewrap for the user of this process. */
export interface BubblewrapProgram {
  readonly path: string;
  /** It can bound folders for temporary files (0.7 and later). */
  readonly canSize: boolean;
  /** It must ask for a namespace of users, which it takes by itself when it is not root. */
  readonly asksForUsers: boolean;
  /** The kernel counts the processes in it apart from the user's others. */
  readonly countsProcesses: boolean;
}

const known = new Map<string, BubblewrapProgram>();

/** Found now and by its full path: what a command calls PATH later must not choose what confines it. */
export function findBubblewrap(name: string, roots: readonly string[]): BubblewrapProgram {
  const path = findProgram(name, { roots });
  if (!path) {
    throw new ToolError("unavailable", `${name} is not installed.`, {
      hint: "Install bubblewrap: apt-get install bubblewrap.",
    });
  }
  const before = known.get(path);
  if (before) return before;
  const isRoot = process.getuid?.() === 0;
  const program: BubblewrapProgram = {
    path,
    canSize: atLeast(versionOf(path), 0, 7),
    asksForUsers: isRoot && !mayAdminister(),
    // The kernel never bounds root by number.
    countsProcesses: !isRoot && atLeast(release(), 5, 14),
  };
  known.set(path, program);
  return program;
}

function versionOf(path: string): string {
  try {
    return execFileSync(path, ["--version"], { encoding: "utf8", env: {}, timeout: 5_000 }).replace(/^\D+/, "");
  } catch {
    return "0";
  }
}

function atLeast(version: string, major: number, minor: number): boolean {
  const [first = 0, second = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return first > major || (first === major && second >= minor);
}

/** Root of a container often lacks the right to mount, which a namespace of users gives. */
function mayAdminister(): boolean {
  try {
    const [, mask = "0"] = /^CapEff:\s+([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return (BigInt(`0x${mask}`) & (1n << 21n)) !== 0n;
  } catch {
    return true;
  }
}

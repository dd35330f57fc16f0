import { type ChildProcess, spawnSync } from "node:child_process";

type Child = Pick<ChildProcess, "pid">;

const running = new Set<Child>();

const killAll = () => {
  for (const child of running) killGroup(child, "SIGKILL");
};

/** End a detached program, with all of its group, when this process exits. Returns a function that stops this. */
export function endWithProcess(child: Child): () => void {
  if (running.size === 0) process.on("exit", killAll);
  running.add(child);
  return () => {
    if (running.delete(child) && running.size === 0) process.off("exit", killAll);
  };
}

/** End a detached program and what it has started: its process group, or what Windows knows as its tree. */
export function killGroup({ pid }: Child, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"], { windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // nothing is left of it
  }
}

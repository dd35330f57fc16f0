import { resolve } from "node:path";
import { isGone, newOwner } from "@holdall/backends-node";
import type { SharedSessions } from "@holdall/mcp/http";
import type { TaskRecord, TaskStore } from "@holdall/mcp/tasks";
import { isSessionFile, isTaskFile, sharedSessions, sharedTasks } from "@holdall/session-store";
import { isWithin, type Session, type SessionSnapshot, toPath } from "@holdall/tool-core";
import type { Io } from "../io.ts";
import { UsageError } from "../usage-error.ts";
import { privateFolder } from "./private-folder.ts";

/** Where the tools can write: below a folder on disk, or in the storage of an address. */
export interface ToolsPlace {
  readonly roots: readonly string[];
  readonly backend: string | undefined;
}

/**
 * Sessions kept in a folder that is its owner's alone, or at the address of a backend, for all processes started with the same. Not where
 * the tools could change them, as they say what the user has allowed.
 */
export async function openSharedSessions(
  place: string,
  tools: ToolsPlace,
  open: (restore: SessionSnapshot | undefined, scopes?: readonly string[]) => Session,
  { cwd, stderr }: Pick<Io, "cwd" | "stderr">,
): Promise<SharedSessions & AsyncDisposable & { readonly tasks: TaskStore }> {
  if (/^(memory|pglite):/.test(place)) {
    throw new UsageError(
      "--sessions names storage that no other process can see.",
      "Use a folder, s3://… or postgres://…",
    );
  }
  if (/^[a-z0-9]{2,}:/.test(place)) {
    if (place === tools.backend) throw reachable(place);
    const backend = await (await import("../config/open-backend.ts")).openBackend(place, cwd);
    const close = async () => void (await backend[Symbol.asyncDispose]?.());
    const shared = { backend, folder: "/sessions", owner };
    const tasks = sharedTasks<TaskRecord>(shared);
    return { ...sharedSessions({ ...shared, open }), tasks, [Symbol.asyncDispose]: close };
  }
  const { nodeBackend } = await import("@holdall/backends-node");
  const { realpathSync } = await import("node:fs");
  const isReachable = (folder: string) =>
    tools.backend === undefined && tools.roots.some((root) => isWithin(toPath(folder), toPath(realpathSync(root))));
  // Asked before anything is made there, and again where links lead.
  const named = resolve(cwd, place);
  if (isReachable(named)) throw reachable(place);
  const { path: folder, closed } = privateFolder(named, (name) => isSessionFile(name) || isTaskFile(name));
  if (isReachable(folder)) throw reachable(place);
  if (closed > 0) stderr.write(`holdall: ${place} was open to others; now only its owner can access it.\n`);
  const backend = nodeBackend({ roots: [folder], private: true });
  const shared = { backend, folder, owner };
  const tasks = sharedTasks<TaskRecord>(shared);
  return { ...sharedSessions({ ...shared, open }), tasks, [Symbol.asyncDispose]: async () => {} };
}

const owner = { newName: newOwner, isGone: (name: string) => isGone(name, 0, Number.POSITIVE_INFINITY) };

const reachable = (place: string) =>
  new UsageError(`The tools could change the sessions in ${place}.`, "Store them where the tools cannot write.");

import { protectedBelow } from "@holdall/sandbox/port";
import {
  type Access,
  type Backend,
  basename,
  dirname,
  isWithin,
  joinPath,
  type Middleware,
  type Path,
  relativePath,
  type StateKey,
  ToolError,
} from "@holdall/tool-core";
import type { AgentPrograms } from "@holdall/tools-agents/port";
import type { ShellToolsOptions } from "@holdall/tools-shell";

type TakeBack = NonNullable<ShellToolsOptions["reclaimProtected"]>;

export interface Quarantine {
  readonly reclaimProtected: TakeBack;
  /** Notes what calls are permitted to write. */
  readonly middleware: Middleware;
  /** Judges protected files that programs of agents have made like those of commands. */
  readonly settle: AgentPrograms["settle"];
}

/** What one call was permitted to write, and when it ended. */
interface Permitted {
  readonly targets: readonly Path[];
  readonly isCommand: boolean;
  ended: number;
}

/** The latest calls of a session and of those that work for it. */
const permittedKey: StateKey<Permitted[]> & { inherit(parent: Permitted[]): Permitted[] } = {
  name: "permitted-writes",
  create: () => [],
  inherit: (parent) => parent,
};
const maxCalls = 1_000;
/** Files of a folder that are compared with what was permitted. */
const maxFiles = 1_000;

/** A folder below a root. No program looks for its files under these names. */
const folder = ".holdall/quarantine";

/** Keeps protected files that commands have created away from their place, on the disk that they are on. */
export function openQuarantine(
  backend: Backend,
  roots: readonly Path[],
  { onProtectedChange }: Pick<ShellToolsOptions, "onProtectedChange"> = {},
): Quarantine {
  const reasonOf = protectedBelow(roots);
  const move = (from: Path, to: Path) => {
    if (!backend.move) {
      throw new ToolError("unsupported", `${from} cannot be moved: the storage ${backend.name} has no move.`, {
        hint: `Nothing was moved. Ask the user to check ${from} before anything runs it, and to move it to ${to} or delete it.`,
      });
    }
    return backend.move(from, to);
  };

  const take: TakeBack["take"] = async (path) => {
    const root = roots.find((each) => each !== path && isWithin(path, each));
    if (root === undefined)
      throw new ToolError("unsupported", `${path} is not below ${roots.join(", ")}.`, { hint: "Tell the user." });
    const place = joinPath(root, folder);
    await backend.write(joinPath(place, ".gitignore"), new TextEncoder().encode("*\n")).catch(() => undefined);
    const id = crypto.randomUUID().slice(0, 8);
    const kept = joinPath(place, `${id}/${relativePath(path, root)}.taken`);
    await move(path, kept);
    return kept;
  };

  /** A command writes more than it says: there, only what is protected itself was decided about. */
  const covers = ({ targets, isCommand }: Permitted, path: Path) =>
    targets.some(
      (target) => isWithin(path, target) && (!isCommand || target === path || reasonOf(target) !== undefined),
    );

  const wasPermitted = async (known: readonly Permitted[], path: string, since: number): Promise<boolean> => {
    const calls = known.filter(({ ended }) => ended >= since);
    const isCovered = (each: Path) => calls.some((call) => covers(call, each));
    if (calls.length === 0) return false;
    if (isCovered(path as Path)) return true;
    const files: Path[] = [];
    try {
      for await (const { path: each, kind } of backend.list(path as Path, { recursive: true })) {
        if (kind !== "directory") files.push(each);
        if (files.length > maxFiles) return false;
      }
    } catch {
      return false;
    }
    return files.length > 0 && files.every(isCovered);
  };

  const putBack: TakeBack["putBack"] = async (kept, path) => {
    await move(kept, path);
    const place = roots.map((root) => joinPath(root, folder)).find((each) => isWithin(kept, each));
    if (place) await tidy(backend, dirname(kept), place).catch(() => undefined);
  };

  const permittedIn: TakeBack["permittedIn"] = (session) => {
    const known = session.state(permittedKey);
    return (path, since) => wasPermitted(known, path, since);
  };

  return {
    reclaimProtected: { take, putBack, permittedIn },
    async settle(found, since, at) {
      const { reclaimProtected } = await import("@holdall/tools-shell");
      const look = { found, moment: "task", since, wasPermitted: permittedIn(at) } as const;
      const { notes, change } = await reclaimProtected(look, { take, putBack, permittedIn }, at);
      if (change) onProtectedChange?.({ ...change, sessionId: at.sessionId });
      return notes;
    },
    async middleware(call, next) {
      const targets = call.access.flatMap(writes);
      if (targets.length === 0) return next(call);
      const calls = call.state(permittedKey);
      const own: Permitted = { targets, isCommand: call.tool.category === "shell", ended: Number.POSITIVE_INFINITY };
      calls.push(own);
      if (calls.length > maxCalls) calls.shift();
      try {
        return await next(call);
      } finally {
        own.ended = performance.now();
      }
    },
  };
}

/** Remove folders that hold nothing any more, up to the one that holds ours. */
async function tidy(backend: Backend, from: Path, place: Path): Promise<void> {
  for (let at = from; at !== place; at = dirname(at)) if (!(await backend.entries?.removeFolder(at))) return;
  for await (const { path } of backend.list(place)) if (basename(path) !== ".gitignore") return;
  await backend.remove(joinPath(place, ".gitignore"));
  if (await backend.entries?.removeFolder(place)) await backend.entries?.removeFolder(dirname(place));
}

const writes = ({ action, target }: Access): Path[] => (action === "write" ? [target as Path] : []);

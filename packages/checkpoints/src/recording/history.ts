import {
  type Backend,
  type Call,
  type Middleware,
  type Path,
  type StateKey,
  type ToolContext,
  ToolError,
  text,
  toToolError,
} from "@holdall/tool-core";
import { workspaceOf } from "@holdall/tool-kit/file-tools";
import type { CallRecording, CheckpointOptions, Checkpoints } from "../checkpoints.ts";
import { openCheckpoints } from "../open-checkpoints.ts";
import type { NotKept } from "../store/record.ts";
import { intentOf } from "./intent.ts";

export interface HistoryOptions extends Omit<CheckpointOptions, "sessionId" | "store"> {
  /** Opens the store, once. */
  readonly store: () => Promise<{ readonly backend: Backend; readonly folder: string }>;
}

/** The changes of all sessions of a host. */
export interface History {
  /** Records what calls change. Outermost, so that it sees what other middleware does to the workspace, too. */
  readonly middleware: Middleware;
  /** The recorded changes of a session and of those that work for it. */
  of(at: Pick<ToolContext, "state" | "sessionId">): Promise<Checkpoints>;
  /** Files that exist and cannot be given back, as far as calls have met them. */
  unkept(): ReadonlySet<Path>;
}

/** The recording of a session, which its child sessions share. */
interface SharedRecording {
  id: string | undefined;
  /** The files of a session of its own. */
  readonly workspace?: Backend | undefined;
  opened?: Promise<Checkpoints> | undefined;
  /** What was already said to be at risk. */
  readonly told: Set<string>;
}

interface Holding {
  held: SharedRecording;
  isChild: boolean;
}

const ownFiles = "is a copy for this agent: discard its changes to take its commands back";

/** The tool that takes changes back records itself. */
const recordsItself = "undo";

/** Record the changes of every session from its first change on. What cannot be recorded does not run. */
export function createHistory({ store: openStore, ...options }: HistoryOptions): History {
  let store: ReturnType<typeof openStore> | undefined;
  const unkept = new Set<Path>();
  const key: StateKey<Holding> & { inherit(parent: Holding): Holding } = {
    name: "history",
    create: () => ({ held: { id: undefined, told: new Set() }, isChild: false }),
    inherit: ({ held }) => ({ held, isChild: true }),
    async dispose({ held, isChild }) {
      if (!isChild) await (await held.opened?.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };

  function open(held: SharedRecording): Promise<Checkpoints> {
    held.opened ??= (async () => {
      store ??= openStore();
      const { workspace } = held;
      // A session with files of its own has no commands that are compared, and nothing that looks at the disk.
      const own = workspace && { workspace, openReader: undefined, keptElsewhere: undefined, notCompared: ownFiles };
      return openCheckpoints({ ...options, ...own, store: await store, sessionId: held.id ?? crypto.randomUUID() });
    })().catch((error: unknown) => {
      held.opened = undefined;
      store = undefined;
      throw error;
    });
    return held.opened;
  }

  const holdingOf = (at: Pick<ToolContext, "state" | "sessionId">): SharedRecording => {
    const holding = at.state(key);
    const workspace = workspaceOf(at, options.workspace);
    // An agent with files of its own has changes of its own until they are merged.
    if (workspace !== (holding.held.workspace ?? options.workspace)) {
      holding.held = { id: undefined, workspace, told: new Set() };
      holding.isChild = false;
    }
    holding.held.id ??= at.sessionId;
    return holding.held;
  };

  /** Another process may have continued the session: then its changes are loaded, once. */
  async function record(call: Call, held: SharedRecording): Promise<CallRecording | undefined> {
    try {
      return await (await open(held)).record(call);
    } catch (error) {
      if (!ToolError.is(error) || codeBelow(error) !== "stale") throw notRecorded(call, error);
      held.opened = undefined;
      return (await open(held)).record(call);
    }
  }

  return {
    of: (at) => open(holdingOf(at)),
    unkept: () => unkept,
    async middleware(call, next) {
      const held = holdingOf(call);
      if (call.dryRun || call.tool.name === recordsItself || !intentOf(call)) return next(call);
      const recording = await record(call, held);
      if (!recording) return next(call);
      const fresh = recording.notKept.filter(({ path, reason }) => !held.told.has(`${path} ${reason}`));
      for (const { path, reason } of fresh) held.told.add(`${path} ${reason}`);
      for (const { path, isFile } of recording.notKept) if (isFile) unkept.add(path);
      const result = await next(call);
      const notes = fresh.length > 0 ? [notKeptText(fresh)] : [];
      await recording.end().catch((error: unknown) => {
        notes.push(`What it changed could not be recorded, so it cannot be undone: ${toToolError(error).message}`);
      });
      return notes.length > 0 ? { ...result, content: [...result.content, text(notes.join("\n"))] } : result;
    },
  };
}

/** Paths in one sentence. */
const maxTold = 5;

function notKeptText(found: readonly NotKept[]): string {
  const named = found.slice(0, maxTold).map(({ path, reason }) => `${path} (${reason})`);
  const more = found.length > maxTold ? ` and ${found.length - maxTold} more` : "";
  const held = found.some(({ isFile }) => isFile)
    ? ' In the sandbox, commands cannot change these files; permissions: "all" asks the user to let one.'
    : "";
  return `Undo does not cover ${named.join(", ")}${more}.${held}`;
}

const codeBelow = ({ code, cause }: ToolError): string => (ToolError.is(cause) ? cause.code : code);

const notRecorded = (call: Call, cause: unknown): ToolError =>
  ToolError.is(cause) && cause.code === "unavailable"
    ? cause
    : new ToolError("unavailable", `The changes of ${call.tool.name} could not be recorded, so it did not run.`, {
        hint: "Tell the user: the store of changes does not work.",
        cause,
      });

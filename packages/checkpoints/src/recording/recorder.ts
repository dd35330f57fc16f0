import { basename, dirname, isWithin, type Path, ToolError, toPath } from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import type { CallEntry, CannotUndo, NotKept } from "../store/record.ts";
import type { SessionLog } from "../store/session-log.ts";
import { placesOf } from "../tree/entry-at.ts";
import { type Change, type State, sameState, tooLarge } from "../tree/file-state.ts";
import { missingAbove, pathsBelow, type ReadStateOptions, readState } from "../tree/read-state.ts";
import { isRegenerated } from "../tree/regenerated.ts";
import type { RefreshOptions, TreeCache, TreeView } from "../tree/tree-cache.ts";
import { compareRows } from "../tree/tree-rows.ts";

export interface RecorderOptions {
  readonly log: SessionLog;
  readonly reading: Omit<ReadStateOptions, "signal">;
  /** Loaded with the first call that may change anything. */
  readonly tree: () => Promise<TreeCache>;
  /** Why nothing is compared for commands. */
  readonly notCompared?: NotKept | undefined;
}

/** What a call is about to do. */
export interface Intent {
  readonly call: Omit<CallEntry, "id">;
  /** Paths that it declares to write or delete, with all below them. */
  readonly targets: readonly Path[];
  /** True when it may change any file. */
  readonly anything: boolean;
  /** True when it may also change what else keeps content, such as the objects of git. */
  readonly ownCopies: boolean;
  readonly cannotUndo: readonly CannotUndo[];
  readonly signal?: AbortSignal | undefined;
}

/** Notes what calls change: keeps what was there before one starts, and compares when it has ended. */
export interface Recorder {
  /** Resolves when all that the call may change is kept. */
  begin(intent: Intent): Promise<Recording>;
  /** Note what work in the background has changed since the last look, and what `verify` finds. */
  catchUp(): Promise<void>;
  /** Note what commands changed in ways for which no watch gets an event, such as through mapped memory. */
  verify(): Promise<void>;
  /** Note a restore of files as a call: it gets the id under which its changes are noted. */
  undo<T extends { readonly restored: readonly Path[]; readonly deleted: readonly Path[] }>(
    call: Omit<CallEntry, "id">,
    restore: (id: string) => Promise<T>,
  ): Promise<T & { readonly id: string }>;
}

/** A call that is being recorded. */
export interface Recording {
  readonly id: string;
  /** What it may change and cannot be given back. */
  readonly notKept: readonly NotKept[];
  /** Note what the call has changed. With `isRunning`, it goes on in the background until that says no. */
  end(isRunning?: () => boolean): Promise<void>;
}

interface Difference {
  /** When `before` was certainly read, where that was later than the call began. */
  readonly seen?: number;
  readonly path: Path;
  readonly before: State;
  readonly after: State;
}

/** A path in the hands of running calls, as it was before the first of them. */
interface HeldPath {
  readonly before: Promise<State>;
  readonly writing: Promise<void>[];
  readonly since: number;
  users: number;
}

interface Targets {
  readonly paths: ReadonlySet<Path>;
  /** Where the targets themselves are. */
  readonly places: readonly Path[];
  readonly outside: readonly NotKept[];
}

export function createRecorder({ log, reading, tree, notCompared }: RecorderOptions): Recorder {
  const held = new Map<Path, HeldPath>();
  /** The last change of a path: when it was noted, and when its call began. */
  const latest = new Map<Path, { readonly change: Change; readonly at: number; readonly since: number }>();
  /** One look after a call at a time: the last to note a path has looked last. */
  const oneByOne = createSerialQueue();
  let clock = 0;
  /** Calls that go on in the background. */
  const background = new Map<string, () => boolean>();
  /** The workspace at the last look, with what calls that name their targets have changed since. */
  let expected: { readonly view: TreeView; readonly since: Map<Path, State> } | undefined;
  /** The last command after which not all folders were looked at. */
  let unverified: string | undefined;
  let verifying: ReturnType<typeof setTimeout> | undefined;
  let running = 0;
  let count = Math.max(
    0,
    ...[...log.records, log.open].flatMap(({ calls = [] }) => calls.map(({ id }) => numberOf(id))),
  );

  async function look(options: RefreshOptions): Promise<TreeView> {
    const view = await (await tree()).refresh(options);
    const before = expected;
    expected = { view, since: new Map() };
    const id = [...background.keys()].at(-1);
    if (id !== undefined && before) await noteBackground(id, before, view);
    for (const [each, isRunning] of background) if (!isRunning()) background.delete(each);
    return view;
  }

  /** Of several commands since the last time, the last one counts as the one that did it. */
  async function verify(): Promise<void> {
    clearTimeout(verifying);
    const callId = unverified;
    if (callId === undefined || running > 0) return;
    unverified = undefined;
    await look({});
    const before = expected!;
    const view = await (await tree()).refresh({ fresh: true });
    const found = (await compareViews(before.view, view, new Set(held.keys()))).filter(
      ({ path, after }) => !before.since.has(path) || !sameState(before.since.get(path)!, after),
    );
    if (expected === before) expected = { view, since: before.since };
    if (found.length === 0) return;
    const changes = found.map(({ path, before: was, after }) => ({ path, before: was, after, callId }));
    await log.update((open) => ({ ...open, changes: [...open.changes, ...changes] }));
  }

  /** When no command has run for a moment. */
  function verifySoon(callId: string): void {
    unverified = callId;
    clearTimeout(verifying);
    verifying = setTimeout(() => void oneByOne(verify).catch(() => {}), idle);
  }

  /** A workspace that is too large to compare is not covered. */
  async function lookIfPossible(options: RefreshOptions, notKept: NotKept[]): Promise<TreeView | undefined> {
    if (notCompared) {
      notKept.push(notCompared);
      return undefined;
    }
    try {
      const view = await look(options);
      notKept.push(...view.notKept);
      return view;
    } catch (error) {
      if (!ToolError.is(error) || error.code !== "too_large") throw error;
      notKept.push({ path: toPath("/"), reason: error.message });
      return undefined;
    }
  }

  /** What differs from what was expected, while something runs in the background. */
  async function noteBackground(id: string, { view: was, since }: NonNullable<typeof expected>, is: TreeView) {
    const found = await compareViews(was, is, new Set(held.keys()));
    const differences = found.flatMap(({ path, before: own, after }) => {
      const before = since.has(path) ? since.get(path)! : own;
      return sameState(before, after) ? [] : [{ path, before, after, callId: id, shared: true }];
    });
    if (differences.length > 0) await log.update((open) => ({ ...open, changes: [...open.changes, ...differences] }));
  }

  /** The changes with those of a call; what overlapping calls did to one path is one change. */
  function note(callId: string, since: number, found: readonly Difference[], changes: readonly Change[]): Change[] {
    const noted = [...changes];
    for (const { path, before: own, after, seen = since } of found) {
      const known = latest.get(path);
      let [before, start] = [own, seen];
      if (known && known.at > since) {
        const index = noted.indexOf(known.change);
        if (index >= 0) noted.splice(index, 1);
        if (index < 0)
          before = known.change.after; // It is in a checkpoint that was made meanwhile.
        else if (known.since <= seen) [before, start] = [known.change.before, known.since];
      }
      if (sameState(before, after)) continue;
      const change: Change = { path, before, after, callId };
      latest.set(path, { change, at: ++clock, since: start });
      noted.push(change);
    }
    return noted;
  }

  async function hold(path: Path, since: number, signal?: AbortSignal): Promise<HeldPath> {
    let own = held.get(path);
    if (!own) {
      const writing: Promise<void>[] = [];
      own = { before: readState(path, { ...reading, signal }, writing), writing, since, users: 0 };
      held.set(path, own);
    }
    own.users++;
    return own;
  }

  const letGo = (path: Path) => {
    const own = held.get(path);
    if (own && --own.users === 0) held.delete(path);
  };

  /** The paths of a call's targets, and the folders that it may make for them. */
  async function pathsOf(targets: readonly Path[], signal?: AbortSignal): Promise<Targets> {
    const paths = new Set<Path>();
    const places: Path[] = [];
    const outside: NotKept[] = [];
    for (const target of targets) {
      try {
        if (isRegenerated(basename(target))) continue;
        for (const place of await placesOf(reading.workspace, target)) {
          places.push(place);
          for (const folder of await missingAbove(reading.workspace, place, signal)) paths.add(folder);
          for (const path of await pathsBelow(reading.workspace, place, signal)) paths.add(path);
        }
      } catch (error) {
        if (!ToolError.is(error) || error.code !== "permission_denied") throw error;
        outside.push({ path: target, reason: "is outside the workspace" });
      }
    }
    return { paths, places, outside };
  }

  /**
   * What differs between two looks at the workspace, except for paths that are scanned separately. When ignore rules
   * changed in between, what they hid was there before, and what they hide now still is.
   */
  async function compareViews(was: TreeView, is: TreeView, apart: ReadonlySet<Path>): Promise<Difference[]> {
    const hiddenBefore = (path: Path) => was.hidden.some((hidden) => isWithin(path, hidden));
    const differences: Difference[] = [];
    for (const { path, before, after } of await settled(await tree(), compareRows(was.rows, is.rows))) {
      if (apart.has(path) || (before === null && hiddenBefore(path))) continue;
      const now = after ?? (await readState(path, reading, false));
      if (!sameState(before, now)) differences.push({ path, before, after: now });
    }
    return differences;
  }

  return {
    async catchUp() {
      if (background.size > 0) await look({});
      await verify();
    },
    verify,
    async undo(call, restore) {
      const id = `u${++count}`;
      const done = await restore(id);
      for (const path of [...done.restored, ...done.deleted]) latest.delete(path);
      const now = log.open.changes.filter(({ callId }) => callId === id);
      for (const { path, after } of now) expected?.since.set(path, after);
      await log.update((open) => ({ ...open, calls: [...open.calls, { ...call, id }] }));
      return { ...done, id };
    },
    async begin({ call, targets, anything, ownCopies, cannotUndo, signal }) {
      const since = ++clock;
      const id = `u${++count}`;
      const befores = new Map<Path, State>();
      const { paths, places, outside } = await pathsOf(targets, signal);
      const notKept = [...outside];
      const taken: Path[] = [];
      const writing: Promise<void>[] = [];
      if (anything) running++;
      const release = () => {
        if (anything) running--;
        taken.forEach(letGo);
      };
      try {
        for (const path of paths) {
          const own = await hold(path, since, signal);
          taken.push(path);
          const before = await own.before;
          befores.set(path, before);
          writing.push(...own.writing);
          if (before?.kind === "other") notKept.push({ path, reason: "is a device, or cannot be read" });
          if (before?.kind === "file" && !before.at) notKept.push({ path, reason: tooLarge, isFile: true });
        }
        const view = anything ? await lookIfPossible({ signal, ownCopies }, notKept) : undefined;
        const noting = log.update((open) => ({
          ...open,
          calls: [...open.calls, { ...call, id }],
          notKept: [...open.notKept, ...newOnes(notKept, open.notKept)],
          cannotUndo: [...open.cannotUndo, ...cannotUndo],
          pending: [...open.pending, ...[...befores].map(([path, before]) => ({ path, before, callId: id }))],
          commands: view ? [...open.commands, id] : open.commands,
        }));
        await Promise.all([noting, ...writing]);
        const seen = ++clock;
        // Below what was a file, nothing else comes to be.
        const mayGrow = (target: Path) => befores.get(target)?.kind !== "file";
        // A link that the call made itself leads to files that were there before: comparing the whole tree finds their changes.
        const isNew = (path: Path) =>
          !view?.rows.get(dirname(path))?.has(path) &&
          places.some((place) => isWithin(path, place) || isWithin(place, path));
        const end = async (isRunning?: () => boolean) => {
          try {
            const differences: Difference[] = [];
            const grown = [...(await pathsOf(targets.filter(mayGrow))).paths].filter(
              (path) => !paths.has(path) && isNew(path),
            );
            for (const path of [...paths, ...grown]) {
              const before = befores.get(path) ?? null;
              const after = await readState(path, reading, false);
              if (!sameState(before, after) || latest.has(path)) differences.push({ path, before, after });
            }
            if (view) {
              const now = await look({});
              const found = await compareViews(view, now, paths);
              if (now.isHeard) verifySoon(id);
              differences.push(...found.map((each) => ({ ...each, seen })));
            }
            for (const { path, after } of differences) expected?.since.set(path, after);
            if (isRunning) background.set(id, isRunning);
            log.updateSoon((open) => ({
              ...open,
              changes: note(id, since, differences, open.changes),
              pending: open.pending.filter((each) => each.callId !== id),
              commands: open.commands.filter((each) => each !== id),
            }));
          } finally {
            release();
          }
        };
        return { id, notKept, end: (isRunning) => oneByOne(() => end(isRunning)) };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** Milliseconds after a command. */
const idle = 200;

const numberOf = (id: string): number => Number(/^u(\d+)$/.exec(id)?.[1] ?? 0);

/** Differences with their contents in the store; what turns out to be the same is left out. */
export async function settled(tree: TreeCache, found: readonly Difference[]): Promise<Difference[]> {
  const states = found.flatMap(({ before, after }) => [before, after]).filter((state) => state !== null);
  const all = (await tree.settle(states))[Symbol.iterator]();
  const next = (state: State): State => (state === null ? null : all.next().value!);
  return found.flatMap(({ path, before: was, after: is }) => {
    const [before, after] = [next(was), next(is)];
    return sameState(before, after) ? [] : { path, before, after };
  });
}

const newOnes = (found: readonly NotKept[], known: readonly NotKept[]): NotKept[] => {
  const same = (one: NotKept) => (other: NotKept) => other.path === one.path && other.reason === one.reason;
  return found.filter((each, i) => !known.some(same(each)) && found.findIndex(same(each)) === i);
};

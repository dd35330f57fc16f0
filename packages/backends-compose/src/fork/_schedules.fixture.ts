import { memoryBackend } from "@holdall/backends-memory";
import { type Backend, dirname, isWithin, type Path, ToolError, toPath } from "@holdall/tool-core";
import type { MergeConflict } from "../merge/merge-trees.ts";
import type { Decision } from "../merge/resolve-conflict.ts";
import { moved } from "../shared/paths.ts";
import { expectedAfter, textOf, tokensOf } from "./_oracle.fixture.ts";
import { type Fork, fork } from "./fork.ts";

/** What went wrong in a schedule; empty if nothing did. */
export interface ScheduleResult {
  readonly lost: readonly string[];
  readonly overwritten: readonly string[];
  readonly differs: boolean;
  readonly merges: number;
  readonly conflicts: number;
  /** Conflicts that were decided. */
  readonly decisions: number;
  /** Merges that were stopped in the middle, and done by another process. */
  readonly kills: number;
}

type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value ^= value + Math.imul(value ^ (value >>> 7), 61 | value);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A change that is the same whoever makes it: of lines by their content. */
type Operation =
  | { readonly kind: "insert"; readonly path: Path; readonly after: string; readonly line: string }
  | { readonly kind: "replace"; readonly path: Path; readonly line: string; readonly by: string }
  | { readonly kind: "cut"; readonly path: Path; readonly line: string }
  | { readonly kind: "create"; readonly path: Path; readonly text: string }
  | { readonly kind: "move"; readonly path: Path; readonly to: Path }
  | { readonly kind: "delete"; readonly path: Path }
  /** As commands do. */
  | { readonly kind: "move-folder"; readonly path: Path; readonly to: Path }
  | { readonly kind: "delete-folder"; readonly path: Path };

const agents = 8;
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

async function tree(backend: Backend): Promise<Map<Path, string>> {
  const files = new Map<Path, string>();
  for await (const { path, kind } of backend.list(toPath("/"), { recursive: true }))
    if (kind === "file") files.set(path, textOf((await backend.read(path)).bytes));
  return files;
}

async function apply(backend: Backend, operation: Operation): Promise<void> {
  const { path } = operation;
  if (operation.kind === "create") return void (await backend.write(path, bytesOf(operation.text)));
  if (operation.kind === "delete") return backend.remove(path);
  if (operation.kind === "delete-folder") return backend.remove(path, { recursive: true });
  if (operation.kind === "move" || operation.kind === "move-folder") return backend.move?.(path, operation.to);
  const lines = textOf((await backend.read(path)).bytes).split("\n");
  const at = lines.indexOf(operation.kind === "insert" ? operation.after : operation.line);
  if (operation.kind === "insert") lines.splice(at + 1, 0, operation.line);
  if (operation.kind === "replace") lines.splice(at, 1, operation.by);
  if (operation.kind === "cut") lines.splice(at, 1);
  await backend.write(path, bytesOf(lines.join("\n")));
}

/** Another decision has settled it too, or has changed what it is about: then it is looked at once more, which is left out here. */
function isOutdated(error: unknown): boolean {
  return ToolError.is(error) && ["not_found", "stale"].includes(error.code);
}

/** A backend that can be lost in the middle of what is done to it, as when the process is killed. */
function losable(backend: Backend) {
  let left = Number.POSITIVE_INFINITY;
  const step = () => {
    if (--left < 0) throw new Error("The process has ended.");
  };
  const shown: Backend = {
    ...backend,
    async write(path, bytes, io) {
      step();
      return backend.write(path, bytes, io);
    },
    async remove(path, io) {
      step();
      await backend.remove(path, io);
    },
    async move(from, to, io) {
      step();
      await backend.move?.(from, to, io);
    },
  };
  return {
    shown,
    /** The next steps succeed, and no other does until this is called again. */
    loseAfter(steps: number) {
      left = steps;
    },
  };
}

/** Eight agents and their parent change one tree; agents end, are killed, conflict and are merged, at random. */
export async function runSchedule(seed: number): Promise<ScheduleResult> {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  let count = 0;
  const token = (owner: number) => `t${owner}_${++count}`;
  // In every fourth schedule, each agent keeps to files and sections of its own.
  const isDisjoint = seed % 4 === 0;
  const files: Record<string, string> = {};
  const line = () => `${token(99)} ${pick(["}", "return;", "", "value"])}`;
  for (let file = 0; file < 6 + Math.floor(random() * 6); file++) {
    const name = pick(["a", "b/c", "b", "d/e/f"]);
    files[`/${name}/${file}.${pick(["ts", "md", "txt"])}`] = Array.from(
      { length: 3 + Math.floor(random() * 30) },
      line,
    ).join("\n");
  }
  files["/pnpm-lock.yaml"] = Array.from({ length: 10 }, line).join("\n");
  files["/logo.png"] = `\0${token(99)}`;
  for (let owner = 0; owner < agents; owner++) files[`/own/${owner}.ts`] = Array.from({ length: 10 }, line).join("\n");
  files["/shared.ts"] = Array.from({ length: agents }, (_, owner) =>
    [`t${owner}_0`, ...Array.from({ length: 4 }, line)].join("\n"),
  ).join("\n");
  const memory = memoryBackend({ files });
  const { shown: parent, loseAfter } = losable(memory);
  const serial = memoryBackend({ files });
  const removed = new Set<string>();
  const overwritten: string[] = [];
  const lost: string[] = [];
  const done: Operation[][] = Array.from({ length: agents }, () => []);
  const forks: (Fork | undefined)[] = Array.from({ length: agents });
  const killed: Fork[] = [];
  /** What each agent has removed itself. */
  const removedBy = Array.from({ length: agents }, () => new Set<string>());
  let merges = 0;
  let conflicts = 0;
  let decisions = 0;
  let kills = 0;

  async function change(backend: Backend, owner: number): Promise<void> {
    const all = await tree(backend);
    const mayChange = [...all.keys()].filter(
      (path) => !isDisjoint || path.startsWith(`/own/${owner}`) || path === "/shared.ts",
    );
    const path = pick(mayChange);
    if (path === undefined) return;
    const text = all.get(path) ?? "";
    const lines = text.split("\n");
    const mine = isDisjoint && path === "/shared.ts" ? [`t${owner}_0`] : lines;
    const fresh = toPath(
      `/${isDisjoint ? `own/${owner}` : pick(["a", "b/c", "new"])}-${pick(["x", "y", "z"])}${isDisjoint ? ++count : Math.floor(random() * 4)}.ts`,
    );
    const kinds: Operation["kind"][] = ["insert", "insert", "replace", "cut", "create", "move", "delete"];
    if (!isDisjoint && dirname(path) !== "/" && random() < 0.06) kinds.push("move-folder", "delete-folder");
    const folder = dirname(path);
    const freshFolder = toPath(`/moved-${pick(["x", "y"])}${Math.floor(random() * 4)}`);
    const kind = isDisjoint && path === "/shared.ts" ? "insert" : pick(kinds);
    const line = pick(mine);
    const operation: Operation | undefined =
      kind === "insert"
        ? { kind, path, after: line, line: token(owner) }
        : kind === "replace"
          ? { kind, path, line, by: token(owner) }
          : kind === "cut"
            ? { kind, path, line }
            : kind === "create" && !all.has(fresh)
              ? { kind, path: fresh, text: Array.from({ length: 4 }, () => token(owner)).join("\n") }
              : kind === "move" && !all.has(fresh)
                ? { kind, path, to: fresh }
                : kind === "delete"
                  ? { kind, path }
                  : kind === "delete-folder"
                    ? { kind, path: folder }
                    : kind === "move-folder" && !(await backend.stat(freshFolder))
                      ? { kind, path: folder, to: freshFolder }
                      : undefined;
    if (!operation) return;
    await apply(backend, operation);
    if (owner < agents) done[owner]?.push(operation);
    const now = await tree(backend);
    const left = new Set([...now.values()].flatMap((each) => [...tokensOf(each)]));
    for (const [before, was] of all) {
      if (!isWithin(before, operation.path)) continue;
      const own = tokensOf(now.get("to" in operation ? moved(before, operation.path, operation.to) : before) ?? "");
      for (const each of tokensOf(was)) {
        if (!left.has(each)) removed.add(each);
        if (!own.has(each)) removedBy[owner]?.add(each);
      }
    }
  }

  const allTokens = async () => new Set([...(await tree(parent)).values()].flatMap((text) => [...tokensOf(text)]));

  const tokensIn = async (own: Fork) =>
    new Set((await own.changes()).flatMap(({ after }) => [...tokensOf(textOf(after ?? new Uint8Array()))]));

  /** Whatever the tree does not have afterwards was removed by the agent itself, or waits for a decision. */
  async function watching(
    owner: number,
    at: { readonly own: Fork },
    allowed: ReadonlySet<string>,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const before = await allTokens();
    await work();
    const after = (await allTokens()).union(await tokensIn(at.own));
    for (const each of before.difference(after)) {
      removed.add(each);
      if (!allowed.has(each)) overwritten.push(`seed ${seed}: agent ${owner} overwrote ${each}`);
    }
  }

  /** Merge until it succeeds: the process may be killed before, and another one continues from what was kept. */
  async function mergeAll(begun: Fork): Promise<{ own: Fork; found: readonly MergeConflict[] }> {
    const denied = !isDisjoint && random() < 0.1 ? pick(["/a", "/b", "/own", "/shared.ts"]) : undefined;
    const permits = (path: Path) => denied === undefined || !isWithin(path, toPath(denied));
    let own = begun;
    if (random() < 0.25) {
      const saved = await own.save();
      loseAfter(Math.floor(random() * 6));
      const merged = await own.merge({ permits }).catch(() => undefined);
      loseAfter(Number.POSITIVE_INFINITY);
      if (merged) return { own, found: merged.conflicts };
      kills++;
      own = fork(parent);
      for (const { path, after, before } of saved) await own.assume(path, after, before);
    }
    return { own, found: (await own.merge({ permits })).conflicts };
  }

  async function end(owner: number): Promise<void> {
    const begun = forks[owner];
    if (!begun) return;
    forks[owner] = undefined;
    if (!isDisjoint && random() < 0.1) {
      killed.push(begun);
      return;
    }
    let found: readonly MergeConflict[] = [];
    const merging = { own: begun };
    await watching(owner, merging, removedBy[owner] ?? new Set(), async () => {
      ({ own: merging.own, found } = await mergeAll(begun));
    });
    merges++;
    conflicts += found.length;
    for (const conflict of found) {
      if (random() < 0.3) continue;
      const sides = [conflict.current, conflict.incoming].flatMap((side) => (side ? [textOf(side.bytes)] : []));
      const take = pick(["current", "incoming", "both"] as const);
      const isText = random() < 0.2 && conflict.lines.length > 0;
      const decision: Decision = isText ? { text: sides.join("\n") } : { take };
      const { must, may } = expectedAfter(conflict, decision);
      let isDone = true;
      await watching(owner, merging, may, async () => {
        await merging.own.resolve(conflict, decision).catch((error: unknown) => {
          if (!isOutdated(error)) throw error;
          isDone = false;
        });
      });
      if (!isDone) continue;
      decisions++;
      const now = await allTokens();
      const how = "take" in decision ? decision.take : "text";
      for (const each of must)
        if (!now.has(each)) lost.push(`seed ${seed}: ${each} after ${how} of ${conflict.kind} in ${conflict.path}`);
      for (const each of may) if (!now.has(each)) removed.add(each);
    }
    if ((await merging.own.changes()).length > 0) killed.push(merging.own);
    else for (const each of removedBy[owner] ?? []) removed.add(each);
  }

  for (let step = 0; step < 60; step++) {
    const owner = Math.floor(random() * (agents + (isDisjoint ? 0 : 1)));
    if (owner === agents) await change(parent, agents + 1);
    else {
      forks[owner] ??= fork(parent);
      const { backend } = forks[owner] as Fork;
      // A command makes several changes at once.
      for (let times = random() < 0.15 ? 4 : 1; times > 0; times--) await change(backend, owner);
      if (random() < 0.06) await end(owner);
    }
  }
  for (let owner = 0; owner < agents; owner++) await end(owner);
  let kept = await allTokens();
  for (const own of killed) kept = kept.union(await tokensIn(own));
  const all = new Set([
    ...Object.values(files).flatMap((text) => [...tokensOf(text)]),
    ...done.flat().flatMap((each) => [...tokensOf(JSON.stringify(each))]),
  ]);
  const missing = [...all]
    .filter((each) => !kept.has(each) && !removed.has(each))
    .map((each) => `seed ${seed}: ${each}`);
  let differs = false;
  if (isDisjoint) {
    for (const operations of done) for (const each of operations) await apply(serial, each);
    const [one, other] = [await tree(parent), await tree(serial)];
    differs = JSON.stringify([...one].sort()) !== JSON.stringify([...other].sort()) || conflicts > 0;
  }
  return { lost: [...lost, ...missing], overwritten, differs, merges, conflicts, decisions, kills };
}

import { memoryBackend } from "@holdall/backends-memory";
import { type Backend, ToolError } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { at, bytes, textOf } from "../_fixtures.fixture.ts";
import { fork } from "./fork.ts";

/** A backend in which `meanwhile` happens just before its `nth` operation. */
function interrupted(backend: Backend, nth: number, meanwhile: () => Promise<unknown>) {
  let count = 0;
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (++count === nth) await meanwhile();
    return work();
  };
  const shown: Backend = {
    ...backend,
    stat: (path, io) => step(() => backend.stat(path, io)),
    read: (path, io) => step(() => backend.read(path, io)),
    write: (path, content, io) => step(() => backend.write(path, content, io)),
    remove: (path, io) => step(() => backend.remove(path, io)),
    move: (from, to, io) => step(async () => backend.move?.(from, to, io)),
  };
  return { shown, wasInterrupted: () => count >= nth };
}

const long = "one\ntwo\nthree\nfour\nfive\n";
const failure = (error: unknown): string => {
  if (!ToolError.is(error)) throw error;
  return error.code;
};

/** Add a line at the end of a file, as a writer who has read it. */
async function append(parent: Backend, path: string): Promise<void> {
  const text = (await parent.stat(at(path))) ? await textOf(parent, path) : "";
  await parent.write(at(path), bytes(`${text}theirs\n`));
}

/** Run `change` on a fork and merge it, with another writer of the same file at each possible moment. Returns what came of it. */
async function atEachMoment(
  path: string,
  change: (own: Backend, version: string | null) => Promise<unknown>,
): Promise<string[]> {
  const outcomes = new Set<string>();
  for (let nth = 1; ; nth++) {
    const parent = memoryBackend({ files: { "/a.ts": long } });
    const { shown, wasInterrupted } = interrupted(parent, nth, () => append(parent, path));
    const own = fork(shown);
    const { version = null } = (await parent.stat(at(path), { version: true })) ?? {};
    let outcome = await change(own.backend, version).then(() => "", failure);
    const isRefused = outcome !== "";
    outcome ||= await own.merge().then(({ conflicts }) => (conflicts.length > 0 ? "conflict" : "merged"), failure);
    if (!wasInterrupted()) return [...outcomes].sort();
    outcomes.add(outcome);
    const moment = `operation ${nth}: ${outcome}`;
    expect(await textOf(parent, path), moment).toContain("theirs");
    const kept = `${await textOf(parent, path)}${isRefused ? "mine" : ""}`;
    const waits = (await own.changes()).map((each) => (each.after ? new TextDecoder().decode(each.after) : "mine"));
    expect([kept, ...waits].join(), moment).toContain("mine");
  }
}

test("a write of a version that another writer replaces at any moment is refused or merged", async () => {
  const outcomes = await atEachMoment("/a.ts", (own, version) =>
    own.write(at("/a.ts"), bytes(long.replace("one", "mine")), { ifVersion: version }),
  );
  // The last one comes after the merge has written, which it cannot tell from a storage that changes contents.
  expect(outcomes).toEqual(["merged", "stale", "unavailable"]);
});

test("a new file that another writer creates at any moment is not written over", async () => {
  const outcomes = await atEachMoment("/new.ts", (own, version) =>
    own.write(at("/new.ts"), bytes("mine\n"), { ifVersion: version }),
  );
  expect(outcomes).toEqual(["already_exists", "conflict", "unavailable"]);
});

test("a file that another writer changes at any moment is not removed", async () => {
  const outcomes = await atEachMoment("/a.ts", (own, version) =>
    own.remove(at("/a.ts"), { ifVersion: version ?? undefined }),
  );
  expect(outcomes).toEqual(["conflict", "stale"]);
});

import { expect, test } from "vitest";
import type { TreeChange } from "../merge/merge-trees.ts";
import { withDependents } from "./feasible.ts";

const none = new Uint8Array();
const write = (path: string): TreeChange => ({ kind: "write", path, bytes: none });
const move = (from: string, path: string): TreeChange => ({ kind: "move", from, path });

test("what is at the place of a refused change, above or below goes with it, and what goes with that", () => {
  const changes = [
    write("/a"),
    write("/a/b/c"),
    write("/a/b"),
    move("/a/b/c/d", "/x/y"),
    { kind: "remove", path: "/x" },
    write("/x/z/w"),
    write("/ab"),
    move("/other", "/else"),
    { kind: "folder", path: "/" },
  ] satisfies TreeChange[];
  const heldBy = (...refused: number[]) =>
    [
      ...withDependents(
        changes.slice(0, 8),
        refused.map((at) => changes[at] as TreeChange),
      ),
    ]
      .map((change) => changes.indexOf(change))
      .sort();
  expect(heldBy(2)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(heldBy(5)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(heldBy(6)).toEqual([6]);
  expect(heldBy(7, 6)).toEqual([6, 7]);
  expect(heldBy()).toEqual([]);
  expect(withDependents(changes, [changes[8] as TreeChange]).size).toBe(changes.length);
  expect(withDependents(changes, [changes[6] as TreeChange]).has(changes[8] as TreeChange)).toBe(true);
});

test("a large merge that is refused is looked through in time that grows with its size", () => {
  const changes = Array.from({ length: 60_000 }, (_, i) => write(`/src/${i % 300}/${i}/file.ts`));
  expect(withDependents(changes, changes).size).toBe(changes.length);
  const some = changes.filter((_, i) => i % 2 === 0);
  expect(withDependents(changes, some).size).toBe(some.length);
});

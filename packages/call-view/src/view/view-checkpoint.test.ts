import fc from "fast-check";
import { expect, test } from "vitest";
import { viewCheckpoint, viewRestorePlan } from "./view-checkpoint.ts";

test("a checkpoint and what restoring it would do", () => {
  const info = { id: "c1", at: 5, label: "Rename\nit", changes: 2, hasConversation: true, notKept: [] };
  expect(viewCheckpoint(info)).toEqual({
    id: "c1",
    at: 5,
    label: "Rename ⏎ it",
    outcome: "2 changes",
    hasConversation: true,
    notKept: [],
  });
  const file = { kind: "file" };
  const plan = {
    checkpoint: "c1",
    restore: [
      { path: "/gone", now: null },
      { path: "/a\u202e", now: file },
    ],
    delete: [{ path: "/new", now: file }],
    conflicts: [{ path: "/b", reason: "was changed by others since" }],
    notKept: [],
    cannotUndo: [{ kind: "program", what: "npm i", tool: "bash", at: 1 }],
  };
  expect(viewRestorePlan(plan)).toEqual({
    checkpoint: "c1",
    isEmpty: false,
    restore: [
      { path: "/gone", shown: "/gone", note: "made again" },
      { path: "/a\u202e", shown: "/a⟨202E⟩", note: "changed back" },
    ],
    delete: [{ path: "/new", shown: "/new", note: "" }],
    conflicts: [{ path: "/b", shown: "/b", note: "was changed by others since" }],
    notKept: [],
    cannotUndo: ["bash: program npm i"],
  });
  expect(viewRestorePlan({ restore: [] }).isEmpty).toBe(true);
});

test("whatever they are given, a view comes out", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(typeof viewCheckpoint(value).id).toBe("string");
      expect(Array.isArray(viewRestorePlan({ restore: [value], conflicts: value }).restore)).toBe(true);
    }),
    { seed: 21, numRuns: 100 },
  );
});

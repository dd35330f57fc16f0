import { expect, test } from "vitest";
import { viewChange } from "./view-change.ts";

test("a changed call in words, with hidden characters visible", () => {
  const changed = {
    id: "u1",
    tool: "bash",
    what: "rm\u202e a",
    at: 5,
    callId: "x",
    paths: [{ path: "/a.txt", change: "deleted" }],
    undoneBy: "u2",
    isShared: true,
  };
  const view = viewChange(changed);
  expect(view).toMatchObject({ id: "u1", tool: "bash", at: 5, outcome: "1 file", isUndone: true, isShared: true });
  expect(view.paths).toEqual([{ path: "/a.txt", shown: "/a.txt", note: "deleted" }]);
  expect(view.what).not.toContain("\u202e");
});

test.each([[undefined], [null], ["x"], [{ paths: 3, id: {} }], [[]]])("anything gives a view: %j", (value) => {
  expect(viewChange(value)).toMatchObject({ id: "", paths: [], isUndone: false });
});

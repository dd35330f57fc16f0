import { expect, test } from "vitest";
import { sessionOf } from "./_greeting.fixture.ts";
import { isLoaded, loadedTools, markLoaded } from "./loaded-tools.ts";

test("what was loaded stays loaded, also in a restored session, and no other session sees it", () => {
  const session = sessionOf([]);
  expect(isLoaded(session, "a")).toBe(false);
  expect(markLoaded(session, ["a", "b", "a"])).toEqual(["a", "b"]);
  expect(markLoaded(session, ["b", "c"])).toEqual(["c"]);

  const restored = sessionOf([], { restore: JSON.parse(JSON.stringify(session.snapshot())) });
  expect([...restored.state(loadedTools)]).toEqual(["a", "b", "c"]);
  expect(isLoaded(sessionOf([]), "a")).toBe(false);
});

test("a snapshot that is something else is refused", () => {
  const restore = { version: 1, id: "s", cwd: "/", state: { loadedTools: [1] } } as const;
  expect(() => isLoaded(sessionOf([], { restore }), "a")).toThrow(/cannot be read/);
});

import { allow, createRegistry, openSession, type SessionOptions } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { isLoaded, loadedTools, markLoaded } from "./loaded-tools.ts";

const sessionOf = (tools: [], options: Partial<SessionOptions> = {}) =>
  openSession(createRegistry(tools), { policy: allow(), ...options });

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

import { ToolError } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { at } from "../_fixtures.fixture.ts";
import { translateError } from "./translate.ts";

const say = (message: string, inside: string, outside: string, path: string) => {
  const error = new ToolError("not_found", message, { hint: message, data: { path, count: 1 } });
  return translateError(error, at(inside), at(outside), [at(path)]) as ToolError;
};

test.each([
  ["/a is gone.", "/docs/a is gone."],
  ["/a", "/docs/a"],
  ["cannot move /a to /ab, /a-b, /a.txt or x/a", "cannot move /docs/a to /ab, /a-b, /a.txt or x/a"],
  ['"/a", (/a) and /a: twice /a/b', '"/docs/a", (/docs/a) and /docs/a: twice /a/b'],
])("a mounted backend's %s", (message, shown) => {
  const error = say(message, "/", "/docs", "/a");
  expect([error.message, error.hint, error.data]).toEqual([shown, shown, { path: "/docs/a", count: 1 }]);
});

test.each([
  ["/jail/a is gone, /jail-b and /jail are not.", "/a is gone, /jail-b and / are not."],
  ["no path at all, and $& stays", "no path at all, and $& stays"],
])("a rebased folder's %s", (message, shown) => {
  expect(say(message, "/jail", "/", "/jail/a")).toMatchObject({ message: shown, data: { path: "/a" } });
});

test("other errors stay as they are", () => {
  const error = new Error("/jail/a");
  expect(translateError(error, at("/jail"), at("/"), [])).toBe(error);
});

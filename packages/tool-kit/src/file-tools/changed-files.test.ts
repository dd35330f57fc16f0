import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { changedFiles } from "./changed-files.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("the content before the first change is kept, whatever comes later", () => {
  const changed = changedFiles.create();
  changed.note(toPath("/a"), bytes("one"));
  changed.note(toPath("/a"), bytes("two"));
  changed.note(toPath("/new"), null);
  expect([...changed.before]).toEqual([
    ["/a", bytes("one")],
    ["/new", null],
  ]);
});

test("what is too large to keep is known as changed", () => {
  const changed = changedFiles.create();
  changed.note(toPath("/large"), new Uint8Array(33 * 1024 * 1024));
  expect([...changed.before]).toEqual([["/large", undefined]]);
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, win32 } from "node:path";
import { expect, test } from "vitest";
import { isInside } from "./is-inside.ts";

test.each([
  ["/home/app", "/home/app", true],
  ["/home/app/src/a.ts", "/home/app", true],
  ["/home/app/src/", "/home/app/", true],
  ["/home/app", "/", true],
  ["/", "/", true],
  ["/", "/home/app", false],
  ["/home/apps/a.ts", "/home/app", false],
  ["/home/app-2", "/home/app", false],
  ["/home/app/../etc/passwd", "/home/app", false],
  ["/home/app/..a/b", "/home/app", true],
  ["/home/app/...", "/home/app", true],
  ["/home/App/a.ts", "/home/app", false],
])("%s in %s: %s", (path, folder, expected) => {
  expect(isInside(path, folder)).toBe(expected);
});

test("a link is what it is called until it is followed", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-inside-")));
  try {
    mkdirSync(join(folder, "work"));
    symlinkSync(tmpdir(), join(folder, "work/away"));
    expect(isInside(join(folder, "work/away"), join(folder, "work"))).toBe(true);
    expect(isInside(realpathSync(join(folder, "work/away")), join(folder, "work"))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ["C:\\Work\\src\\a.ts", "c:\\work", true],
  ["C:\\work", "C:\\", true],
  ["D:\\work\\a.ts", "C:\\work", false],
  ["\\\\server\\share\\a", "C:\\", false],
  ["\\\\server\\share\\a", "\\\\server\\share", true],
  ["C:\\workshop", "C:\\work", false],
  ["C:\\work\\..\\etc", "C:\\work", false],
])("on Windows %s in %s: %s", (path, folder, expected) => {
  expect(isInside(path, folder, win32)).toBe(expected);
});

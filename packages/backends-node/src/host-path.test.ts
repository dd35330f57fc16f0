import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { fromHostPath, toHostPath } from "./_host-path.ts";

test("on POSIX a path is itself, backslashes and colons included", () => {
  for (const path of ["/", "/a/b", "/c:/x", "/a\\b", "/ä ö"]) {
    expect(toHostPath(toPath(path), "linux")).toBe(path);
    expect(fromHostPath(path, "linux")).toBe(path);
  }
});

test("on Windows /C:/x and C:\\x are one path, both ways", () => {
  for (const [path, host] of [
    ["/C:/src/a.ts", "C:\\src\\a.ts"],
    ["/D:", "D:\\"],
    ["/C:/a b/ü", "C:\\a b\\ü"],
  ] as const) {
    expect(toHostPath(toPath(path), "win32")).toBe(host);
    expect(fromHostPath(host, "win32")).toBe(path);
  }
  expect(fromHostPath("c:\\src", "win32")).toBe("/C:/src");
  expect(fromHostPath("\\\\?\\C:\\src", "win32")).toBe("/C:/src");
  expect(toHostPath(toPath("C:\\src\\..\\x"), "win32")).toBe("C:\\x");
});

test("on Windows names with a second meaning are refused", () => {
  for (const path of [
    "/C:/file:stream",
    "/C:/con",
    "/C:/NUL.txt",
    "/C:/com1",
    "/C:/dot.",
    "/C:/space ",
    "/C:/a*",
    "/C:/a\\b",
  ]) {
    expect(() => toHostPath(toPath(path), "win32"), path).toThrow("does not allow as a name");
  }
  for (const path of ["/C:/console", "/C:/nully.txt", "/C:/.hidden"])
    expect(toHostPath(toPath(path), "win32")).toBeTruthy();
});

test("on Windows what is on no drive is refused", () => {
  expect(() => toHostPath(toPath("/src/a"), "win32")).toThrow("has no drive letter");
  expect(() => fromHostPath("\\\\server\\share\\x", "win32")).toThrow("is not a path on a drive");
});

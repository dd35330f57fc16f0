import { win32 } from "node:path";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { fromHostPath, toHostPath } from "./host-path.ts";

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

test.each([
  "CON",
  "con.tar.gz",
  "NUL .txt",
  "COM1.txt",
  "com0",
  "COM¹",
  "LPT9",
  "lpt³.log",
  "PRN",
  "aux.c",
  "CONIN$",
  "conout$.txt",
  "...",
  "a.. .",
  "a\u001f",
  "a:$DATA",
  "a::$INDEX_ALLOCATION",
  "<a>",
  "a|b",
  "what?",
])("on Windows %j is refused wherever it is in a path", (name) => {
  for (const path of [`/C:/${name}`, `/C:/${name}/x`, `/C:/a/${name}/b`])
    expect(() => toHostPath(toPath(path), "win32"), path).toThrow("does not allow as a name");
});

test("on Windows names that only look reserved are names", () => {
  for (const name of ["CON1", "COM10.txt", "COM", "xNUL", "NUL_", "CONIN", "con fig", "a.con", ".nul", "~", "$MFT x"])
    expect(toHostPath(toPath(`/C:/${name}`), "win32")).toBe(`C:\\${name}`);
});

test.each([
  ["a share", "\\\\server\\share\\x"],
  ["a share in slashes", "//server/share/x"],
  ["a share without a limit of length", "\\\\?\\UNC\\server\\share\\x"],
  ["a device", "\\\\.\\PhysicalDrive0"],
  ["a drive as a device", "\\\\.\\C:\\x"],
  ["a volume", "\\\\?\\Volume{01234567-89ab-cdef-0123-456789abcdef}\\x"],
  ["the names of the kernel", "\\\\?\\GLOBALROOT\\Device\\HarddiskVolume1"],
  ["the folder of a drive", "C:x"],
  ["the drive in use", "\\x"],
  ["no drive", "1:\\x"],
])("on Windows %s is no path: %s", (_, host) => {
  expect(() => fromHostPath(host, "win32")).toThrow("is not a path on a drive");
});

test("on Windows drives are one whatever their case, and steps beyond a drive lead nowhere", () => {
  for (const host of ["c:\\a", "C:/a", "\\\\?\\c:\\a", "C:\\x\\..\\a"])
    expect(fromHostPath(host, "win32"), host).toBe("/C:/a");
  expect(() => toHostPath(toPath("C:\\..\\..\\a"), "win32")).toThrow("has no drive letter");
});

test("on Windows every path means to the system what it says, and comes back the same", () => {
  const parts = [
    "a",
    "b c",
    "..x",
    "x..y",
    ".git",
    "CON",
    "nul.txt",
    "x.",
    "x ",
    "é",
    "a:b",
    "C:",
    "?",
    "com1.",
    "lpt5",
  ];
  let refused = 0;
  for (const drive of ["C:", "z:", "CC:", "server"])
    for (const one of parts)
      for (const two of parts) {
        const path = toPath(`/${drive}/${one}/${two}`);
        let host: string;
        try {
          host = toHostPath(path, "win32");
        } catch {
          refused++;
          continue;
        }
        // Node resolves like Windows: drives, steps up, shares and devices.
        expect(win32.resolve(host), path).toBe(host);
        expect(win32.parse(host).root, path).toMatch(/^[A-Za-z]:\\$/);
        expect(fromHostPath(host, "win32").toLowerCase()).toBe(path.toLowerCase());
      }
  expect(refused).toBeGreaterThan(0);
});

test("on Windows a path may be longer than 260 characters, and is the same with and without the prefix for that", () => {
  const long = `/C:/${"folder-of-20-letters/".repeat(100)}a.ts`;
  const host = toHostPath(toPath(long), "win32");
  expect(host.length).toBeGreaterThan(2_000);
  expect(fromHostPath(host, "win32")).toBe(long);
  expect(fromHostPath(win32.toNamespacedPath(host), "win32")).toBe(long);
});

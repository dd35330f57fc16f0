import { describe, expect, it } from "vitest";
import { basename, comparePaths, dirname, isWithin, joinPath, relativePath, toPath } from "./path.ts";

describe("toPath", () => {
  it.each([
    ["/a/b", "/a/b"],
    ["a/b", "/cwd/a/b"],
    ["./a//b/", "/cwd/a/b"],
    ["../x", "/x"],
    ["../../../etc/passwd", "/etc/passwd"],
    ["/a/../../b", "/b"],
    ["/a/./b/..", "/a"],
    [".", "/cwd"],
    ["/", "/"],
    ["//server//share", "/server/share"],
    ["/...", "/..."],
    ["/a/..b/.c", "/a/..b/.c"],
    ["C:\\src\\a.ts", "/C:/src/a.ts"],
    ["c:/src/../a", "/c:/a"],
    ["a\\b", "/cwd/a\\b"],
    ["/with space/\u00e9", "/with space/\u00e9"],
  ])("%j is %j", (value, expected) => expect(toPath(value, "/cwd")).toBe(expected));

  it("refuses what is no path", () => {
    expect(() => toPath("")).toThrow(/empty/);
    expect(() => toPath("a\0b")).toThrow(/NUL/);
    expect(() => toPath("a/".repeat(3000))).toThrow(/^The path is too long\.$/);
  });
});

describe("parts of paths", () => {
  const at = (value: string) => toPath(value);
  it("splits and joins", () => {
    expect([dirname(at("/a/b")), dirname(at("/a")), dirname(at("/")), basename(at("/a/b")), basename(at("/"))]).toEqual(
      ["/a", "/", "/", "b", ""],
    );
    expect([
      joinPath(at("/a"), "b/c"),
      joinPath(at("/"), "b"),
      joinPath(at("/a"), "/b"),
      joinPath(at("/a"), ""),
      joinPath(at("/a"), "C:/b"),
    ]).toEqual(["/a/b/c", "/b", "/a/b", "/a", "/a/C:/b"]);
  });
  it("knows what lies within what", () => {
    expect([isWithin(at("/a/b"), at("/a")), isWithin(at("/ab"), at("/a")), isWithin(at("/x"), at("/"))]).toEqual([
      true,
      false,
      true,
    ]);
    expect([
      relativePath(at("/a/b/c"), at("/a")),
      relativePath(at("/a"), at("/a")),
      relativePath(at("/b"), at("/a")),
      relativePath(at("/b"), at("/")),
    ]).toEqual(["b/c", ".", "/b", "b"]);
  });
});

describe("comparePaths", () => {
  it("sorts as UTF-8 bytes do", () => {
    const names = [
      "/a",
      "/a-b",
      "/a/x",
      "/a.b",
      "/B",
      "/\uff21",
      "/\u{1f600}",
      "/e\u0301",
      "/\u00e9",
      "/ab",
      "/",
      "/\ud7ff",
    ];
    const byBytes = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect([...names].sort(comparePaths)).toEqual(byBytes);
  });
});

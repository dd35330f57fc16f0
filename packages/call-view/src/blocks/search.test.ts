import { describe, expect, test } from "vitest";
import { linkBlock, matchBlock, pathBlock, sizeText } from "./search.ts";

describe("matches", () => {
  test("are shown by file, with what is not shown counted", () => {
    const rows = [
      { line: 1, text: "before", match: false },
      { line: 2, text: "a needle", match: true },
    ];
    expect(matchBlock({ files: [{ path: "/a", matches: 3, rows }], total: 4 })).toEqual({
      kind: "matches",
      files: [
        {
          path: "/a",
          rows: [
            { line: 1, text: "before", isMatch: false },
            { line: 2, text: "a needle", isMatch: true },
          ],
        },
      ],
      total: 3,
      more: 3,
    });
  });

  test("that come one by one are put together by file", () => {
    const matches = ["/a", "/b", "/a"].map((file, i) => ({ file, line: i + 1, content: `line ${i}` }));
    expect(matchBlock({ matches })).toMatchObject({
      files: [{ path: "/a", rows: [{ line: 1 }, { line: 3, text: "line 2", isMatch: true }] }, { path: "/b" }],
      total: 3,
      more: 0,
    });
  });

  test("of which only files were asked for are files, with their counts where there are some", () => {
    expect(matchBlock({ files: ["/a", { path: "/b", count: 2 }], total: 5 })).toEqual({
      kind: "paths",
      paths: [
        { path: "/a", isFolder: false },
        { path: "/b", isFolder: false, note: "2" },
      ],
      more: 3,
    });
  });
});

test("paths tell folders and sizes, and how many come after this page", () => {
  const entries = [
    { path: "/d", kind: "directory" },
    { path: "/d/f", kind: "file", bytes: 1_500 },
  ];
  expect(pathBlock({ entries, total: 10, offset: 5 })).toEqual({
    kind: "paths",
    paths: [
      { path: "/d", isFolder: true },
      { path: "/d/f", isFolder: false, note: "1.5 kB" },
    ],
    more: 3,
  });
  expect(pathBlock({ files: ["/x"] })).toMatchObject({ paths: [{ path: "/x", isFolder: false }], more: 0 });
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1 kB"],
  [1_549, "1.5 kB"],
  [12_345, "12.3 kB"],
  [2_000_000, "2 MB"],
  [3e15, "3000 TB"],
])("%d bytes are %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

describe("links", () => {
  test("have their host and, without a title, are called by it", () => {
    const results = [
      { title: "A page", url: "https://example.com/a?b", snippet: "About it", age: "2 days" },
      "http://other.example/",
    ];
    expect(linkBlock(results, 7)).toEqual({
      kind: "links",
      links: [
        { title: "A page", url: "https://example.com/a?b", host: "example.com", snippet: "About it", note: "2 days" },
        { title: "other.example", url: "http://other.example/", host: "other.example" },
      ],
      more: 7,
    });
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    " https://a.example",
    "https://",
    "//a.b/",
    "",
  ])("attack: %j becomes none", (url) => {
    const fine = "HTTPS://a.example/";
    expect(linkBlock([{ title: "x", url }, { link: url }, url, fine])).toMatchObject({ links: [{ url: fine }] });
  });
});

import { expect, it } from "vitest";
import { isPartOf } from "./same-resource.ts";

it.each([
  ["note:///1", "note:///1"],
  ["note:1", "note:1"],
  ["file:///a/b.txt", "file:///a/./b.txt"],
  ["file:///a/%62.txt", "file:///a/b.txt"],
  ["file:///a%2fb", "file:///a%2Fb"],
  ["https://Example.com:443/a", "https://example.com/a/"],
  ["ui://app/page#top", "ui://app/page"],
  ["file:///a/", "file:///a/b/c.txt"],
  ["file:///a", "file:///a/b.txt"],
  ["no uri at all", "no uri at all"],
])("%s is answered by %s", (asked, given) => {
  expect(isPartOf(asked, given)).toBe(true);
});

it.each([
  ["note:///1", "note:///2"],
  ["note:///1", "note:///10"],
  ["note:1", "note:1/2"],
  ["file:///a/b", "file:///a"],
  ["file:///a/b", "file:///a/b/../c"],
  ["file:///a/b", "file:///a/b/%2e%2e/c"],
  ["file:///a", "file:///a%2fb"],
  ["file:///a", "https://example.com/a"],
  ["db://host/t?id=1", "db://host/t?id=2"],
  ["db://host/t?id=1", "db://host/t?id=1/x"],
  ["file:///a", "file://other/a"],
  ["file:///a", ""],
])("%s is not answered by %s", (asked, given) => {
  expect(isPartOf(asked, given)).toBe(false);
});

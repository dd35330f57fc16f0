import { toPath } from "@holdall/tool-core";
import { normalizeKey } from "unstorage";
import { expect, test } from "vitest";
import { keyOf, pathOf } from "./_key.ts";

const names = [
  "plain.txt",
  "a:b.txt",
  "a\\b",
  "a?b=c",
  "~",
  "~41",
  "%20",
  "x$",
  "$",
  ".git",
  "...",
  "..a..b..",
  "trail.",
  " ",
  "two\nlines",
  "node_modules",
  "日本語 😀",
  "Upper ΣΊΣΥΦΟΣ straße ſ \u{10400}",
];

test.each([false, true])(
  "every path has a key that unstorage leaves as it is, and comes back from it (%s)",
  (foldsCase) => {
    const keys = new Set<string>();
    for (const path of [...names.map((name) => `/${name}`), ...names.map((name) => `/a/${name}/z`)]) {
      const key = keyOf(toPath(path), foldsCase);
      expect(normalizeKey(key)).toBe(key);
      expect(key).not.toMatch(foldsCase ? /[A-Z?/\\$]|\.\./ : /[?/\\$]|\.\./);
      expect(pathOf(key, foldsCase)).toBe(path);
      keys.add(key);
    }
    expect(keys.size).toBe(2 * names.length);
  },
);

test("letters that fold to one another have keys that do not", () => {
  const keys = ["s", "S", "ſ", "ß", "ẞ", "ss", "σ", "ς", "Σ", "i", "I", "ı", "İ", "k", "\u212a"].map((name) =>
    keyOf(toPath(`/${name}`), true),
  );
  expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(keys.length);
  expect(new Set(keys.map((key) => key.toUpperCase())).size).toBe(keys.length);
});

test("what needs no encoding stays readable", () => {
  expect(keyOf(toPath("/docs/read-me_2.v1.md"), false)).toBe("docs:read-me_2.v1.md");
});

test.each(["a b", "a::b", "~2f", "~00", "..", "a:..:b", "x$", "~7", "~41", "~u0041", "~ud83d"])(
  "%j is somebody else's key",
  (key) => {
    expect(pathOf(key, false)).toBeUndefined();
  },
);

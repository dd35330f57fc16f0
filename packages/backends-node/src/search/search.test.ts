import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileTextPattern, type TextPatternOptions } from "@holdall/pattern-core";
import { type Backend, comparePaths, type FileQuery, type Path } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { testFolder } from "../_test-folder.fixture.ts";
import { nodeBackend } from "../node-backend.ts";

const everything: FileQuery = { hidden: false, ignored: false, wants: () => true, permits: () => true };

const searchIn = (backend: Backend, at: Path, pattern: string, options: TextPatternOptions = {}) => {
  const { requiredAny, ignoreCase, mayMatch } = compileTextPattern(pattern, options);
  const { literal = false, word = false, multiline = false } = options;
  const text = {
    pattern,
    literal,
    ignoreCase: ignoreCase || options.ignoreCase === true,
    word,
    multiline,
    requiredAny,
    mayMatch,
  };
  return backend.search?.(at, everything, text, { maxBytes: 1_000_000 }) ?? [];
};

const found = async (...asked: Parameters<typeof searchIn>) => {
  const all = await Array.fromAsync(searchIn(...asked));
  return { paths: all.flatMap(({ file }) => file?.path ?? []), counts: all.at(-1)?.counts };
};

/** Files with all kinds of names, some of which hold a needle. */
function setUp() {
  const folder = testFolder();
  const { root, at } = folder;
  const names = ["-", "--help", "a b", "a\nb", 'a"b', "a: b (os error 1)", "ä/ö", "日本/語", ".hid", "z/last"];
  for (const name of names) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), /[-"語t]/.test(name) ? "one\nneedle 42\n" : "nothing\n");
  }
  const needles = names
    .filter((name) => /[-"語t]/.test(name))
    .map(at)
    .sort(comparePaths);
  return { ...folder, backend: nodeBackend({ roots: root, search: { indexBytes: 0 } }), needles };
}

test.each<[string, TextPatternOptions?]>([
  ["needle", { literal: true }],
  ["[a-z]+ [0-9]{2}$"],
  ["NEEDLE", { ignoreCase: true }],
  ["one\nneedle", { literal: true, multiline: true }],
  ["(?s)e.n", { multiline: true }],
  ["\\w+ \\d"],
])("files with all kinds of names are found by %j %o", async (pattern, options) => {
  const { backend, at, needles } = setUp();
  expect((await found(backend, at(""), pattern, options)).paths).toEqual(needles);
});

test("a file that is above the bound is counted", async () => {
  const { root, at, backend, needles } = setUp();
  writeFileSync(join(root, "large"), "needle".padEnd(1_000_001));
  expect(await found(backend, at(""), "needle")).toEqual({
    paths: needles,
    counts: { files: 10, ignored: 0, denied: 0, unreadable: 0, tooLarge: 1 },
  });
});

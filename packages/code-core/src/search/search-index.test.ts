import fc from "fast-check";
import { expect, test } from "vitest";
import { createSearchIndex } from "./search-index.ts";
import type { FileToIndex } from "./segment.ts";

/** A file whose definitions are its lines that begin with `def`. */
function file(path: string, text: string, imports: readonly string[] = []): FileToIndex {
  const symbols = [...text.matchAll(/^def (\w+)/gm)].map(({ 0: whole, 1: name = "", index }) => ({
    name,
    docStart: index,
    nameStart: index + whole.length - name.length,
  }));
  return { path, text, symbols, imports };
}

function indexOf(...files: readonly FileToIndex[]) {
  const index = createSearchIndex();
  index.put(files);
  return index;
}

test("the file that defines a name comes before those that use it", () => {
  const index = indexOf(
    file("/use.py", "safeParse(a)\nsafeParse(b)\nsafeParse(c)\n"),
    file("/parse.py", "def safeParse\n  return one\n"),
  );
  const [first] = index.search("safeParse");
  expect(first).toMatchObject({ path: "/parse.py", defines: "safeParse", line: 1 });
});

test.each([["safe_parse"], ["SafeParse"], ["safe parse"], ["how does safeParse work"]])(
  "%s finds safeParse",
  (query) => {
    const index = indexOf(file("/a.py", "def safeParse\n"), file("/b.py", "def other\n"));
    expect(index.search(query)[0]?.path).toBe("/a.py");
  },
);

test("forms of a word meet", () => {
  const index = indexOf(file("/a.py", "sessions are stored\n"), file("/b.py", "numbers\n"));
  expect(index.search("storing a session").map(({ path }) => path)).toEqual(["/a.py"]);
});

test("a test ranks below the code, and is left out or ranked as code where that is wanted", () => {
  const text = "def login\n  check password and login the user\n";
  const index = indexOf(file("/tests/login.py", `${text}${text}`), file("/login.py", text));
  const paths = (options = {}) => index.search("login password", options).map(({ path }) => path);
  expect(paths()).toEqual(["/login.py", "/tests/login.py"]);
  expect(paths({ withoutTests: true })).toEqual(["/login.py"]);
});

test("a library file that is named test_ is code", () => {
  const index = indexOf(file("/lib/test_functions.bash", "def run\n"), file("/other.bash", "running it\n"));
  expect(index.search("run")[0]).toMatchObject({ path: "/lib/test_functions.bash", role: "code" });
});

test("of two equal files the one that others import comes first", () => {
  const text = "def handle\n  handle the request\n";
  const index = indexOf(
    file("/a/one.py", text),
    file("/a/two.py", text),
    ...["c", "d", "e"].map((name) => file(`/a/${name}.py`, "x\n", [".two"])),
  );
  expect(
    index
      .search("handle request")
      .map(({ path }) => path)
      .slice(0, 2),
  ).toEqual(["/a/two.py", "/a/one.py"]);
});

test("a chunk begins at its definition, with lines counted from 1", () => {
  const body = "  some text about nothing in particular\n".repeat(30);
  const index = indexOf(file("/a.py", `def first\n${body}def second\n  the needle\n${body}`));
  expect(index.search("needle")[0]).toMatchObject({ line: 32, start: 10 + body.length });
});

test("files that may not be seen change nothing: no result, no rarity, no rank", () => {
  const seen = [file("/a.py", "def alpha\n  session\n", ["b"]), file("/b.py", "def beta\n  session alpha\n")];
  const hidden = ["c", "d"].map((name) => file(`/secret/${name}.py`, "session session alpha\n", ["a"]));
  const alone = indexOf(...seen).search("alpha session");
  const visible = (path: string) => !path.startsWith("/secret/");
  expect(indexOf(...hidden, ...seen).search("alpha session", { visible })).toEqual(alone);
});

test("a removed file is no result, and a replaced one answers with its new text", () => {
  const index = indexOf(file("/a.py", "def alpha\n"), file("/b.py", "def alpha\n"));
  index.remove("/a.py");
  expect(index.search("alpha").map(({ path }) => path)).toEqual(["/b.py"]);
  index.put([file("/b.py", "def beta\n")]);
  expect(index.search("alpha")).toEqual([]);
  expect(index.filesDefining("beta")).toEqual(["/b.py"]);
});

test("identifiers lead to the files that have or define them", () => {
  const index = indexOf(
    file("/a.py", "def readFile\n"),
    file("/b.py", "readFile(x)\n"),
    file("/c.py", "file of read\n"),
  );
  expect(index.filesWith("readFile")).toEqual(["/a.py", "/b.py"]);
  expect(index.filesDefining("readFile")).toEqual(["/a.py"]);
  for (const unknown of ["x", "x".repeat(100)]) expect(index.filesWith(unknown)).toEqual(["/a.py", "/b.py", "/c.py"]);
});

test("text of other scripts, long lines and halves of characters are indexed", () => {
  const index = indexOf(
    file("/a.md", "使用者認證"),
    file("/b.md", "x".repeat(300_000)),
    file("/c.md", "\ud800 é naïve\u0000"),
  );
  expect(index.search("認證")[0]?.path).toBe("/a.md");
  expect(index.search("naïve")[0]?.path).toBe("/c.md");
});

test("after any changes the index answers as one that is made anew", () => {
  const word = fc.constantFrom("session", "parseDate", "user_name", "Request", "cache", "store");
  const text = fc
    .array(word, { minLength: 1, maxLength: 12 })
    .map((words) => `def ${words[0]}\n  ${words.join(" ")}\n`);
  const name = fc.integer({ min: 0, max: 9 }).map((i) => `/src/f${i}.py`);
  const change = fc.oneof(
    fc.record({ kind: fc.constant("put" as const), path: name, text }),
    fc.record({ kind: fc.constant("remove" as const), path: name }),
  );
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 60 }),
      fc.array(word, { minLength: 1, maxLength: 3 }),
      (changes, query) => {
        const index = createSearchIndex();
        const files = new Map<string, FileToIndex>();
        for (const one of changes) {
          if (one.kind === "put") {
            files.set(one.path, file(one.path, one.text, ["f0", "f1"]));
            index.put([files.get(one.path)!]);
          } else {
            files.delete(one.path);
            index.remove(one.path);
          }
        }
        const rounded = (found: ReturnType<typeof index.search>) =>
          found
            .map(({ score, ...hit }) => ({ ...hit, score: score.toFixed(3) }))
            .sort((a, b) => (a.path < b.path ? -1 : 1));
        const fresh = indexOf(...[...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)));
        expect(rounded(index.search(query.join(" ")))).toEqual(rounded(fresh.search(query.join(" "))));
        expect(index.files).toBe(files.size);
      },
    ),
    { numRuns: 40, seed: 7 },
  );
});

test("where the workspace lies says nothing: neither its words nor that it is below a folder of tests", () => {
  const text = "def login\n  check the password\n";
  const files = ["src/login.py", "src/login_test.py", "docs/login.py", "spec/login.py"];
  const found = (root: string) => {
    const index = indexOf(...files.map((path) => file(`${root}/${path}`, text)));
    const hits = index.search("tests examples login password");
    return hits.map(({ path, score, role }) => [path.slice(root.length), score.toFixed(4), role]);
  };
  expect(found("/home/tests/examples/app")).toEqual(found("/a"));
  expect(
    found("/a")
      .map(([, , role]) => role)
      .sort(),
  ).toEqual(["code", "document", "test", "test"]);
});

import { expect, test } from "vitest";
import { type WalkQuery, walkFolder } from "./walk-folder.ts";
import type { FolderEntry } from "./walk-rules.ts";
import { foldersAbove, rulesIn, startRules, type WalkRules } from "./walk-rules.ts";

type Tree = Readonly<Record<string, string>>;
const everything: WalkQuery<string> = { hidden: false, ignored: false, wants: () => true };

function entriesOf(tree: Tree, folder: string): FolderEntry[] {
  const start = folder === "/" ? "/" : `${folder}/`;
  const below = Object.keys(tree).filter((path) => path.startsWith(start));
  const names = new Map(
    below.map((path) => {
      const [name = "", rest] = path.slice(start.length).split("/");
      return [name, rest === undefined ? "file" : "directory"] as const;
    }),
  );
  return [...names].map(([name, kind]) => ({ name, kind }));
}

function rulesOf(tree: Tree, folder: string, above: WalkRules): WalkRules {
  const finding = rulesIn(folder, entriesOf(tree, folder), above);
  let step = finding.next();
  while (!step.done) step = finding.next(tree[step.value]);
  return step.value;
}

/** A whole walk as any walker does it: files as they are, folders that a rule hides with a `-`. */
function walk(tree: Tree, { from = "/", query = everything, excludes = "", top = "/" } = {}): string[] {
  const found: string[] = [];
  const visit = (folder: string, above: WalkRules) => {
    const rules = query.ignored ? above : rulesOf(tree, folder, above);
    for (const { path, step } of walkFolder(folder, entriesOf(tree, folder), rules, query)) {
      if (step === "enter") visit(path, rules);
      else found.push(step === "ignored" ? `-${path}` : path);
    }
  };
  visit(
    from,
    foldersAbove(from, top).reduce((rules, folder) => rulesOf(tree, folder, rules), startRules(excludes, { top })),
  );
  return found;
}

const treeOf = (...paths: string[]): Tree => Object.fromEntries(paths.map((path) => [path, ""]));

test("the order is that of whole paths: a folder sorts as its name with a slash, and by code point", () => {
  const paths = ["/a b", "/a!/x", "/a-b", "/a.ts", "/a/x", "/a0", "/aa/x", "/ａ", "/😀/x", "/😀0"];
  expect(walk(treeOf(...[...paths].reverse()))).toEqual(paths);
});

test(".git is never entered, hidden names only when asked for, what is neither file nor folder never", () => {
  const tree = treeOf("/.git/config", "/.env", "/.github/x", "/a");
  expect(walk(tree)).toEqual(["/a"]);
  expect(walk(tree, { query: { ...everything, hidden: true } })).toEqual(["/.env", "/.github/x", "/a"]);
  const odd: FolderEntry[] = [
    { name: "socket", kind: "other" },
    { name: "link", kind: "symlink" },
  ];
  expect(walkFolder("/", odd, startRules(), everything).map(({ path }) => path)).toEqual(["/link"]);
});

test("what is not wanted is not counted, and what is wanted always is found whatever hides it", () => {
  const tree = { "/.gitignore": "*.log\ndist\n", "/dist/a.js": "", "/dist/.b.js": "", "/x.log": "", "/y.log": "" };
  expect(walk(tree)).toEqual(["-/dist", "-/x.log", "-/y.log"]);
  const wants = (path: string, kind: string) => kind === "file" && path === "/y.log";
  expect(walk(tree, { query: { ...everything, wants } })).toEqual(["-/y.log"]);
  const always: WalkQuery<string>["wants"] = (path) => path.startsWith("/dist") && "always";
  expect(walk(tree, { query: { ...everything, wants: always } })).toEqual(["/dist/.b.js", "/dist/a.js"]);
});

test("rules above the walk hold, and the nearest .gitignore has the last word", () => {
  const tree = {
    "/app/.gitignore": "*.log\n/only-top\n",
    "/app/src/.gitignore": "!keep.log\n",
    "/app/src/keep.log": "",
    "/app/src/other.log": "",
    "/app/src/only-top": "",
  };
  expect(walk(tree, { from: "/app/src" })).toEqual(["/app/src/keep.log", "/app/src/only-top", "-/app/src/other.log"]);
});

test("of the kinds of rules .ignore is strongest, then .gitignore, .git/info/exclude, the user's own", () => {
  const tree = {
    "/.git/info/exclude": "b\n!d\n",
    "/.gitignore": "!b\na\n",
    "/.ignore": "!a\n",
    "/in/.gitignore": "a\n",
    "/in/a": "",
    "/a": "",
    "/b": "",
    "/c": "",
    "/d": "",
  };
  expect(walk(tree, { excludes: "c\nd\n/in/gone\n" })).toEqual(["/a", "/b", "-/c", "/d", "/in/a"]);
});

test("a repository inside another one has rules of its own; .ignore and the user's own rules go on", () => {
  const tree = {
    "/.git/info/exclude": "excluded\n",
    "/.gitignore": "*.log\n",
    "/.ignore": "*.tmp\n",
    "/inner/.git/HEAD": "",
    "/inner/.git/info/exclude": "own\n",
    "/inner/a.log": "",
    "/inner/a.tmp": "",
    "/inner/excluded": "",
    "/inner/own": "",
    "/inner/user": "",
    "/inner/deep/user": "",
  };
  const expected = ["/inner/a.log", "-/inner/a.tmp", "/inner/deep/user", "/inner/excluded", "-/inner/own"];
  expect(walk(tree, { excludes: "/user" })).toEqual([...expected, "-/inner/user"]);
  expect(walk(tree, { excludes: "/user", from: "/inner" })).toEqual([...expected, "-/inner/user"]);
});

test("a worktree has the excludes of the repository it comes from, a submodule those of its own", () => {
  const tree = {
    "/main/.git/info/exclude": "secret\n",
    "/main/.git/worktrees/w/commondir": "../..\n",
    "/app/.git": "gitdir: /main/.git/worktrees/w\n",
    "/app/secret": "",
    "/main/.git/modules/sub/info/exclude": "part\n",
    "/main/sub/.git": "gitdir: ../.git/modules/sub\n",
    "/main/sub/part": "",
    "/main/sub/secret": "",
    "/broken/.git": "nothing of use",
    "/broken/a": "",
  };
  expect(walk(tree)).toEqual(["-/app/secret", "/broken/a", "-/main/sub/part", "/main/sub/secret"]);
  expect(walk(tree, { from: "/app", top: "/app" })).toEqual(["/app/secret"]);
});

test("with ignored nothing is hidden by a rule, and case counts unless told", () => {
  const tree = { "/.gitignore": "*.LOG\n", "/a.log": "" };
  expect(walk(tree, { query: { ...everything, ignored: true }, excludes: "a*" })).toEqual(["/a.log"]);
  expect(walk(tree)).toEqual(["/a.log"]);
  const rules = rulesOf(tree, "/", startRules("", { ignoreCase: true }));
  expect(walkFolder("/", entriesOf(tree, "/"), rules, everything)[0]?.step).toBe("ignored");
});

test("the folders above a folder, from the root on", () => {
  expect(foldersAbove("/a/b/c")).toEqual(["/", "/a", "/a/b"]);
  expect(foldersAbove("/")).toEqual([]);
  expect(foldersAbove("/a/b/c", "/a")).toEqual(["/a", "/a/b"]);
  expect(foldersAbove("/a", "/a")).toEqual([]);
});

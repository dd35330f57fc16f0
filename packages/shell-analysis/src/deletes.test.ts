// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import { type Path, toPath } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { type AnalyzeOptions, analyzeCommand } from "./analyze-command.ts";
import { commandAccess, factsOf } from "./command-access.ts";
import { effectOf } from "./effect-of.ts";
import { memoryFiles } from "./files/memory-files.fixture.ts";

const root = "/home/me/app";
const files = memoryFiles({
  [`${root}/a`]: "text",
  [`${root}/b`]: "text",
  [`${root}/src/c`]: "text",
  [`${root}/link`]: "-> /elsewhere",
});
const analyze = (source: string, options: Partial<AnalyzeOptions> = { files, root: root as Path }) =>
  analyzeCommand(source, { cwd: root as Path, home: "/home/me", ...options });

describe("what is deleted or overwritten and not known", () => {
  it.each([
    ['rm "$x"', "delete"],
    ["cat a | xargs rm", "delete"],
    ['find "$x" -delete', "delete"],
    ['cd "$x" && rm b', "delete"],
    ['shred "$x"', "delete"],
    ['git rm "$x"', "delete"],
    ['git clean -fd "$x"', "delete"],
    ['echo > "$x"', "write"],
    ['echo >| "$x"', "write"],
    ['cp a "$x"', "write"],
    ['tee "$x"', "write"],
    ['sort -o "$x" a', "write"],
    ['tar xf a -C "$x"', "write"],
  ] as const)("%s is an effect on everything", (source, action) =>
    expect(analyze(source).effects).toContainEqual({ action, target: "/", isUnresolved: true }),
  );

  it.each([
    'echo >> "$x"',
    'tee -a "$x"',
    'touch "$x"',
    'mkdir "$x"',
    'cat "$x"',
    'sed -i s/a/b/ "$x"',
    't=$(mktemp); rm "$t"',
  ])("%s is not", (source) => {
    const { effects, unknowns } = analyze(source);
    expect(effects.filter(({ isUnresolved }) => isUnresolved)).toEqual([]);
    expect(unknowns).not.toEqual([]);
  });

  it("an integer in a name leads nowhere else", () => {
    expect(analyze('for i in {1..5}; do rm "x-$i.txt"; done').effects).toEqual([
      { action: "delete", target: root, pattern: "x-*.txt" },
    ]);
  });
});

describe("names that are deleted without following a link", () => {
  it.each([
    ["rm -rf /tmp/x", true],
    ["rm -rf /tmp/x/", undefined],
    ["rm -rf /tmp/../x", undefined],
    ["rm -rf /tmp/x*", true], // which is its name where nothing else is found
    ["cd /tmp && rm -rf x", undefined],
    ["find /tmp/x -delete", undefined],
    ["shred -u /tmp/x", undefined],
  ])("%s: %s", (source, isEntry) => {
    const found = analyze(source).effects.find(({ action }) => action === "delete");
    expect(found?.isEntry).toBe(isEntry);
  });
});

describe("moves", () => {
  it.each([
    ["mv a new", { [`${root}/a`]: `${root}/new` }],
    ["mv a src", { [`${root}/a`]: `${root}/src/a` }],
    ["mv -t src a b", { [`${root}/a`]: `${root}/src/a`, [`${root}/b`]: `${root}/src/b` }],
    ["mv src new", { [`${root}/src`]: `${root}/new` }],
    ["mkdir x && mv a new", { [`${root}/a`]: `${root}/new` }],
    ["mv a b", {}],
    ["mv -T a src", {}],
    ["mv src .new", {}],
    ["mv link new", {}],
    ["mv a link/x", {}],
    ["mv a gone/x", {}],
    ["mv a /tmp/x", {}],
    ["mv *.x src", {}],
    ["mv a new; mv b new", {}],
    ["mv a new; npm test", {}],
    ["ln -s / new; mv a new", {}],
  ])("%s goes to %j", (source, expected) => {
    const moves = analyze(source).effects.filter(({ movedTo }) => movedTo);
    expect(Object.fromEntries(moves.map(({ target, movedTo }) => [target, movedTo]))).toEqual(expected);
  });

  it("are deletes where nobody can look", () => {
    expect(analyze("mv a new", {}).effects.filter(({ movedTo }) => movedTo)).toEqual([]);
    expect(analyze("mv a new", {}).effects).toContainEqual({ action: "delete", target: `${root}/a` });
  });

  it("over a file delete it, and so does a link that is forced", () => {
    for (const source of ["mv a b", "ln -sf a b"])
      expect(analyze(source).effects).toContainEqual({ action: "delete", target: `${root}/b` });
  });
});

it("a command is complete when nothing but its effects happens, and only where somebody can look", () => {
  const isComplete = (source: string) => analyze(source).complete;
  for (const source of [
    "pwd",
    "wc a | sort",
    "mkdir x; touch x/y",
    "mv a new",
    "cat a > new",
    "git --version",
    "timeout 5 ls",
  ])
    expect(isComplete(source), source).toBe(true);
  for (const source of [
    "npm test",
    "wc link",
    "cat link/x",
    "cat *",
    "ls ..",
    "wc $x",
    "sudo ls",
    "sh -c ls",
    "x",
    "ls -L",
  ])
    expect(isComplete(source), source).toBe(false);
  expect(analyze("pwd", {}).complete).toBe(false);
});

it("git checkout of a name is a switch where nothing is by that name, and gives up changes otherwise", () => {
  const discards = (source: string, options?: Partial<AnalyzeOptions>) =>
    analyze(source, options).programs.some((program) => program.discards !== undefined);
  expect(["git checkout main", "git checkout -b a", "git checkout -"].map((source) => discards(source))).not.toContain(
    true,
  );
  expect(
    ["git checkout a", "git checkout link", "git checkout x y", 'cd "$x"; git checkout main'].map((source) =>
      discards(source),
    ),
  ).not.toContain(false);
  expect(discards("git -C src checkout c")).toBe(true);
  expect(discards("git --git-dir=x checkout main")).toBe(true);
});

it("what is known of an access goes with it, and is read from its text otherwise", () => {
  const access = commandAccess(analyze('time sudo -n git reset --hard; rm "$x"'));
  expect(access.map(({ target }) => target)).toContain("time sudo -n git reset --hard");
  const [wrapped] = access;
  for (const each of [wrapped!, { ...wrapped! }]) {
    const { programs, complete } = factsOf(each);
    expect(programs[0]?.wrappers.map(({ text, ownWords }) => [text, ownWords])).toEqual([
      ["time sudo -n git reset --hard", 1],
      ["sudo -n git reset --hard", 2],
    ]);
    expect(programs[0]?.discards).toMatch(/uncommitted/);
    expect(complete).toBe(false);
  }
  const deleted = access.find(({ action }) => action === "delete")!;
  expect(effectOf(deleted)).toMatchObject({ isUnresolved: true });
  expect(effectOf({ ...deleted })).toBeUndefined();
  expect(factsOf(commandAccess(analyzeCommand("pwd", { cwd: toPath(root), files }))[0]!).complete).toBe(true);
});

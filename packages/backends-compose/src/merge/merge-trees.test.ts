import { expect, test } from "vitest";
import { bytes } from "../_fixtures.fixture.ts";
import { type MergeConflict, mergeTrees } from "./merge-trees.ts";
import { type Decision, resolveConflict } from "./resolve-conflict.ts";

const files = (of: Record<string, string>) => new Map(Object.entries(of).map(([path, text]) => [path, bytes(text)]));
const merge = (base: Record<string, string>, current: Record<string, string>, incoming: Record<string, string>) =>
  mergeTrees({ base: files(base), current: files(current), incoming: files(incoming) });
const long = "one\ntwo\nthree\nfour\n";
const shown = (changes: ReturnType<typeof merge>["changes"]) =>
  changes.map((change) =>
    "bytes" in change && change.bytes ? { ...change, bytes: new TextDecoder().decode(change.bytes) } : change,
  );

test("what one side has changed is taken, in the order in which it can be made", () => {
  const { changes, conflicts } = merge(
    { a: "1", b: "2", c: "3" },
    { a: "1", b: "2", c: "here" },
    { a: "there", c: "3", d: "new" },
  );
  expect(shown(changes)).toEqual([
    { kind: "remove", path: "b" },
    { kind: "write", path: "a", bytes: "there" },
    { kind: "write", path: "d", bytes: "new" },
  ]);
  expect(conflicts).toEqual([]);
});

test("a file that one side renamed gets the changes of the other, whichever it is", () => {
  const edited = long.replace("two", "2");
  expect(shown(merge({ a: long }, { b: long }, { a: edited }).changes)).toEqual([
    { kind: "write", path: "b", bytes: edited },
  ]);
  expect(shown(merge({ a: long }, { a: edited }, { b: long }).changes)).toEqual([
    { kind: "move", path: "b", from: "a" },
  ]);
  const moved = long.replace("four", "4");
  expect(shown(merge({ a: long }, { a: edited }, { b: moved }).changes)).toEqual([
    { kind: "move", path: "b", from: "a", bytes: edited.replace("four", "4") },
  ]);
});

test.each<
  [kind: string, base: Record<string, string>, current: Record<string, string>, incoming: Record<string, string>]
>([
  ["content", { a: "1" }, { a: "2" }, { a: "3" }],
  ["binary", { a: "\x001" }, { a: "\x002" }, { a: "\x003" }],
  [
    "generated",
    { "pnpm-lock.yaml": "1\n2\n3\n" },
    { "pnpm-lock.yaml": "x\n2\n3\n" },
    { "pnpm-lock.yaml": "1\n2\ny\n" },
  ],
  ["added", {}, { a: "1" }, { a: "2" }],
  ["removed", { a: "1" }, {}, { a: "2" }],
  ["removed", { a: "1" }, { a: "2" }, {}],
  ["renamed", { a: long }, { b: long }, { c: long }],
  ["renamed", { a: long }, { a: long, b: "in the way" }, { b: long }],
])("a conflict of the kind %s changes nothing", (kind, base, current, incoming) => {
  const { changes, conflicts } = merge(base, current, incoming);
  expect(changes).toEqual([]);
  expect(conflicts.map((conflict) => conflict.kind)).toContain(kind);
});

test("two files are never put at one path", () => {
  const base = { a: long, b: long.replace("one", "eins") };
  const { changes, conflicts } = merge(base, { ...base }, { "c/a": long, b: base.b });
  expect(shown(changes)).toEqual([{ kind: "move", path: "c/a", from: "a" }]);
  expect(conflicts).toEqual([]);
  expect(merge(base, { ...base, "c/a": "other" }, { "c/a": long, b: base.b })).toMatchObject({
    changes: [],
    conflicts: [{ kind: "renamed", path: "a" }],
  });
});

test("a decision takes a side, both, or another text", () => {
  const decide = (conflict: MergeConflict | undefined, decision: Decision, taken: readonly string[] = []) =>
    conflict && shown(resolveConflict(conflict, decision, (path) => taken.includes(path)));
  const [content] = merge({ "a.ts": "1\n" }, { "a.ts": "2\n" }, { "a.ts": "3\n" }).conflicts;
  expect(decide(content, { take: "current" })).toEqual([]);
  expect(decide(content, { take: "incoming" })).toEqual([{ kind: "write", path: "a.ts", bytes: "3\n" }]);
  expect(decide(content, { take: "both" })).toEqual([{ kind: "write", path: "a.ts", bytes: "2\n3\n" }]);
  expect(decide(content, { text: "4\n" })).toEqual([{ kind: "write", path: "a.ts", bytes: "4\n" }]);
  const [binary] = merge({ "a.png": "\x001" }, { "a.png": "\x002" }, { "a.png": "\x003" }).conflicts;
  expect(decide(binary, { take: "both" })).toMatchObject([{ kind: "write", path: "a.incoming.png" }]);
  expect(decide(binary, { take: "both" }, ["a.incoming.png"])).toMatchObject([{ path: "a.incoming-2.png" }]);
  expect(() => decide(binary, { text: "x" })).toThrow("is not text");
  const [removed] = merge({ a: "1" }, { a: "2" }, {}).conflicts;
  expect(decide(removed, { take: "incoming" })).toEqual([{ kind: "remove", path: "a" }]);
  const [renamed] = merge({ a: long }, { b: long }, { c: long }).conflicts;
  expect(decide(renamed, { take: "incoming" })).toEqual([{ kind: "move", path: "c", from: "b", bytes: long }]);
  expect(decide(renamed, { take: "incoming" }, ["c"])).toMatchObject([{ kind: "move", path: "c.incoming" }]);
});

test("each side of conflicting lines keeps the lines of the other that do not conflict", () => {
  const base = "one\ntwo\nthree\nfour\nfive\nsix\n";
  const current = base.replace("one", "yours").replace("six", "6");
  const incoming = base.replace("one", "mine").replace("four", "4");
  const [conflict] = merge({ a: base }, { a: current }, { a: incoming }).conflicts;
  if (!conflict) throw new Error("no conflict");
  for (const [take, first] of [
    ["current", "yours"],
    ["incoming", "mine"],
    ["both", "yours\nmine"],
  ] as const)
    expect(shown(resolveConflict(conflict, { take }))).toEqual([
      { kind: "write", path: "a", bytes: `${first}\ntwo\nthree\n4\nfive\n6\n` },
    ]);
  const denied = { ...conflict, kind: "denied" } as const;
  expect(resolveConflict(denied, { take: "current" })).toEqual([]);
});

test("a decision on a name or a place keeps the lines of both sides", () => {
  const [current, incoming] = [long.replace("one", "1"), long.replace("four", "4")];
  const both = current.replace("four", "4");
  const [renamed] = merge({ a: long }, { b: current }, { c: incoming }).conflicts;
  if (!renamed) throw new Error("no conflict");
  expect(shown(resolveConflict(renamed, { take: "incoming" }))).toEqual([
    { kind: "move", path: "c", from: "b", bytes: both },
  ]);
  for (const take of ["both", "current"] as const)
    expect(shown(resolveConflict(renamed, { take }))).toEqual([{ kind: "write", path: "b", bytes: both }]);
  const side = (text: string) => ({ path: "a", bytes: bytes(text) });
  for (const kind of ["denied", "kind"] as const) {
    const conflict = {
      kind,
      path: "a",
      base: bytes(long),
      current: side(current),
      incoming: side(incoming),
      lines: [],
    };
    expect(shown(resolveConflict(conflict, { take: "incoming" }))).toEqual([{ kind: "write", path: "a", bytes: both }]);
  }
});

test("a decision on lines keeps the name that one side has given the file", () => {
  const [mine, theirs] = [long.replace("one", "mine"), long.replace("one", "theirs")];
  const [there] = merge({ a: long }, { a: mine }, { "x/a": theirs }).conflicts;
  const [here] = merge({ a: long }, { "x/a": mine }, { a: theirs }).conflicts;
  if (!there || !here) throw new Error("no conflict");
  expect(shown(resolveConflict(there, { take: "current" }))).toEqual([]);
  expect(shown(resolveConflict(there, { text: "4" }))).toEqual([{ kind: "move", path: "x/a", from: "a", bytes: "4" }]);
  expect(shown(resolveConflict(here, { take: "incoming" }))).toEqual([{ kind: "write", path: "x/a", bytes: theirs }]);
});

test("a conflict of names has the lines that conflict, too, and lock files are not merged under a new name", () => {
  const edits = [long.replace("one", "mine"), long.replace("one", "theirs")] as const;
  expect(merge({ a: long }, { b: edits[0] }, { c: edits[1] }).conflicts).toMatchObject([
    { kind: "renamed", lines: [{ current: "mine\n", incoming: "theirs\n" }] },
  ]);
  const lock = { "pnpm-lock.yaml": long };
  const [one, other] = [{ "old.yaml": edits[0] }, { "pnpm-lock.yaml": long.replace("four", "4") }];
  expect(merge(lock, one, other).conflicts).toMatchObject([{ kind: "generated", path: "pnpm-lock.yaml" }]);
});

test("both sides have given a file the same name and edited it, or moved another one into a folder that is gone", () => {
  const both = [long.replace("one", "1"), long.replace("four", "4")] as const;
  expect(shown(merge({ a: long }, { b: both[0] }, { b: both[1] }).changes)).toEqual([
    { kind: "write", path: "b", bytes: both[0].replace("four", "4") },
  ]);
  expect(shown(merge({ a: long, "d/x": "x" }, { a: long }, { "d/a": long, "d/x": "x" }).changes)).toEqual([
    { kind: "move", path: "d/a", from: "a" },
  ]);
});

test("a text of its own has the line ends, the mark and the encoding of the file, or is refused", () => {
  const decide = (current: Uint8Array) =>
    resolveConflict(
      { kind: "content", path: "a", current: { path: "a", bytes: current }, lines: [] },
      { text: "x\ny\n" },
    );
  expect(shown(decide(bytes("\ufeff1\r\n2\r\n")))).toEqual([{ kind: "write", path: "a", bytes: "x\r\ny\r\n" }]);
  expect(decide(Uint8Array.from([0xfe, 0xff, 0, 49, 0, 10]))).toEqual([
    { kind: "write", path: "a", bytes: Uint8Array.from([0xfe, 0xff, 0, 120, 0, 10, 0, 121, 0, 10]) },
  ]);
  expect(() => decide(Uint8Array.from([0xe9, 10]))).toThrow("is not UTF-8");
});

test("a text of their own gets the line ends and the byte order mark that either side has changed to", () => {
  const decided = (base: string | undefined, current: string, incoming: string) => {
    const of = (text: string | undefined): Record<string, string> => (text === undefined ? {} : { a: text });
    const [conflict] = merge(of(base), of(current), of(incoming)).conflicts;
    const [change] = conflict ? resolveConflict(conflict, { text: "k\nZ\n" }) : [];
    return change?.kind === "write" && new TextDecoder("utf-8", { ignoreBOM: true }).decode(change.bytes);
  };
  expect(decided("k\nb\n", "k\nY\n", "\ufeffk\r\nX\r\n")).toBe("\ufeffk\r\nZ\r\n");
  expect(decided("k\r\nb\r\n", "k\r\nY\r\n", "k\nX\n")).toBe("k\nZ\n");
  expect(decided("\ufeffk\r\nb\r\n", "k\nY\n", "\ufeffk\r\nX\r\n")).toBe("k\nZ\n");
  expect(decided(undefined, "k\r\nY\r\n", "\ufeffk\nX\n")).toBe("\ufeffk\r\nZ\r\n");
  expect(decided("b\r\n", "Y", "X")).toBe("k\r\nZ\r\n");
  expect(decided("k\nb\n", "k\r\nl\nY\n", "k\nX\n")).toBe("k\nZ\n"); // the current ends differ: as it was given
});

import { chmodSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, type Path, toPath } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { testFolder } from "../_test-folder.fixture.ts";
import { folderReader } from "./folder-reader.ts";

async function open() {
  const { root } = testFolder();
  for (const name of ["a", "a/b", "c"]) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, "file"), name);
  }
  const [reader, plain] = [await folderReader(root), await folderReader(root)];
  onTestFinished(() => reader[Symbol.dispose]());
  // Without a watch, it looks each time.
  plain[Symbol.dispose]();
  const tree = async (of: typeof reader): Promise<Entry[]> => {
    await of.settle();
    const visit = (folder: Path): Entry[] =>
      (of.read(folder, false) ?? []).flatMap((each) => [each, ...(each.kind === "directory" ? visit(each.path) : [])]);
    // What is in a folder changes its times, for which the folder above gets no event.
    const timeless = ({ path, kind, mode }: Entry): Entry => ({ path, kind, ...(mode !== undefined && { mode }) });
    const all = visit(toPath(root)).map((each) => (each.kind === "directory" ? timeless(each) : each));
    return all.sort((one, other) => (one.path < other.path ? -1 : 1));
  };
  return {
    root,
    at: (name: string) => join(root, name),
    reader,
    watched: () => tree(reader),
    plain: () => tree(plain),
  };
}

// Only Linux tells of changes in time.
test.skipIf(process.platform !== "linux")(
  "a folder without changes is the same array, unless it is to be fresh",
  async () => {
    const { reader, at } = await open();
    const folder = toPath(at("a"));
    const first = reader.read(folder, false);
    await reader.settle();
    expect(reader.read(folder, false)).toBe(first);
    expect(reader.read(folder, true)).not.toBe(first);
    writeFileSync(at("a/file"), "other");
    await reader.settle();
    expect(reader.read(folder, false)).not.toBe(first);
  },
);

const changes: readonly (readonly [string, (at: (name: string) => string) => void])[] = [
  ["a write", (at) => writeFileSync(at("a/b/file"), "longer than before")],
  ["a new file", (at) => writeFileSync(at("a/new"), "")],
  ["a new folder with files", (at) => [mkdirSync(at("d/e"), { recursive: true }), writeFileSync(at("d/e/f"), "f")]],
  ["other permissions", (at) => [chmodSync(at("a/file"), 0o600), chmodSync(at("a/b"), 0o700)]],
  ["a removed folder", (at) => rmSync(at("a/b"), { recursive: true })],
  ["a folder in the place of another", (at) => [rmSync(at("c"), { recursive: true }), mkdirSync(at("c"))]],
  ["a moved folder", (at) => renameSync(at("a"), at("moved"))],
  [
    "folders that change places",
    (at) => [renameSync(at("a"), at("x")), renameSync(at("c"), at("a")), renameSync(at("x"), at("c"))],
  ],
  ["a link in the place of a folder", (at) => [rmSync(at("c"), { recursive: true }), symlinkSync("a", at("c"))]],
];

test.each(changes)("it sees %s as a reader that looks each time does", async (_, change) => {
  const { at, watched, plain } = await open();
  for (let round = 0; round < 2; round++) {
    expect(await watched()).toEqual(await plain());
    if (round === 0) change(at);
  }
  writeFileSync(at("late"), "");
  expect(await watched()).toEqual(await plain());
});

test("it sees a change that was made under another name", async () => {
  const { at, watched, plain } = await open();
  linkSync(at("a/file"), `${at("c")}-outside`);
  mkdirSync(at("far"));
  renameSync(`${at("c")}-outside`, at("far/file"));
  await watched();
  writeFileSync(at("far/file"), "through the other name");
  expect(await watched()).toEqual(await plain());
});

test("it reads what is a plain file, into a buffer while there is room", async () => {
  const { at, reader } = await open();
  symlinkSync("file", at("a/link"));
  writeFileSync(at("a/large"), "x".repeat(100));
  const entries = ["a/file", "a/b/file", "a/link", "a/large", "a/gone"].map(
    (name): Entry => ({ path: toPath(at(name)), kind: "file" }),
  );
  const contents = reader.readFiles(entries, new Uint8Array(10));
  expect(contents.map((each) => each && Buffer.from(each.bytes).toString())).toEqual([
    ...["a", "a/b", undefined, "x".repeat(100), undefined],
  ]);
  expect(contents[0]?.hash).toBe("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
});

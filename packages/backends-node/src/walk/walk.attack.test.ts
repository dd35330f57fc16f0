import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { FileQuery, Path } from "@holdall/tool-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { testFolder } from "../_test-folder.fixture.ts";
import { backendOver } from "../node-backend.ts";
import { openByHandle, openByPath } from "../paths/_folder.ts";
import { createPathGuard } from "../paths/_path-guard.ts";
import { walk } from "./walk.ts";

const everything: FileQuery = { hidden: true, ignored: false, wants: () => true, permits: () => true };

/** Put a link to the outside in the place of a folder or file, and the other way round. */
const swap = (place: string, target: string) => {
  renameSync(place, `${place}.real`);
  symlinkSync(target, place);
};
const swapBack = (place: string) => {
  unlinkSync(place);
  renameSync(`${place}.real`, place);
};

/** A tree with secrets beside it, of the same names and of others. */
function setUp() {
  const folder = testFolder();
  const { root, outside } = folder;
  for (const at of [join(root, "a/b/c"), join(root, "z"), join(outside, "b/c")]) mkdirSync(at, { recursive: true });
  for (const at of ["a/b/c/file", "a/b/file", "a/file", "z/file"]) writeFileSync(join(root, at), "inside");
  for (const at of ["b/c/file", "b/c/secret", "b/secret", "secret"]) writeFileSync(join(outside, at), "inside secret");
  return folder;
}

describe.each([
  ["by handles", openByHandle],
  ["by paths", openByPath],
])("a folder that becomes a link to the outside during a walk %s leads nowhere", (_, openFolder) => {
  test.each([
    ["a", "a", "z/file"],
    ["a", "a/b", "z/file"],
    ["a", "a/b/c", "z/file"],
    ["z", "z", "a/file"],
  ])("%s, about to enter %s", async (swapped, entered, other) => {
    const { root, outside, at } = setUp();
    const backend = backendOver([root], openFolder);
    let swaps = 0;
    const permits = (path: Path) => {
      if (path === at(entered) && swaps++ === 0) swap(at(swapped), outside);
      return true;
    };
    const batches = await Array.fromAsync(backend.glob?.(at(""), { ...everything, permits }) ?? []);
    const found = batches.flatMap(({ files }) => files.map(({ path }) => path));
    expect(swaps).toBeGreaterThan(0);
    expect(found).toContain(at(other));
    expect(found.filter((path) => path.includes("secret"))).toEqual([]);
    expect(batches.at(-1)?.counts.files).toBe(found.length);
  });
});

// Only Linux walks by handles, which is what is attacked here.
test.runIf(process.platform === "linux")(
  "a start that is a link only while it is read shows nothing of where it led",
  async () => {
    const { root, outside, at } = setUp();
    const guard = createPathGuard([root], openByHandle, true);
    // Swapped once the start is open, and back as soon as its names are known.
    const swapping = {
      ...guard,
      folder(path: Path) {
        const folder = guard.folder(path);
        if (path === at("a")) swap(path, outside);
        return folder;
      },
    };
    let isSwapped = true;
    const wants = () => {
      if (isSwapped) swapBack(at("a"));
      isSwapped = false;
      return true;
    };
    const context = { guard: swapping, openFolder: openByHandle, caseSensitive: true };
    const how = { most: 512, signal: undefined, judged: undefined };
    const found = await Array.fromAsync(walk(context, at("a"), { ...everything, ignored: true, wants }, how));
    expect(isSwapped).toBe(false);
    expect(found.flat().map(({ path }) => path)).toEqual(["a/b/c/file", "a/b/file", "a/file"].map(at));
  },
);

test("a file that becomes a link to the outside while it is searched gives no byte of it", async () => {
  const { root, outside, at } = setUp();
  const backend = backendOver([root], openByHandle);
  const seen: string[] = [];
  const text = {
    pattern: "inside",
    literal: true,
    ignoreCase: false,
    word: false,
    multiline: false,
    requiredAny: ["inside"],
    mayMatch(bytes: Uint8Array) {
      const content = new TextDecoder().decode(bytes);
      seen.push(content);
      if (seen.length === 1) swap(join(root, "a"), outside);
      return true;
    },
  };
  const found = await Array.fromAsync(backend.search?.(at(""), everything, text, { maxBytes: 1000 }) ?? []);
  expect(seen.length).toBeGreaterThan(1);
  for (const { file } of found) if (file) expect(new TextDecoder().decode(file.bytes)).toBe("inside");
});

test("links are found and not followed: out, up, in circles, to nothing", async () => {
  const { root, outside, at } = setUp();
  symlinkSync(outside, join(root, "out"));
  symlinkSync("..", join(root, "z/up"));
  symlinkSync("two", join(root, "one"));
  symlinkSync("one", join(root, "two"));
  symlinkSync("gone", join(root, "to-nothing"));
  const backend = backendOver([root], openByHandle);
  const batches = await Array.fromAsync(backend.glob?.(at(""), everything) ?? []);
  const links = batches.flatMap(({ files }) => files.filter(({ kind }) => kind === "symlink"));
  expect(links.map(({ path, target }) => [path, target])).toEqual([
    [at("one"), "two"],
    [at("out"), outside],
    [at("to-nothing"), "gone"],
    [at("two"), "one"],
    [at("z/up"), ".."],
  ]);
  expect(batches.flatMap(({ files }) => files)).toHaveLength(links.length + 4);
});

// Windows has no named pipes in folders.
// Windows has no such files.
test.skipIf(process.platform === "win32")(
  "pipes and sockets are neither listed nor opened, even one that took the name of a file",
  async () => {
    const { root, at } = setUp();
    execFileSync("mkfifo", [join(root, "pipe")]);
    const server = createServer().listen(join(root, "socket"));
    onTestFinished(() => void server.close());
    const text = {
      pattern: "inside",
      literal: true,
      ignoreCase: false,
      word: false,
      multiline: false,
      requiredAny: ["inside"],
      mayMatch: () => true,
    };
    const backend = backendOver([root], openByHandle);
    const permits = (path: Path) => {
      if (path !== at("z/file")) return true;
      unlinkSync(path);
      execFileSync("mkfifo", [path]);
      return true;
    };
    const found = await Array.fromAsync(
      backend.search?.(at(""), { ...everything, permits }, text, { maxBytes: 1000 }) ?? [],
    );
    expect(found.flatMap(({ file }) => file?.path ?? [])).toEqual(["a/b/c/file", "a/b/file", "a/file"].map(at));
  },
);

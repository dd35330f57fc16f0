import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Backend, comparePaths, type FileQuery, toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { testFolder } from "../_test-folder.fixture.ts";
import { backendOver } from "../node-backend.ts";
import { openByHandle, openByPath } from "../paths/_folder.ts";

const everything: FileQuery = { hidden: true, ignored: false, wants: () => true, permits: () => true };

const pathsIn = async (backend: Backend, ...asked: Parameters<NonNullable<Backend["glob"]>>) => {
  const batches = await Array.fromAsync(backend.glob?.(...asked) ?? []);
  return { paths: batches.flatMap(({ files }) => files.map(({ path }) => path)), counts: batches.at(-1)?.counts };
};

describe.each([
  ["handles", openByHandle],
  ["paths", openByPath],
])("a walk by %s", (_, openFolder) => {
  test("comes back from folders far below the number that stay open", async () => {
    const { root, at } = testFolder();
    let folder = root;
    const expected: string[] = [];
    for (let depth = 0; depth < 100; depth++) {
      mkdirSync(join(folder, "z"));
      for (const name of ["b", "z/f"]) {
        writeFileSync(join(folder, name), "x");
        expected.push(join(folder, name));
      }
      folder = join(folder, "a");
      mkdirSync(folder);
    }
    const backend = backendOver([root], openFolder);
    const { paths } = await pathsIn(backend, at(""), everything, { times: true });
    expect(paths).toEqual(expected.sort(comparePaths));
  });

  test("looks at ignore files above the start, inside of the roots only", async () => {
    const { base, root, at } = testFolder();
    writeFileSync(join(base, ".gitignore"), "outer\n");
    writeFileSync(join(root, ".gitignore"), "inner\n");
    mkdirSync(join(root, "folder"));
    for (const name of ["outer", "inner", "other"]) writeFileSync(join(root, "folder", name), "x");
    const { paths, counts } = await pathsIn(backendOver([root], openFolder), at("folder"), everything);
    expect(paths).toEqual([at("folder/other"), at("folder/outer")]);
    expect(counts).toEqual({ files: 2, ignored: 1, denied: 0 });
  });

  // Root may open every folder.
  // Root may read all.
  test.skipIf(process.getuid?.() === 0)(
    "counts a folder that may not be read (skipped for root, who may)",
    async () => {
      const { root, at } = testFolder();
      mkdirSync(join(root, "shut/below"), { recursive: true });
      writeFileSync(join(root, "open"), "x");
      chmodSync(join(root, "shut"), 0);
      const { paths, counts } = await pathsIn(backendOver([root], openFolder), at(""), everything);
      chmodSync(join(root, "shut"), 0o700);
      expect(paths).toEqual([at("open")]);
      expect(counts).toEqual({ files: 1, ignored: 0, denied: 1 });
    },
  );
});

test("leaves the system's own trees shut, with / as the root", async () => {
  const backend = backendOver(["/"], openByHandle);
  const asked: string[] = [];
  const wants: FileQuery["wants"] = (path) => {
    asked.push(path);
    return /^\/(proc|sys|dev)(\/|$)/.test(path);
  };
  const { paths, counts } = await pathsIn(backend, toPath("/"), { ...everything, wants });
  expect(paths).toEqual([]);
  expect(asked.filter((path) => path.startsWith("/proc/"))).toEqual([]);
  expect(counts?.denied).toBeGreaterThan(0);
});

// Linux tells which handles a process has.
test.runIf(process.platform === "linux")("a walk that is left early leaves no folder open", async () => {
  const { root, at } = testFolder();
  mkdirSync(join(root, "a/b/c"), { recursive: true });
  for (let i = 0; i < 400; i++) writeFileSync(join(root, `a/b/c/${i}`), "x");
  const backend = backendOver([root], openByHandle);
  const isOpen = (fd: string) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(root);
    } catch {
      return false;
    }
  };
  for await (const { files } of backend.glob?.(at(""), everything) ?? []) if (files.length > 0) break;
  expect(readdirSync("/proc/self/fd").filter(isOpen)).toEqual([]);
});

// Other systems may keep coarser times.
test.runIf(process.platform === "linux")("times tell apart files of the same millisecond", async () => {
  const { root, at } = testFolder();
  for (const [name, nanoseconds] of [
    ["older", 100_000],
    ["newer", 900_000],
  ] as const) {
    writeFileSync(join(root, name), "x");
    execFileSync("touch", ["-d", `@1700000000.000${nanoseconds}`, join(root, name)]);
  }
  const batches = await Array.fromAsync(
    backendOver([root], openByHandle).glob?.(at(""), everything, { times: true }) ?? [],
  );
  const times = new Map(batches.flatMap(({ files }) => files.map(({ path, modified = 0 }) => [path, modified])));
  expect(times.get(at("newer"))).toBeGreaterThan(times.get(at("older"))!);
});

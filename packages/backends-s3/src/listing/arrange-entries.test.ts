import { comparePaths, type Path, toPath } from "@holdall/tool-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf, openBucket, startS3Server } from "../_bucket.fixture.ts";
import { arrangeEntries } from "./arrange-entries.ts";
import type { ListedKey } from "./pages.ts";

async function* listed(keys: readonly string[]): AsyncGenerator<ListedKey> {
  for (const key of [...keys].sort(comparePaths)) yield { key };
}

/** The entries of some keys, and how often the store was asked about a folder. */
async function arrange(keys: readonly string[], bound: number) {
  let asked = 0;
  const entries = arrangeEntries(listed(keys), {
    bound,
    at: (name) => `/${name}` as Path,
    isFolder: async (name) => {
      asked++;
      return keys.some((key) => key.startsWith(`${name}/`));
    },
  });
  return { entries: await Array.fromAsync(entries, ({ path, kind }) => `${kind} ${path}`), asked };
}

/** What a listing of these files must be, by the contract's own words. */
function expected(keys: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const key of keys) {
    for (let at = key.indexOf("/"); at !== -1; at = key.indexOf("/", at + 1))
      found.set(`/${key.slice(0, at)}`, "directory");
    if (!key.endsWith("/")) found.set(`/${key}`, "file");
  }
  return [...found].sort(([a], [b]) => comparePaths(a, b)).map(([path, kind]) => `${kind} ${path}`);
}

const segment = fc.stringMatching(/^[ !.a0-]{1,4}$/).filter((name) => name !== "." && name !== "..");
const key = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
/** Files and folders that can be together: no file has something below it. */
const keys = fc
  .uniqueArray(key, { maxLength: 30 })
  .map((all) => all.filter((name) => !all.some((other) => other.startsWith(`${name}/`))));

test("keys in the order of bytes become entries in the order of paths, however few may wait", async () => {
  await fc.assert(
    fc.asyncProperty(keys, fc.constantFrom(0, 1, 3, 1000), async (names, bound) => {
      expect((await arrange(names, bound)).entries).toEqual(expected(names));
    }),
    { numRuns: process.env.HOLDALL_STRESS ? 15_000 : 400 },
  );
});

test("a hundred thousand names with one beginning wait for one answer, not in memory", async () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `img-${String(i).padStart(6, "0")}.png`);
  const { entries, asked } = await arrange([...names, "img/0"], 1000);
  expect(entries.slice(0, 2)).toEqual(["directory /img", "file /img-000000.png"]);
  expect([entries.length, asked]).toEqual([100_002, 1]);
});

test("keys that no path can name are left out, and the folders they lie in are not", async () => {
  const { entries } = await arrange(["/lead", "a//b", "b/./c", "c/../d", "e/", "f/g/", "h", "..", "i/\0"], 1000);
  expect(entries).toEqual(
    ["/a", "/b", "/c", "/e", "/f", "/f/g", "/h", "/i"].map((path) => `${path === "/h" ? "file" : "directory"} ${path}`),
  );
});

test("folder markers, files beside folders of their name, and odd keys of other programs do no harm", async () => {
  await using server = await startS3Server({ pageSize: 2 });
  const backend = await openBucket(server);
  for (const name of ["dir/", "both", "both/x", "both-y", "odd//key", "\u0001control", "tail."]) {
    server.store.put(name, Buffer.from("x"), {}, { ifMatch: undefined, ifNoneMatch: undefined });
  }
  const walk = async () => Array.fromAsync(backend.list(toPath("/"), { recursive: true }), ({ path }) => path);
  expect(await walk()).toEqual(["/\u0001control", "/both", "/both-y", "/both/x", "/dir", "/odd", "/tail."]);
  expect((await backend.stat(toPath("/dir")))?.kind).toBe("directory");
  expect(await Array.fromAsync(backend.list(toPath("/dir")))).toEqual([]);
  expect((await backend.read(toPath("/both"))).size).toBe(1);
  await backend.write(toPath("/both"), bytesOf("new"));
  for (const name of ["both", "dir", "odd", "\u0001control"])
    await backend.remove(toPath(`/${name}`), { recursive: true });
  expect([...server.store.objects.keys()]).toEqual(["both-y", "tail."]);
});

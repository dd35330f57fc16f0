import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import { packIndex, unpackIndex } from "@holdall/code-core";
import { allow, type Backend, deny, firstOf, toPath } from "@holdall/tool-core";
import { afterAll, expect, test, vi } from "vitest";
import { openCode } from "./_code.fixture.ts";

const disk = realpathSync(mkdtempSync(join(tmpdir(), "holdall-kept-")));
afterAll(() => rmSync(disk, { recursive: true, force: true }));

let count = 0;
const files = 120;
const old = new Date(Date.now() - 3_600_000);

/** A tree on the disk that rests for an hour, and a store. Every `open` is a session of a new process. */
async function tree({ store = memoryBackend() }: { readonly store?: Backend } = {}) {
  const root = join(disk, `tree${count++}`);
  await mkdir(join(root, "src"), { recursive: true });
  const at = (name: string) => join(root, "src", name);
  const put = (name: string, text: string, time = old) => {
    writeFileSync(at(name), text);
    utimesSync(at(name), time, time);
  };
  for (let i = 0; i < files; i++) put(`file${i}.ts`, `export function handler${i}() {}\n`);
  put("refund.ts", "export function refundMoney() {}\n");
  const open = (session: object = {}, keep: object = {}) => {
    const inner = nodeBackend({ roots: root });
    const read: string[] = [];
    const backend: Backend = {
      ...inner,
      read(path, io) {
        read.push(path);
        return inner.read(path, io);
      },
    };
    const code = openCode({
      backend,
      keep: { open: () => ({ backend: store, folder: "/kept" }), workspace: root, ...keep },
      session: { cwd: toPath(root), ...session },
    });
    return { ...code, read };
  };
  const kept = async () => (await store.stat(toPath("/kept"))) && (await Array.fromAsync(store.list(toPath("/kept"))));
  /** A session that asked, and whose index was written. */
  const first = async () => {
    const code = open();
    await code.paths("refund money");
    await vi.waitFor(async () => expect(await kept()).toHaveLength(1), { timeout: 20_000 });
    return code;
  };
  return { root, at, put, open, kept, store, first };
}

test("the next session answers from the index of the one before, reading only what it shows", async () => {
  const { open, first, at } = await tree();
  const before = await (await first()).search("refund money");
  const { search, read } = open();
  expect(await search("refund money")).toEqual({ ...before, notes: undefined });
  expect(read).toEqual([at("refund.ts")]);
});

test("what changed between two sessions is seen: edited, created, deleted, and a change of the same size and time", async () => {
  const { open, first, at, put } = await tree();
  await first();
  const { ctimeMs } = statSync(at("file7.ts"));
  put("file1.ts", "export function chargeCustomer() {}\n");
  put("extra.ts", "export function shipParcel() {}\n");
  rmSync(at("refund.ts"));
  do put("file7.ts", "export function brother7() {}\n");
  while (statSync(at("file7.ts")).ctimeMs === ctimeMs);
  const { paths, read } = open();
  expect(await paths("brother7")).toEqual([at("file7.ts")]);
  expect(await paths("handler7")).not.toContain(at("file7.ts"));
  expect(await paths("charge customer")).toEqual([at("file1.ts")]);
  expect(await paths("ship parcel")).toEqual([at("extra.ts")]);
  expect(await paths("refund money")).toEqual([]);
  expect(read).not.toContain(at("file50.ts"));
});

test("a session sees nothing of files that it may not read, also when the one that kept them could", async () => {
  const { open, first, at } = await tree();
  await first();
  const { search } = open({ policy: firstOf(deny({ under: at("refund.ts") }), allow()) });
  expect(await search("refund money")).toMatchObject({ results: [], left_out: { not_permitted: 1 } });
});

test("what says that it is complete rests on what this process has read", async () => {
  const { open, at } = await withForged(({ states }) => ({
    states: states.filter(([path]) => !path.endsWith("refund.ts")),
  }));
  const { ask, paths, read } = open();
  await paths("handler1");
  expect(await ask("find_references", { symbol: "refundMoney" })).not.toHaveProperty("left_out");
  expect(new Set(read).size).toBe(files + 1);
  expect(read).toContain(at("refund.ts"));
});

interface About {
  workspace: string;
  built: number;
  states: [path: string, signature: string, version: string, left?: string][];
}

/** A store with an index that somebody else has changed, and packed again as we do. */
async function withForged(change: (about: About) => object) {
  const made = await tree();
  const written = await made.first();
  await written.session[Symbol.asyncDispose]();
  const path = (await made.kept())![0]!.path;
  const found = unpackIndex((await made.store.read(path)).bytes)!;
  const about = found.about as About;
  await made.store.write(path, packIndex({ ...found, about: { ...about, ...change(about) } }));
  return { ...made, path };
}

test.each([
  ["of another workspace", () => ({ workspace: "/other" })],
  ["older than 30 days", ({ built }: About) => ({ built: built - 31 * 86_400_000 })],
  ["from the future", ({ built }: About) => ({ built: built + 86_400_000 })],
  ["with states of another shape", ({ states }: About) => ({ states: [...states, [1, 2, 3]] })],
  ["without states", () => ({ states: "all" })],
])("an index %s is not used, and built again", async (_, change) => {
  const { open, path, store } = await withForged(change);
  const { version } = await store.read(path);
  const { paths, read } = open();
  expect(await paths("refund money")).toHaveLength(1);
  expect(read.length).toBeGreaterThanOrEqual(100);
  await vi.waitFor(async () => expect((await store.read(path)).version).not.toBe(version), { timeout: 20_000 });
  const next = open();
  await next.paths("refund money");
  expect(next.read).toHaveLength(1);
});

test.each([
  ["empty", () => new Uint8Array()],
  ["cut", (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2)],
  ["with one other bit", (bytes: Uint8Array) => bytes.map((byte, i) => (i === 200 ? byte ^ 4 : byte))],
  ["of another format", (bytes: Uint8Array) => bytes.map((byte, i) => (i === 4 ? byte + 1 : byte))],
  ["with something else", () => new TextEncoder().encode('{"index":true}\n'.repeat(100))],
])("a file that is %s is not used", async (_, damage) => {
  const { open, first, kept, store } = await tree();
  await first();
  const path = (await kept())![0]!.path;
  await store.write(path, damage((await store.read(path)).bytes));
  const { paths, read } = open();
  expect(await paths("refund money")).toHaveLength(1);
  expect(read.length).toBeGreaterThanOrEqual(100);
});

test("files that an index claims and that are not there, or lie elsewhere, appear nowhere", async () => {
  const { open } = await withForged(({ states }) => ({
    states: [...states, ["/etc/passwd", "1 1 1", "v"], ["/src/ghost.ts", "1 1 1", "v"]],
  }));
  const { search } = open();
  expect(JSON.stringify(await search("root ghost handler1"))).not.toMatch(/passwd|ghost\.ts/);
});

test("two processes that keep an index at once leave one that is whole", async () => {
  const { open, store } = await tree({ store: nodeBackend({ roots: disk }) });
  const folder = join(disk, `store${count++}`);
  const keep = { open: () => ({ backend: store, folder }) };
  const all = Array.from({ length: 4 }, () => open({}, keep));
  await Promise.all(all.map(({ paths }) => paths("refund money")));
  await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(1), { timeout: 20_000 });
  for (let look = 0; look < 15; look++) {
    expect(unpackIndex(readFileSync(join(folder, readdirSync(folder)[0]!)))).toBeDefined();
    const { paths, read } = open({}, keep);
    await paths("refund money");
    expect(read).toHaveLength(1);
  }
});

test.each([
  ["cannot be written", { write: () => Promise.reject(new Error("The disk is full.")) }],
  ["cannot be read", { stat: () => Promise.reject(new Error("The disk is gone.")) }],
] as const)("a store that %s changes no answer", async (_, broken) => {
  const { open } = await tree({ store: { ...memoryBackend(), ...broken } as Backend });
  const { paths } = open();
  for (let i = 0; i < 3; i++) expect(await paths("refund money")).toHaveLength(1);
});

test("nothing is kept without a folder, or of a few files", async () => {
  const { open } = await tree();
  const asked = vi.fn(() => undefined);
  const { paths } = open({}, { open: asked });
  expect(await paths("refund money")).toHaveLength(1);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  const store = memoryBackend();
  const few = openCode({ keep: { open: () => ({ backend: store, folder: "/kept" }), workspace: "few" } });
  await few.paths("cart");
  await expect(Array.fromAsync(store.list(toPath("/")))).resolves.toEqual([]);
});

test("the oldest indexes go when all of them take more than they may", async () => {
  const { open, first, kept, store } = await tree();
  await first();
  await store.write(toPath("/kept/notes.txt"), new Uint8Array(10_000));
  const other = open({}, { workspace: "another", maxBytes: 1 });
  await other.paths("refund money");
  await vi.waitFor(async () => expect(await kept()).toHaveLength(2), { timeout: 20_000 });
  await vi.waitFor(async () => expect(await kept()).toHaveLength(2), { timeout: 20_000 });
  expect((await kept())!.map(({ path }) => path)).toContain("/kept/notes.txt");
});

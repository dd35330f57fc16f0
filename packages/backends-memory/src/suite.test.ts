import { backendCases } from "@holdall/conformance/cases";
import { type Backend, type Entry, ToolError, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { memoryBackend } from "./memory-backend.ts";

const rules = Object.values(backendCases).flat();

/** The rules that a backend breaks, of those that are asked. */
async function broken(make: () => Backend, asked = rules): Promise<string[]> {
  const names: string[] = [];
  for (const { name, needs, run } of asked) {
    const fixture = { backend: make(), root: toPath("/") };
    if (needs?.(fixture) !== undefined) continue;
    await run(fixture).catch(() => names.push(name));
  }
  return names;
}

const errorAs = (code: "stale" | "already_exists") => (error: unknown) => {
  if (ToolError.is(error) && error.code === code) return;
  throw error;
};

async function* sortedBy(
  entries: AsyncIterable<Entry>,
  compare: (a: Entry, b: Entry) => number,
): AsyncGenerator<Entry> {
  yield* (await Array.fromAsync(entries)).sort(compare);
}

/** One defect each, and a rule that must notice it. */
const defects: Record<string, (good: Backend) => [Partial<Backend>, string]> = {
  "returns its own bytes": (good) => {
    const kept = new Map<string, Awaited<ReturnType<Backend["read"]>>>();
    const read: Backend["read"] = async (path, io) => {
      const file = await good.read(path, io);
      const known = kept.get(path);
      if (io?.range || known?.version === file.version) return io?.range ? file : (known ?? file);
      kept.set(path, file);
      return file;
    };
    return [{ read }, "arrays belong to the caller: changing one that was given or returned changes no file"];
  },
  "overwrites when asked to create": (good) => [
    { write: (path, bytes, io) => good.write(path, bytes, io?.ifVersion === null ? {} : io) },
    "of 20 concurrent creates one wins, the others are already_exists",
  ],
  "forgets ifVersion": (good) => [
    { write: (path, bytes, io) => good.write(path, bytes, io?.ifVersion === null ? io : {}) },
    "ifVersion replaces what was seen and is stale after a change",
  ],
  "checks the version, then writes later": (good) => [
    {
      async write(path, bytes, io) {
        const now = await good.stat(path, { version: true });
        if (typeof io?.ifVersion === "string" && now?.version !== io.ifVersion)
          throw new ToolError("stale", "x", { hint: "x" });
        if (io?.ifVersion === null && now) throw new ToolError("already_exists", "x", { hint: "x" });
        await Promise.resolve();
        return good.write(path, bytes);
      },
    },
    "of 20 concurrent replacements one wins, the others are stale",
  ],
  "swallows a stale write": (good) => [
    {
      write: (path, bytes, io) =>
        good.write(path, bytes, io).catch((error: unknown) => {
          errorAs("stale")(error);
          return { version: "x" };
        }),
    },
    "ifVersion of a file that has gone is stale, and does not bring it back",
  ],
  "sorts like a person": (good) => [
    { list: (path, io) => sortedBy(good.list(path, io), (a, b) => a.path.localeCompare(b.path)) },
    "a plain listing names direct children only, in the same order",
  ],
  "sorts by UTF-16 unit": (good) => [
    { list: (path, io) => sortedBy(good.list(path, io), (a, b) => (a.path < b.path ? -1 : 1)) },
    "a recursive listing names files and folders, sorted by code point on the whole path",
  ],
  "lists files only": (good) => [
    {
      async *list(path, io) {
        for await (const entry of good.list(path, io)) if (entry.kind === "file" || !io?.recursive) yield entry;
      },
    },
    "a recursive listing names files and folders, sorted by code point on the whole path",
  ],
  "lists a missing folder as empty": (good) => [
    {
      async *list(path, io) {
        if (await good.stat(path)) yield* good.list(path, io);
      },
    },
    "list of a missing folder is not_found",
  ],
  "throws for what is missing": (good) => [
    {
      async stat(path, io) {
        const stat = await good.stat(path, io);
        if (!stat) throw new ToolError("not_found", "x", { hint: "x" });
        return stat;
      },
    },
    "stat of a missing path is null",
  ],
  "takes the end of a range as inclusive": (good) => [
    {
      read: (path, io) =>
        good.read(path, io?.range ? { ...io, range: { start: io.range.start, end: io.range.end + 1 } } : io),
    },
    "ranges stop at the file's end, may be empty, and come with the whole file's size and version",
  ],
  "counts a negative start of a range from the end": (good) => [
    {
      async read(path, io) {
        const { bytes, ...file } = await good.read(path, { ...io, range: undefined });
        return { bytes: bytes.slice(io?.range?.start, io?.range?.end), ...file };
      },
    },
    "a negative bound of a range is 0, and a range that ends before it starts is empty",
  ],
  "ignores its signal": (good) => [
    { write: (path, bytes, io) => good.write(path, bytes, { ...io, signal: undefined }) },
    "every operation with an aborted signal is aborted and does nothing",
  ],
  "goes on listing after an abort": (good) => [
    { list: (path, io) => good.list(path, { ...io, signal: undefined }) },
    "a listing that is aborted midway stops with aborted",
  ],
  "moves over what is there": (good) => [
    { move: async (from, to, io) => good.move?.(from, to, { ...io, overwrite: true }) },
    "move onto something is already_exists and changes nothing",
  ],
  "removes folders without being asked": (good) => [
    { remove: (path, io) => good.remove(path, { ...io, recursive: true }) },
    "remove of a folder needs recursive, empty or not; then everything in it goes",
  ],
  "walks without asking whether it may": (good) => [
    { glob: (path, query, io) => good.glob!(path, { ...query, permits: () => true }, io) },
    "glob asks about what is below a folder only when the folder is wanted and permitted, and permits last",
  ],
  "forgets the rules of the folders above": (good) => [
    { glob: (path, query, io) => good.glob!(path, { ...query, top: path }, io) },
    "glob below the root: the rules of the folders above hold, up to the repository's own",
  ],
  "finds a text in one encoding only": (good) => [
    {
      search: (path, query, text, io) =>
        good.search!(
          path,
          query,
          { ...text, mayMatch: (bytes) => text.mayMatch(bytes) && new TextDecoder().decode(bytes).includes("needle") },
          io,
        ),
    },
    "search misses no file that holds a match: in any encoding, with any line break, far down, across lines",
  ],
  "folds Unicode forms and loses a file": (good) => {
    const fold = (path: string) => toPath(path.normalize("NFC"));
    return [
      {
        write: (path, bytes, io) => good.write(fold(path), bytes, io?.ifVersion === null ? {} : io),
        read: (path, io) => good.read(fold(path), io),
      },
      "é in its two Unicode forms is two files or one, and never a lost one",
    ];
  },
};

test("the suite has no complaint about the memory backend", async () => {
  expect(await broken(memoryBackend)).toEqual([]);
});

test.each(Object.entries(defects))("the suite notices a backend that %s", { timeout: 20_000 }, async (_, defect) => {
  const rule = defect(memoryBackend())[1];
  const asked = rules.filter(({ name }) => name === rule);
  const make = () => {
    const good = memoryBackend();
    return { ...good, ...defect(good)[0] };
  };
  expect(await broken(make, asked)).toEqual([rule]);
});

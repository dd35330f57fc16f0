import { compileTextPattern, type TextPatternOptions } from "@holdall/pattern-core";
import {
  type Backend,
  type FileQuery,
  joinPath,
  type Path,
  relativePath,
  type SearchCandidate,
  type TextQuery,
} from "@holdall/tool-core";
import { bytesOf, check, fails, same, sameBytes } from "../_assert.ts";
import type { BackendCase, BackendFixture } from "../backend-case.ts";
import { withPlainWalks } from "../walks/reference-walks.ts";
import { still } from "./_read-cache.ts";
import { needsLinks, needsReopen, needsSearch } from "./_requirements.ts";
import { plant, textMatches, textTree } from "./_search-trees.ts";
import { queryOf, walked } from "./_walk-reference.ts";

const textQuery = (pattern: string, options: TextPatternOptions = {}): TextQuery => {
  const { requiredAny, ignoreCase, mayMatch } = compileTextPattern(pattern, options);
  const { literal = false, word = false, multiline = false } = options;
  return {
    pattern,
    literal,
    ignoreCase: ignoreCase || (options.ignoreCase ?? false),
    word,
    multiline,
    requiredAny,
    mayMatch,
  };
};

const candidates = (backend: Backend, path: Path, query: FileQuery, text: TextQuery, io = {}) =>
  Array.fromAsync<SearchCandidate, SearchCandidate>(
    withPlainWalks(backend).search?.(path, query, text, { maxBytes: 1e9, ...io }) ?? [],
    // The bytes are those of another file as soon as the next one is asked for.
    ({ file, counts }) => ({ ...(file && { file: { ...file, bytes: file.bytes.slice() } }), counts }),
  );

/**
 * The names of the files that may hold a text; proves that they are in order, whole, counted as they come, and no stranger
 * among them, going by what `reference` lists and reads.
 */
async function searched(
  { backend, root }: BackendFixture,
  query: FileQuery,
  text: TextQuery,
  { maxBytes = 1e9, reference = still(backend) }: { maxBytes?: number; reference?: Backend } = {},
): Promise<string[]> {
  const what = `the search for ${text.pattern}`;
  const expected = await walked(reference, root, query, false);
  const found = await candidates(backend, root, query, text, { maxBytes });
  const names: string[] = [];
  let [at, tooLarge] = [0, 0];
  for (const { file, counts } of found) {
    if (!file) continue;
    const from = at;
    at = expected.files.findIndex(({ entry }, i) => i >= from && entry.path === file.path) + 1;
    const here = expected.files[at - 1];
    check(here !== undefined, `${what} gave ${file.path}, which is not of the query, or comes too late`);
    for (const { entry } of expected.files.slice(from, at))
      if (((await reference.stat(entry.path))?.size ?? 0) > maxBytes) tooLarge++;
    same(counts, { ...here.counts, unreadable: 0, tooLarge }, `the counts of ${what} at ${file.path}`);
    sameBytes(file.bytes, (await reference.read(file.path)).bytes, file.path);
    check(text.mayMatch(file.bytes), `${what} gave ${file.path}, which surely holds no match`);
    names.push(relativePath(file.path, root));
  }
  const last = found.at(-1);
  check(last !== undefined && last.file === undefined, `${what} did not end with the final counts`);
  same(
    { ...last.counts, tooLarge: 0 },
    { ...expected.counts, unreadable: 0, tooLarge: 0 },
    `the final counts of ${what}`,
  );
  return names;
}

/** `search` may return too many files, and never too few. */
export const searchCases: readonly BackendCase[] = [
  {
    name: "search misses no file that holds a match: in any encoding, with any line break, far down, across lines",
    needs: needsSearch,
    async run(fixture) {
      const { backend, root } = fixture;
      await plant(backend, root, textTree);
      const reference = still(backend);
      for (const { files, pattern, ...options } of textMatches) {
        const found = await searched(fixture, queryOf(), textQuery(pattern, options), { reference });
        same(
          files.filter((name) => !found.includes(name)),
          [],
          `missed by the search for ${pattern}`,
        );
        check(!found.includes("binary.bin"), `the search for ${pattern} gave a binary file`);
      }
    },
  },
  {
    name: "search looks where the query says: hidden and ignored files when asked for, never where it is not permitted",
    needs: needsSearch,
    async run(fixture) {
      const { backend, root } = fixture;
      await plant(backend, root, textTree);
      const needle = textQuery("needle");
      const reference = still(backend);
      const has = async (query: Partial<FileQuery>, ...names: string[]) => {
        const found = await searched(fixture, queryOf(query), needle, { reference });
        return names.map((name) => found.includes(name));
      };
      same(await has({}, ".hidden", "dropped/x.txt"), [false, false], "hidden and ignored");
      same(await has({ hidden: true, ignored: true }, ".hidden", "dropped/x.txt"), [true, true], "asked for");
      for (const permits of [(path: Path) => !path.includes("denied"), async (path: Path) => !path.includes("denied")])
        same(await has({ permits }, "denied.txt", "denied/x.txt", "plain.txt"), [false, false, true], "permitted");
      const wants: FileQuery["wants"] = (path, kind) => kind === "directory" || path.endsWith("/x.txt");
      same(await has({ wants }, "deep/er/x.txt", "plain.txt"), [true, false], "wanted");
    },
  },
  {
    name: "files above the bound are counted and not read",
    needs: needsSearch,
    async run(fixture) {
      const { backend, root } = fixture;
      await plant(backend, root, {
        "a.txt": "needle",
        "b.txt": "needle".padEnd(101),
        "c.txt": "none".padEnd(101),
        "d.txt": "needle",
      });
      same(await searched(fixture, queryOf(), textQuery("needle"), { maxBytes: 100 }), ["a.txt", "d.txt"], "the files");
      const end = (await candidates(backend, root, queryOf(), textQuery("needle"), { maxBytes: 100 })).at(-1);
      same(end?.counts, { files: 4, ignored: 0, denied: 0, unreadable: 0, tooLarge: 2 }, "the counts");
    },
  },
  {
    name: "a search sees what was written just before, of the same size and in the same instant",
    needs: needsSearch,
    async run(fixture) {
      const { backend, root } = fixture;
      const [path, query] = [joinPath(root, "a.txt"), textQuery("needle", { literal: true })];
      for (let i = 0; i < 20; i++) {
        await backend.write(path, bytesOf(i % 2 === 0 ? "needle" : "noodle"));
        same(await searched(fixture, queryOf(), query), i % 2 === 0 ? ["a.txt"] : [], `round ${i}`);
      }
      await backend.remove(path);
      await backend.write(joinPath(root, "b/new.txt"), bytesOf("a needle"));
      same(await searched(fixture, queryOf(), query), ["b/new.txt"], "a new file in a new folder");
    },
  },
  {
    name: "a search sees what another handle wrote",
    needs: (fixture) => needsSearch(fixture) ?? needsReopen(fixture),
    async run(fixture) {
      const { backend, root } = fixture;
      const [path, query] = [joinPath(root, "a.txt"), textQuery("needle")];
      await backend.write(path, bytesOf("noodle"));
      same(await searched(fixture, queryOf(), query), [], "before");
      await (await fixture.reopen?.())?.write(path, bytesOf("needle"));
      same(await searched(fixture, queryOf(), query), ["a.txt"], "after");
    },
  },
  {
    name: "links are not searched",
    needs: (fixture) => needsSearch(fixture) ?? needsLinks(fixture),
    async run(fixture) {
      const { backend, root, link } = fixture;
      await plant(backend, root, { "a/x": "needle" });
      await link?.(joinPath(root, "y"), "a/x");
      await link?.(joinPath(root, "b"), "a");
      same(await searched(fixture, queryOf(), textQuery("needle")), ["a/x"], "the files");
    },
  },
  {
    name: "a search that is left early, aborted or asked about a missing folder ends as it should",
    needs: needsSearch,
    async run(fixture) {
      const { backend, root } = fixture;
      await plant(backend, root, Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}/x`, "needle"])));
      const needle = textQuery("needle");
      const maxBytes = 1_000;
      await fails(candidates(backend, joinPath(root, "none"), queryOf(), needle), "not_found", "a missing folder");
      await fails(
        candidates(backend, root, queryOf(), needle, { signal: AbortSignal.abort() }),
        "aborted",
        "aborted before",
      );
      for await (const { file } of withPlainWalks(backend).search?.(root, queryOf(), needle, { maxBytes }) ?? [])
        if (file) break;
      const abort = new AbortController();
      let seen = 0;
      const searching = async () => {
        for await (const { file } of withPlainWalks(backend).search?.(root, queryOf(), needle, {
          maxBytes,
          signal: abort.signal,
        }) ?? [])
          if (file && ++seen === 2) abort.abort();
      };
      await fails(searching(), "aborted", "aborted midway");
      same((await searched(fixture, queryOf(), needle)).length, 300, "the files of a search after all that");
    },
  },
];

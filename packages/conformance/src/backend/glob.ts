import {
  type Backend,
  basename,
  type Entry,
  type FileBatch,
  type FileQuery,
  joinPath,
  type Path,
  relativePath,
} from "@holdall/tool-core";
import { bytesOf, check, fails, same } from "../_assert.ts";
import type { BackendCase, BackendFixture } from "../backend-case.ts";
import { withPlainWalks } from "../walks/reference-walks.ts";
import { still } from "./_read-cache.ts";
import { needsGlob, needsLinks } from "./_requirements.ts";
import { plant, rulesTree } from "./_search-trees.ts";
import { queryOf, walked } from "./_walk-reference.ts";

type Io = Parameters<NonNullable<Backend["glob"]>>[2];

const batchesOf = (backend: Backend, path: Path, query: FileQuery, io?: Io) =>
  Array.fromAsync<FileBatch>(withPlainWalks(backend).glob?.(path, query, io) ?? []);

/** The files of a walk, and that its batches add up to what the same walk of `reference` finds one folder after the other. */
async function globbed(
  { backend }: BackendFixture,
  path: Path,
  query: FileQuery,
  what: string,
  reference = backend,
): Promise<Entry[]> {
  const expected = await walked(reference, path, query, true);
  const batches = await batchesOf(backend, path, query);
  const files = batches.flatMap((batch) => batch.files);
  const shape = ({ path: at, kind }: Entry) => `${kind} ${relativePath(at, path)}`;
  same(
    files.map(shape),
    expected.files.map(({ entry }) => shape(entry)),
    what,
  );
  same(batches.at(-1)?.counts, expected.counts, `the final counts of ${what}`);
  return files;
}

const queries = (root: Path): Readonly<Record<string, Partial<FileQuery>>> => {
  const under = (path: Path, ...names: string[]) =>
    names.some((name) => `${path}/`.startsWith(`${joinPath(root, name)}/`));
  return {
    everything: {},
    "hidden names too": { hidden: true },
    "ignored files too": { ignored: true },
    "all there is": { hidden: true, ignored: true },
    "rules of the user's own": { excludes: "*.user\nuser.txt\n/a0\nshown.log\n" },
    "some files": { wants: (path, kind) => kind === "directory" || path.endsWith(".ts") },
    "one folder": { wants: (path, kind) => (kind === "directory" ? under(path, "a", "inner") : under(path, "a/deep")) },
    "what rules and dots hide, by name": {
      wants: (path, kind) =>
        under(path, "build", ".github") || (kind === "file" && path.endsWith(".log")) ? "always" : false,
    },
    "what a policy leaves": { permits: (path) => !under(path, "a/deep", "src", "a-b", "excluded.txt") },
    "what a policy leaves that takes its time": { permits: async (path) => !under(path, "inner", "a.ts") },
  };
};

/** `glob` finds what `list` and the shared rules of a walk find. */
export const globCases: readonly BackendCase[] = [
  {
    name: "glob finds the files of every query, in order, with the counts of what was left out",
    needs: needsGlob,
    async run(fixture) {
      const { backend, root } = fixture;
      await plant(backend, root, rulesTree);
      const reference = still(backend);
      for (const [name, query] of Object.entries(queries(root)))
        await globbed(fixture, root, queryOf(query), name, reference);
      check((await globbed(fixture, root, queryOf(), "everything")).length > 10, "the walk found next to nothing");
    },
  },
  {
    name: "glob below the root: the rules of the folders above hold, up to the repository's own",
    needs: needsGlob,
    async run(fixture) {
      const { backend, root } = fixture;
      await plant(backend, root, rulesTree);
      const reference = still(backend);
      for (const name of ["a", "a/deep/er", "src", "inner", "tree", "build", "vendor", ".github", ".git"]) {
        await globbed(fixture, joinPath(root, name), queryOf({ excludes: "c.gen" }), name, reference);
      }
    },
  },
  {
    name: "rules above the top of a query say nothing, and there the user's own rules begin",
    needs: needsGlob,
    async run(fixture) {
      const { backend, root } = fixture;
      await plant(backend, root, {
        ".gitignore": "*.log\n",
        "a/.ignore": "*.tmp\n",
        "a/b/c.log": "x",
        "a/b/c.tmp": "x",
      });
      const [top, below] = [joinPath(root, "a"), joinPath(root, "a/b")];
      const found = async (query: Partial<FileQuery>, from = below) =>
        (await globbed(fixture, from, queryOf(query), JSON.stringify(query))).map(({ path }) => basename(path));
      same(await found({}), [], "with the rules of all folders above");
      same(await found({ top }), ["c.log"], "with the rules from the top on");
      same(await found({ top: below }), ["c.log", "c.tmp"], "with no rules from above");
      same(await found({ top, excludes: "/b/c.log" }, top), [], "with rules of the user's own");
    },
  },
  {
    name: "a rule that is new or gone holds, or not, from the next glob on",
    needs: needsGlob,
    async run(fixture) {
      const { backend, root } = fixture;
      await plant(backend, root, { "a.log": "x", "b/b.log": "x", "b/c": "x" });
      const found = async () => (await globbed(fixture, root, queryOf(), "the files")).length;
      same(await found(), 3, "files without rules");
      await plant(backend, root, { ".gitignore": "*.log\n" });
      same(await found(), 1, "files with a rule");
      await plant(backend, root, { ".gitignore": "*.lag\n", "b/d": "x" });
      same(await found(), 4, "files with another rule, and one more");
      await backend.remove(joinPath(root, "b"), { recursive: true });
      same(await found(), 1, "files without the folder");
    },
  },
  {
    name: "glob asks about what is below a folder only when the folder is wanted and permitted, and permits last",
    needs: needsGlob,
    async run({ backend, root }) {
      await plant(backend, root, {
        ".gitignore": "no-rule\n",
        "no-rule": "x",
        "no/x": "x",
        "shut/x": "x",
        "yes/x": "x",
      });
      const [wanted, permitted] = [new Set<string>(), new Set<string>()];
      const query = queryOf({
        wants(path) {
          wanted.add(relativePath(path, root));
          return basename(path) !== "no";
        },
        permits(path) {
          permitted.add(relativePath(path, root));
          return basename(path) !== "shut";
        },
      });
      await batchesOf(backend, root, query);
      same(
        [...wanted].filter((path) => path.includes("/")),
        ["yes/x"],
        "wanted below folders",
      );
      same([...permitted].sort(), ["shut", "yes", "yes/x"], "asked for permission");
    },
  },
  {
    name: "glob with times gives every file's size and time of change",
    needs: needsGlob,
    async run({ backend, root }) {
      await plant(backend, root, { "a/b.txt": "12345", "c.txt": "" });
      for (const { files } of await batchesOf(backend, root, queryOf(), { times: true })) {
        for (const { path, size, modified } of files) {
          const stat = await backend.stat(path);
          // A part of a millisecond may tell which of two files is newer.
          const times = [modified, stat?.modified].map((time) => time && Math.trunc(time));
          same([size, times[0]], [stat?.size, times[1]], `size and time of ${path}`);
        }
      }
    },
  },
  {
    name: "1,100 files come whole and in order, and leaving early is fine",
    needs: needsGlob,
    async run(fixture) {
      const { backend, root } = fixture;
      const names = Array.from({ length: 1_100 }, (_, i) => joinPath(root, `${i % 7}/${i % 13}/${i}`));
      for (let i = 0; i < names.length; i += 50)
        await Promise.all(names.slice(i, i + 50).map((name) => backend.write(name, bytesOf("x"))));
      same((await globbed(fixture, root, queryOf(), "the files")).length, 1_100, "files");
      for await (const { files } of withPlainWalks(backend).glob?.(root, queryOf()) ?? []) if (files.length > 0) break;
      same(
        (await globbed(fixture, joinPath(root, "3"), queryOf(), "the files")).length > 100,
        true,
        "files in one folder",
      );
    },
  },
  {
    name: "links are found and not followed: out of the root, in loops, nor as rules",
    needs: (fixture) => needsGlob(fixture) ?? needsLinks(fixture),
    async run(fixture) {
      const { backend, root, link } = fixture;
      await plant(backend, root, { "a/x": "x", "a/rules": "x\n", "b/y": "y" });
      await link?.(joinPath(root, "a/loop"), "..");
      await link?.(joinPath(root, "a/.gitignore"), "rules");
      await link?.(joinPath(root, "b/out"), "/");
      await link?.(joinPath(root, "b/nowhere"), "gone");
      const files = await globbed(fixture, root, queryOf(), "the files");
      same(
        files.filter(({ kind }) => kind === "symlink").map(({ path }) => relativePath(path, root)),
        ["a/loop", "b/nowhere", "b/out"],
        "the links",
      );
      const only = queryOf({ wants: (_, kind) => kind !== "symlink" });
      same((await globbed(fixture, root, only, "files alone")).length, 3, "files without links");
    },
  },
  {
    name: "glob fails as list does: a missing folder, a file, an aborted signal; a question that throws ends it",
    needs: needsGlob,
    async run({ backend, root }) {
      await plant(backend, root, Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}/x`, "x"])));
      await fails(batchesOf(backend, joinPath(root, "none"), queryOf()), "not_found", "glob of what is missing");
      await fails(batchesOf(backend, joinPath(root, "f1/x"), queryOf()), "wrong_kind", "glob of a file");
      await fails(batchesOf(backend, root, queryOf(), { signal: AbortSignal.abort() }), "aborted", "an aborted glob");
      const abort = new AbortController();
      let asked = 0;
      const permits = async () => {
        if (++asked === 3) abort.abort();
        return true;
      };
      await fails(batchesOf(backend, root, queryOf({ permits }), { signal: abort.signal }), "aborted", "the glob");
      check(asked < 80, `${asked} questions were asked, though the glob was aborted at the third`);
      const stop = new Error("stop");
      const thrown = await batchesOf(
        backend,
        root,
        queryOf({
          wants: () => {
            throw stop;
          },
        }),
      ).catch((error: unknown) => error);
      check(thrown === stop, `what a question threw came out as ${thrown}`);
    },
  },
];

import { type Path, ToolError, toPath } from "@holdall/tool-core";
import { bytesOf, check, listed, same, textOf } from "../_assert.ts";
import type { BackendCase, BackendFixture } from "../backend-case.ts";
import { needsWrite } from "./_requirements.ts";

const child = (root: Path, name: string): Path => toPath(root === "/" ? `/${name}` : `${root}/${name}`);

/** Write, read, list and remove a file with this name. */
async function roundTrip({ backend, root }: BackendFixture, name: string): Promise<void> {
  const path = child(root, name);
  const shown = JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
  await backend.write(path, bytesOf(name), { ifVersion: null });
  same(textOf((await backend.read(path)).bytes), name, `the content of ${shown}`);
  same(
    (await listed(backend.list(root))).map((entry) => entry.path),
    [path],
    `the listing of ${shown}`,
  );
  await backend.remove(path);
  same(await backend.stat(path), null, `what is left of ${shown}`);
}

const usable: readonly (readonly [what: string, names: readonly string[]])[] = [
  ["spaces", [" ", " lead", "trail ", "in the middle.txt", "no-break\u00a0space"]],
  ["a newline or a tab", ["two\nlines", "a\ttab", "carriage\rreturn"]],
  ["a leading dash", ["-", "-rf", "--help"]],
  ["dots", ["...", ".hidden", "..double", "trail.", "a..b"]],
  [
    "quotes, backslashes and shell signs",
    ["it's", '"quoted"', "back\\slash", "$(touch x)", "a;b|c&d", "*?[a]{b}", "~", "`x`"],
  ],
  ["signs of URLs and templates", ["a%20b", "a#b", "a?b=c", "$&", "{read_file}", "c:", "c:x"]],
  ["letters of many scripts", ["日本語.md", "Ελλάδα", "עברית", "😀👩‍👩‍👧.png", "\uff21", "ß", "İ"]],
  ["names of object members", ["__proto__", "constructor", "toString", "then"]],
];

/** Whatever a file is called, it can be used. */
export const nameCases: readonly BackendCase[] = [
  ...usable.map(
    ([what, names]): BackendCase => ({
      name: `names with ${what} are usable`,
      needs: needsWrite,
      async run(fixture) {
        for (const name of names) await roundTrip(fixture, name);
      },
    }),
  ),
  {
    name: "names of 255 bytes are usable; longer ones are usable or refused with a ToolError",
    needs: needsWrite,
    async run(fixture) {
      await roundTrip(fixture, "n".repeat(255));
      await roundTrip(fixture, `${"é".repeat(127)}x`);
      const { backend, root } = fixture;
      for (const path of [child(root, "n".repeat(300)), child(root, "folder-name/".repeat(300))]) {
        const outcome = await backend.write(path, bytesOf("x")).catch((error: unknown) => error);
        check(
          !(outcome instanceof Error) || ToolError.is(outcome),
          `a long name threw ${outcome}, which is not a ToolError`,
        );
      }
    },
  },
  {
    name: "é in its two Unicode forms is two files or one, and never a lost one",
    needs: needsWrite,
    async run({ backend, root }) {
      const [composed, decomposed] = [child(root, "caf\u00e9"), child(root, "cafe\u0301")];
      await backend.write(composed, bytesOf("composed"), { ifVersion: null });
      const refused = await backend.write(decomposed, bytesOf("decomposed"), { ifVersion: null }).then(
        () => undefined,
        (error: unknown) => error,
      );
      const content = async (path: Path) => textOf((await backend.read(path)).bytes);
      const count = (await listed(backend.list(root))).length;
      if (refused === undefined) {
        same([await content(composed), await content(decomposed), count], ["composed", "decomposed", 2], "two files");
      } else {
        same(ToolError.is(refused) && refused.code, "already_exists", "the refusal of the second form");
        same([await content(composed), await content(decomposed), count], ["composed", "composed", 1], "one file");
      }
    },
  },
  {
    name: "A and a are two files when can.caseSensitive, otherwise one",
    needs: needsWrite,
    async run({ backend, root }) {
      await backend.write(child(root, "Name"), bytesOf("upper"), { ifVersion: null });
      const refused = await backend.write(child(root, "name"), bytesOf("lower"), { ifVersion: null }).then(
        () => undefined,
        (error: unknown) => error,
      );
      const paths = (await listed(backend.list(root))).map(({ path }) => path);
      if (backend.can.caseSensitive) {
        same([refused, paths], [undefined, [child(root, "Name"), child(root, "name")]], "two files");
      } else {
        same(ToolError.is(refused) && refused.code, "already_exists", "the refusal of the second name");
        same(paths, [child(root, "Name")], "the listing, in the case the file was made with");
      }
    },
  },
];

import { confine, mount, overlay, readOnly } from "@holdall/backends-compose";
import { memoryBackend } from "@holdall/backends-memory";
import { withoutWalks, withPlainWalks } from "@holdall/conformance";
import { allow, type Backend, createRegistry, deny, firstOf, openSession, type Tool } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { fsTools } from "../fs-tools.ts";

const filler = (i: number) =>
  `${"row\n".repeat(i % 9)}${i % 3 === 0 ? "Needle" : i % 5 === 0 ? "needle needle" : "hay"} ${i}\n`;
const files: Record<string, string | Uint8Array> = {
  ...Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`/p/d${i % 11}/s${i % 3}/f${i}.${i % 2 ? "ts" : "md"}`, filler(i)]),
  ),
  "/p/.git/HEAD": "ref",
  "/p/.git/info/exclude": "f10.md\n",
  "/p/.gitignore": "/d3/\n*.log\n",
  "/p/d1/.gitignore": "s1\n!keep.log\n",
  "/p/d1/keep.log": "needle",
  "/p/d1/drop.log": "needle",
  "/p/.github/ci.yml": "needle",
  "/p/data.bin": Uint8Array.of(0, 1, 2, ...new TextEncoder().encode("needle"), 0),
  "/p/empty.bin": new Uint8Array(100),
  "/p/app/[id]/page.tsx": "needle",
};

/** One for all, as times of change count too. */
const memory = memoryBackend({ files });
const bare = withoutWalks(memory);

const calls: readonly (readonly [tool: string, input: object])[] = [
  ["list_files", {}],
  ["list_files", { limit: 7, offset: 30 }],
  ["list_files", { ignored: true, path: "d1" }],
  ["list_directory", { depth: 3, limit: 20, offset: 5 }],
  ["glob_files", { pattern: "**/*.ts", limit: 9 }],
  ["glob_files", { pattern: "**/*.ts", limit: 9, offset: 99 }],
  ["glob_files", { pattern: "d{1,2}/**" }],
  ["glob_files", { pattern: "*.yml", hidden: true }],
  ["glob_files", { pattern: ".github/*" }],
  ["glob_files", { pattern: "**", exclude_patterns: ["d2", "*.md", "d1/f1*"], limit: 300 }],
  ["glob_files", { pattern: "app/[id]/*.tsx" }],
  ["grep_files", { pattern: "needle" }],
  ["grep_files", { pattern: "needle", limit: 1 }],
  ["grep_files", { pattern: "needle", limit: 5, offset: 20, context: 1 }],
  ["grep_files", { pattern: "NEEDLE", ignore_case: true, output_mode: "count", limit: 13 }],
  ["grep_files", { pattern: "needle", output_mode: "files_with_matches", glob: "*.md,!d2" }],
  ["grep_files", { pattern: "needle", glob: ".github/**" }],
  ["grep_files", { pattern: "needle", type: "ts", max_per_file: 1 }],
  ["grep_files", { pattern: "row\nneedle", multiline: true }],
  ["grep_files", { pattern: "nowhere" }],
  ["grep_files", { pattern: "HAY 7", path: "d0" }],
  ["grep_files", { pattern: "needle", ignored: true, hidden: true, limit: 300 }],
];

/** Backends that walk in every way there is, with the folder that shows `/p`. */
const stores: Readonly<Record<string, () => readonly [backend: Backend, root: string]>> = {
  "the memory backend's own walks": () => [memory, "/p"],
  "a backend's own walks": () => [withPlainWalks(bare), "/p"],
  "a confined folder with walks": () => [confine(withPlainWalks(bare), "/p", { as: "/" }), "/"],
  "a confined folder without": () => [confine(bare, "/p", { as: "/", links: "trusted" }), "/"],
  "a mount with walks": () => [mount({ "/": memoryBackend(), "/m": withPlainWalks(bare) }), "/m/p"],
  "a mount that cannot use them": () => [mount({ "/": withPlainWalks(bare), "/p/d2/x": memoryBackend() }), "/p"],
  "an overlay, to be read only": () => [readOnly(overlay(withPlainWalks(bare))), "/p"],
};

async function answers(backend: Backend, root: string): Promise<string[]> {
  const policy = firstOf(deny({ under: `${root === "/" ? "" : root}/d2` }), allow());
  const session = openSession(createRegistry(fsTools({ backend }) as Tool[]), { policy, cwd: root });
  const results = await session.callAll(calls.map(([tool, input]) => ({ tool, input })));
  return results.map((result, i) => {
    const { content, ...rest } = JSON.parse(JSON.stringify({ ...result, error: undefined }));
    const text = JSON.stringify([calls[i], rest, content]);
    return root === "/" ? text : text.replaceAll(`${root}/`, "/").replaceAll(`"${root}"`, '"/"');
  });
}

const expected = answers(bare, "/p");

test.each(Object.entries(stores))(
  "%s: every answer and every count is that of listing and reading",
  async (_, make) => {
    const found = await answers(...make());
    for (const [i, answer] of (await expected).entries()) {
      expect(answer).toContain('"ok":true');
      expect(found[i]).toBe(answer);
    }
  },
);

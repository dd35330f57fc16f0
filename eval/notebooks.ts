import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { corpus, type EvalRows, readCases, tally } from "./lib/corpus.ts";
import { type JsonSchema4, satisfies } from "./lib/json-schema.ts";
import { openMemory } from "./lib/memory-session.ts";

export const about = "Notebooks: every cell listed, one cell edited and the others untouched, invalid ones refused";

interface Sample {
  readonly nbformat: number;
  readonly minor: number | null;
  readonly cells: number;
  readonly valid: boolean;
}

interface Notebook {
  readonly cells: readonly { readonly source: string | readonly string[] }[];
}

interface Listed {
  readonly kind: string;
  readonly content: string;
  readonly part?: { readonly total: number };
}

/** One edit of a cell; `at` is where it takes place. */
const edits: readonly {
  readonly name: string;
  readonly removed: number;
  readonly added: number;
  readonly input: object;
}[] = [
  { name: "replace", removed: 1, added: 1, input: { new_source: 'print("é")\nx = 1' } },
  { name: "replace by markdown", removed: 1, added: 1, input: { new_source: "# é", cell_type: "markdown" } },
  { name: "replace by code", removed: 1, added: 1, input: { new_source: "x = 2", cell_type: "code" } },
  { name: "insert before", removed: 0, added: 1, input: { new_source: "y", edit_mode: "insert", position: "before" } },
  { name: "delete", removed: 1, added: 0, input: { edit_mode: "delete" } },
];

export async function* rows(): EvalRows {
  const folder = corpus("notebooks");
  const [listed, kept, valid, bytesKept, refused] = [tally(), tally(), tally(), tally(), tally()];
  for (const [file, { nbformat, minor, cells, valid: isValid }] of Object.entries(
    readCases<Record<string, Sample>>(folder, "manifest.json"),
  )) {
    const before = readFileSync(join(folder, "tests", file), "utf8");
    if (nbformat !== 4 || !isValid) {
      refused.add(await isRefused(before), file);
      continue;
    }
    const { ids, total } = await listCells(before);
    listed.add(total === cells && new Set(ids).size === cells, file);
    const schema = schemaOf(folder, minor);
    for (const [at, id] of ids.entries()) {
      for (const edit of edits) {
        const name = `${file} cell ${at + 1}: ${edit.name}`;
        const after = await edited(before, { cell_id: id, ...edit.input });
        kept.add(after !== undefined && othersAreEqual(before, after, at, edit), name);
        bytesKept.add(after !== undefined && keepsItsHand(before, after), name);
        const wasValid = schema && satisfies(JSON.parse(before), schema);
        if (wasValid) valid.add(after !== undefined && satisfies(JSON.parse(after), schema), name);
      }
    }
  }
  for (const [what, count] of [
    ["all cells listed, each with its own id", listed],
    ["one edit: JSON of everything else equal", kept],
    ["one edit: valid by nbformat's schema afterwards", valid],
    ["one edit: indentation and final newline kept", bytesKept],
    ["v2, v3 and invalid: refused with a reason, not rewritten", refused],
  ] as const) {
    yield { what, value: count.right, of: count.all, least: count.all };
  }
}

async function openWith(text: string) {
  const memory = openMemory();
  await memory.put("/n.ipynb", new TextEncoder().encode(text));
  const read = await memory.session.call("read_file", { path: "/n.ipynb" });
  return { session: memory.session, read, now: async () => Buffer.from(await memory.get("/n.ipynb")).toString() };
}

async function listCells(text: string): Promise<{ ids: string[]; total: number }> {
  const { read } = await openWith(text);
  if (!read.ok) return { ids: [], total: -1 };
  const { content, part } = read.output as Listed;
  return {
    ids: [...content.matchAll(/^\[\d+\] .+? id=(\S+)/gm)].map(([, id]) => id as string),
    total: part?.total ?? -1,
  };
}

async function edited(text: string, input: object): Promise<string | undefined> {
  const { session, now } = await openWith(text);
  const result = await session.call("edit_notebook", { path: "/n.ipynb", ...input });
  if (!result.ok && process.env.HOLDALL_EVAL_MISSES) console.error(`  refused: ${result.error.message}`);
  return result.ok || result.error.code === "no_op" ? now() : undefined;
}

async function isRefused(text: string): Promise<boolean> {
  const { session, now, read } = await openWith(text);
  const result = await session.call("edit_notebook", { path: "/n.ipynb", cell_id: "1", new_source: "x" });
  const reasoned =
    !result.ok && result.error.message.length > 20 && ["unsupported", "parse_error"].includes(result.error.code);
  return read.ok && reasoned && text === (await now());
}

function othersAreEqual(
  before: string,
  after: string,
  at: number,
  { removed, added }: { removed: number; added: number },
): boolean {
  const [{ cells: old, ...oldRest }, { cells: fresh, ...freshRest }] = [before, after].map(
    (text) => JSON.parse(text) as Notebook,
  ) as [Notebook, Notebook];
  return (
    isDeepStrictEqual(old.toSpliced(at, removed), fresh.toSpliced(at, added)) && isDeepStrictEqual(oldRest, freshRest)
  );
}

/** Written as the old file was: Jupyter's own way when that was it, and in any case as it ended. */
function keepsItsHand(before: string, after: string): boolean {
  const jupyter = (text: string) => `${JSON.stringify(JSON.parse(text), null, 1)}\n`;
  return before === jupyter(before) ? after === jupyter(after) : before.endsWith("\n") === after.endsWith("\n");
}

function schemaOf(folder: string, minor: number | null): JsonSchema4 | undefined {
  const file = join(folder, `nbformat/v4/nbformat.v4.${minor}.schema.json`);
  return existsSync(file) ? readCases<JsonSchema4>(file) : undefined;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ReadFileOutput } from "@holdall/tools-fs";
import { corpus, type EvalRows, readCases, tally } from "./_corpus.ts";
import { type MemorySession, openMemory } from "./_memory-session.ts";

export const about = "Notebooks: all cells read, one edited with the others untouched, old and broken ones refused";

interface Expected {
  readonly nbformat: number;
  readonly cells: number;
  readonly valid: boolean;
}

interface Notebook {
  readonly cells: readonly { readonly source: string | readonly string[] }[];
}

export async function* rows(): EvalRows {
  const folder = corpus("notebooks");
  const memory = openMemory();
  const [read, edited, refused] = [tally(), tally(), tally()];
  for (const [name, expected] of Object.entries(readCases<Record<string, Expected>>(folder, "manifest.json"))) {
    const before = readFileSync(join(folder, "tests", name));
    await memory.put("/book.ipynb", before);
    if (expected.nbformat === 4 && expected.valid) {
      const result = await memory.session.call("read_file", { path: "/book.ipynb" });
      const output = result.ok ? (result.output as ReadFileOutput) : undefined;
      read.add(output?.part?.total === expected.cells, name);
      edited.add(await editsOneCell(memory, output?.content ?? "", before), name);
    } else {
      refused.add(await refusesEdit(memory, before), name);
    }
  }
  yield { what: "all cells read", value: read.right, of: read.all, least: read.all };
  yield {
    what: "one cell edited, all else the same",
    value: edited.right,
    of: edited.all,
    least: edited.all,
  };
  yield {
    what: "old and invalid ones refused with a reason",
    value: refused.right,
    of: refused.all,
    least: refused.all,
  };
}

const source = "changed = True\nprint(changed)";

/** Replace the first cell by the id that the reader saw. */
async function editsOneCell({ session, get }: MemorySession, content: string, before: Buffer): Promise<boolean> {
  const cell_id = /\bid[ =:]+"?([A-Za-z0-9_-]+)/.exec(content)?.[1];
  const result = await session.call("edit_notebook", { path: "/book.ipynb", cell_id, new_source: source });
  const after = Buffer.from(await get("/book.ipynb"));
  if (!result.ok) {
    if (process.env.HOLDALL_EVAL_MISSES) console.error(`  refused: ${result.error.message}`);
    return false;
  }
  const [old, fresh] = [JSON.parse(before.toString()) as Notebook, JSON.parse(after.toString()) as Notebook];
  const [first] = fresh.cells;
  const joined = typeof first?.source === "string" ? first.source : first?.source.join("");
  return (
    joined === source &&
    isDeepStrictEqual({ ...old, cells: old.cells.slice(1) }, { ...fresh, cells: fresh.cells.slice(1) })
  );
}

async function refusesEdit({ session, get }: MemorySession, before: Buffer): Promise<boolean> {
  await session.call("read_file", { path: "/book.ipynb" });
  const result = await session.call("edit_notebook", {
    path: "/book.ipynb",
    position: "start",
    edit_mode: "insert",
    cell_type: "code",
    new_source: source,
  });
  return !result.ok && before.equals(await get("/book.ipynb"));
}

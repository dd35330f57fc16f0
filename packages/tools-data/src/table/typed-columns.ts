import { noteText, textType } from "./column-types.ts";
import { type DataTable, type Profile, profile } from "./data-table.ts";

/** Rows from which types are guessed. */
const sampled = 1_000;

/**
 * Work with the types of the columns of CSV, of all of them or of some, mostly in one pass: the types are guessed from
 * the first rows, and every row that `work` reads is compared with them. Where one contradicts, reading fails, and
 * `work` runs again with the types of the whole table; so it must start over each time. Counts of the profile are those
 * of all rows once they are read. Cells of JSON say what they are, and no types are learned.
 */
export async function withTypes<T>(
  table: DataTable,
  only: ReadonlySet<string> | undefined,
  work: (table: DataTable, profile: Profile) => Promise<T>,
): Promise<T> {
  if (table.isTyped) return work(table, { rows: 0, facts: [], types: [] });
  const sample = await profile(table, { only, limit: sampled });
  if (sample.rows < sampled || only?.size === 0) return work(table, sample);
  const guessed = guess(table, sample, only);
  try {
    return await work(guessed.table, guessed.profile);
  } catch (error) {
    if (!guessed.isWrong()) throw error;
  }
  return work(table, await profile(table, { only }));
}

/** The table, and a profile that is made while it is read; reading fails for a row that does not have the types. */
function guess(table: DataTable, sample: Profile, only: ReadonlySet<string> | undefined) {
  const facts = sample.facts.map((each) => ({ ...each, empty: 0, filled: 0 }));
  const { types } = sample;
  const noted = [...facts.keys()].filter((i) => !only || only.has(table.columns[i]!));
  const made = { rows: 0, facts, types };
  let isWrong = false;
  const check = (column: number): void => {
    const each = facts[column]!;
    if (each.filled === 0 || textType(each) === types[column]) return;
    isWrong = true;
    throw new Error(`The column ${each.name} changes its type after its first rows.`);
  };
  // What a few cells that differ do not decide is known at the end only.
  const atOnce = noted.filter((column) => types[column] !== "text" && types[column] !== "mixed");
  const checked: DataTable = {
    ...table,
    async *read(onRow) {
      let isWanted = true;
      yield* table.read((row) => {
        made.rows++;
        for (const column of noted) noteText(facts[column]!, row, column);
        for (const column of atOnce) check(column);
        if (isWanted && onRow(row) === false) isWanted = false;
        // Rows that are no longer needed still determine the types.
        return isWanted || noted.length > 0 ? undefined : false;
      });
      noted.forEach(check);
    },
  };
  return { table: checked, profile: made, isWrong: () => isWrong };
}

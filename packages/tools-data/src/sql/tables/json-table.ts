import { quoteName, quoteText } from "../engine/quote.ts";
import { type KindOfCells, type TypedColumn, typeOfKind } from "../types/cell-kinds.ts";
import { checkKinds, sampleKinds, typedTable } from "../types/check-kinds.ts";
import { maxChecked, maxLine, type ReadOptions, sampledNote } from "./read-options.ts";

/** Types of the engine that it may have guessed: numbers with a point, and what text looked like. */
const guessed = /^(DOUBLE|HUGEINT|UHUGEINT|UBIGINT|DATE|TIME|TIMESTAMP.*)$/;

/** The rows of an array in JSON, or of JSON Lines, in an expression of the engine. */
export async function jsonExpression(
  place: string,
  layout: "array" | "newline_delimited",
  size: number,
  { engine, notes, checkAll }: ReadOptions,
): Promise<string> {
  const isLarge = size > maxChecked && !checkAll;
  const read = (more: string) =>
    `read_json(${quoteText(place)}, format = '${layout}', maximum_object_size = ${maxLine}, convert_strings_to_integers = false, ${more})`;
  const described = await engine.json(
    `SELECT column_name, column_type FROM (DESCRIBE FROM ${read(`sample_size = ${isLarge ? 100_000 : -1}`)})`,
  );
  const all = described.map(([name, type]) => ({ name: String(name), type: String(type) }));
  const open = all.filter(({ type }) => guessed.test(type)).map(({ name }) => name);
  if (isLarge) notes.push(sampledNote("A large file"));
  const asText = read(
    `columns = ${typeMap(all.map(({ name, type }) => ({ name, type: open.includes(name) ? "VARCHAR" : type })))}`,
  );
  const texts = `(SELECT ${open.map(quoteName).join(", ")} FROM ${asText})`;
  const sampled = open.length === 0 ? new Map<string, KindOfCells>() : await sampleKinds(engine, texts, open);
  const kinds = new Map([...sampled].map(([name, { kind }]) => [name, kind]));
  const checked = isLarge
    ? [...sampled].map(([name, kind]) => typeOfKind(name, kind, true))
    : await checkKinds(engine, texts, kinds);
  const types = all.map(
    (column): TypedColumn =>
      checked.find(({ name }) => name === column.name) ??
      (isLarge && column.type === "BIGINT" ? typeOfKind(column.name, bigint, true) : column),
  );
  return typedTable(types, (columns) => read(`columns = ${columns}`));
}

/** Whole numbers of JSON, as the first rows of a large file have them. */
const bigint: KindOfCells = { kind: "integer", whole: 18, fraction: 0 };

const typeMap = (columns: readonly TypedColumn[]): string =>
  `{${columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type)}`).join(", ")}}`;

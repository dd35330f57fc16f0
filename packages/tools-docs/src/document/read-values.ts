/** Items of a list as blocks have them. */
export interface ItemInput {
  readonly text: string;
  readonly checked?: boolean;
  readonly items?: readonly ItemInput[];
}

/** A value that is not of the form that a block needs; the message ends a sentence that begins with the block. */
export class BlockError extends Error {}

const inner = ["text", "plain_text", "content", "value", "title", "label", "name", "children", "rich_text"];

type Entries = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Entries =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Text of anything that is one: pieces of a line are joined, texts of a list are paragraphs. */
export function textOfValue(value: unknown, key: string): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (Array.isArray(value)) {
    const isLine = value.some(isObject);
    return value.map((each) => textOfValue(each, key)).join(isLine ? "" : "\n\n");
  }
  return textOfObject(value as Entries, key);
}

const marks = /^(?:type|bold|italic|code|underline|strikethrough|strike|annotations|marks|href|color)$/;

function textOfObject(value: Entries, key: string): string {
  const found = inner.filter((name) => value[name] !== undefined && value[name] !== null);
  const other = Object.keys(value).filter((name) => !inner.includes(name) && !marks.test(name));
  if (other.length > 0 || found.length === 0)
    throw new BlockError(
      `has ${key} that is not a text${other.length > 0 ? `: ${list(other)} is not understood` : ""}`,
    );
  // Some editors give the same text with marks and without.
  const texts = new Set(found.map((name) => textOfValue(value[name], key)));
  if (texts.size > 1) throw new BlockError(`has ${key} with several texts: ${list(found)}`);
  return [...texts][0] ?? "";
}

const list = (keys: readonly string[]): string =>
  keys
    .slice(0, 5)
    .map((key) => JSON.stringify(key.slice(0, 40)))
    .join(", ");

const itemTexts = ["text", "content", "value", "title", "label", "name", "item"];
const itemLists = ["items", "children", "list", "sub_items", "subitems", "nested"];
const itemChecks = ["checked", "done", "completed", "complete"];

/** Items of a list: texts, objects with a text, lists inside. */
export function itemsOfValue(value: unknown): ItemInput[] {
  if (typeof value === "string")
    return value
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((text) => ({ text }));
  if (!Array.isArray(value)) throw new BlockError("has items that are not a list");
  const items: ItemInput[] = [];
  for (const each of value) {
    if (Array.isArray(each)) {
      const last = items.pop() ?? { text: "" };
      items.push({ ...last, items: [...(last.items ?? []), ...itemsOfValue(each)] });
    } else if (isObject(each)) items.push(itemOf(each));
    else items.push({ text: textOfValue(each, "an item") });
  }
  return items;
}

function itemOf(value: Entries): ItemInput {
  const keys = Object.keys(value).filter((key) => value[key] !== undefined && value[key] !== null && key !== "type");
  const isList = (key: string): boolean => itemLists.includes(key) && Array.isArray(value[key]);
  const other = keys.filter((key) => !itemTexts.includes(key) && !isList(key) && !itemChecks.includes(key));
  const texts = keys.filter((key) => itemTexts.includes(key));
  const checks = keys.filter((key) => itemChecks.includes(key));
  if (other.length > 0) throw new BlockError(`has an item with ${list(other)}, which is not understood`);
  if (checks.some((key) => typeof value[key] !== "boolean"))
    throw new BlockError(`has an item with ${list(checks)} that is not true or false`);
  const items = keys.filter(isList).flatMap((key) => itemsOfValue(value[key]));
  return {
    text: texts.map((key) => textOfValue(value[key], "an item")).join("\n"),
    ...(checks[0] !== undefined && { checked: value[checks[0]] === true }),
    ...(items.length > 0 && { items }),
  };
}

/** Rows of a table, header first: rows of cells, or objects of which each is a row. */
export function rowsOfValue(value: unknown, headers: unknown): string[][] {
  if (isObject(value)) return rowsOfObject(value, headers);
  if (!Array.isArray(value)) throw new BlockError("has rows that are not a list");
  const columns = headers === undefined ? undefined : columnsOf(headers);
  const records = value.every((row) => isObject(row) && !Array.isArray(row.cells)) && value.length > 0;
  if (records) return rowsOfRecords(value as Entries[], columns);
  const rows = value.map((row) => {
    const cells = isObject(row) && Object.keys(row).every((key) => key === "cells" || key === "type") ? row.cells : row;
    if (!Array.isArray(cells))
      throw new BlockError("has a row that is neither a list of cells nor an object like the others");
    return cells.map((cell) => textOfValue(cell, "a cell"));
  });
  return columns ? [columns.map(({ title }) => title), ...rows] : rows;
}

function rowsOfObject(value: Entries, headers: unknown): string[][] {
  const { rows, data, body, headers: own, header, columns, head, ...other } = value;
  const names = Object.keys(other);
  if (names.length > 0) throw new BlockError(`has a table with ${list(names)}, which is not understood`);
  const heads = [headers, own, header, columns, head].filter((each) => each !== undefined);
  const bodies = [rows, data, body].filter((each) => each !== undefined);
  if (heads.length > 1 || bodies.length !== 1)
    throw new BlockError("has a table without one header and one list of rows");
  return rowsOfValue(bodies[0], heads[0]);
}

interface Column {
  readonly key: string;
  readonly title: string;
}

function columnsOf(headers: unknown): Column[] {
  if (!Array.isArray(headers)) throw new BlockError("has headers that are not a list");
  return headers.map((each) => {
    if (!isObject(each)) return { key: textOfValue(each, "a header"), title: textOfValue(each, "a header") };
    const { key, field, id, accessor, align: _align, width: _width, type: _type, ...texts } = each;
    const own = key ?? field ?? id ?? accessor;
    const named = Object.keys(texts).filter((name) => !["title", "label", "header", "name", "text"].includes(name));
    if (named.length > 0) throw new BlockError(`has a header with ${list(named)}, which is not understood`);
    const said = ["title", "label", "header", "text"].flatMap((name) =>
      texts[name] === undefined ? [] : [texts[name]],
    );
    if (new Set(said).size > 1) throw new BlockError(`has a header with several texts: ${list(Object.keys(texts))}`);
    const title = texts.title ?? texts.label ?? texts.header ?? texts.text ?? texts.name ?? own;
    return { key: textOfValue(own ?? texts.name ?? title, "a header"), title: textOfValue(title, "a header") };
  });
}

function rowsOfRecords(records: readonly Entries[], columns: readonly Column[] | undefined): string[][] {
  const keys = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const shown = columns ?? keys.map((key) => ({ key, title: key }));
  const keyOf = ({ key, title }: Column): string => (keys.includes(key) ? key : title);
  const left = keys.filter((key) => !shown.some((column) => keyOf(column) === key));
  if (left.length > 0) throw new BlockError(`has rows with ${list(left)}, which is not among its columns`);
  return [
    shown.map(({ title }) => title),
    ...records.map((record) => shown.map((column) => textOfValue(record[keyOf(column)], "a cell"))),
  ];
}

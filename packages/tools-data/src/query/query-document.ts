import { ToolError } from "@holdall/tool-core";
import type { JSONPathQuery } from "json-p3";
import type { DataSource } from "../source/data-source.ts";
import { rowObject } from "../table/cell-value.ts";
import { profile } from "../table/data-table.ts";
import { isExactInteger, isExactNumber } from "../table/exact-number.ts";
import type { Losses } from "../table/losses.ts";
import { openTable, readDocument } from "../table/open-table.ts";

export interface FoundValues {
  readonly matches: number;
  readonly values: readonly unknown[];
  readonly paths: readonly string[];
}

/** Milliseconds that a query may take. */
const maxTime = 10_000;

/**
 * What a query finds in a document that is held in memory, with the digits of its numbers as they were written. Throws
 * `timeout` for a query that takes more than 10 s, and `too_large` beyond 64 MiB.
 */
export async function queryDocument(
  source: DataSource,
  query: JSONPathQuery,
  wanted: { readonly limit: number; readonly offset: number },
  losses: Losses,
): Promise<FoundValues> {
  const document = await documentOf(source, losses);
  const plain = withoutExact(document);
  const until = Date.now() + maxTime;
  const values: unknown[] = [];
  const paths: string[] = [];
  let matches = 0;
  try {
    for (const node of query.lazyQuery(plain as never)) {
      if (Date.now() > until) throw tookLong();
      if (matches >= wanted.offset && values.length < wanted.limit) {
        values.push(valueAt(document, node.location));
        paths.push(node.path);
      }
      matches++;
    }
  } catch (error) {
    if (ToolError.is(error)) throw error;
    throw new ToolError(
      "invalid_input",
      `The query failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        hint: "For deep data, name the keys on the path instead of `..`.",
        cause: error,
      },
    );
  }
  return { matches, values, paths };
}

/** Formats of rows are a list of objects. */
async function documentOf(source: DataSource, losses: Losses): Promise<unknown> {
  if (["json", "yaml", "toml", "xml"].includes(source.format)) return readDocument(source, losses);
  const table = await openTable(source, { losses });
  const { types } = await profile(table);
  const columns = table.columns.map((name, index) => ({ name, index, type: types[index] ?? ("text" as const) }));
  const rows: unknown[] = [];
  const steps = table.read((row) => {
    if (rows.length === 500_000) throw tooManyRows(source.name);
    rows.push(rowObject(row, columns, table.isTyped));
    return undefined;
  });
  for await (const _ of steps);
  return rows;
}

/** The same with JavaScript's numbers and, where they lose digits, whole numbers of any size, for comparisons. */
export function withoutExact(value: unknown): unknown {
  if (isExactNumber(value)) return isExactInteger(value.rawJSON) ? BigInt(value.rawJSON) : Number(value.rawJSON);
  if (Array.isArray(value)) return value.map(withoutExact);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutExact(item)]));
}

function valueAt(document: unknown, location: readonly (string | number)[]): unknown {
  return location.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], document);
}

const tookLong = (): ToolError =>
  new ToolError("timeout", "The query took more than 10 seconds.", {
    hint: "Name the keys on the path instead of `..`.",
  });

const tooManyRows = (name: string): ToolError =>
  new ToolError("too_large", `${name} has more than 500,000 rows, which this query would load into memory.`, {
    hint: "Use $[?…], $[*] or $[a:b], which are evaluated row by row.",
  });

import { nearest, ToolError, type ToolErrorCode } from "@holdall/tool-core";
import { describeInWords } from "../tables/describe-words.ts";
import type { FoundTable } from "./list-tables.ts";

/** What is known about a query that failed. */
export interface FailedQuery {
  readonly database: string;
  /** The names in the query. */
  readonly names: readonly string[];
  readonly time: number;
  tables(): Promise<readonly FoundTable[]>;
}

const kinds: readonly (readonly [RegExp, ToolErrorCode, string?])[] = [
  [/^57014$/, "timeout", "Filter earlier, join on indexed columns, or aggregate before joining."],
  [/^55P03$/, "timeout", "Another transaction holds a lock on the table. Try again later."],
  [
    /^42501$/,
    "permission_denied",
    "The role of the connection may not read that. Leave `sql` out to see what it may read.",
  ],
  [/^25006$/, "permission_denied", "Queries only read. Write a SELECT."],
  [/^(42P01|42703|42883|3F000)$/, "not_found"],
  [/^(53|54)/, "too_large", "Filter or aggregate earlier in the query."],
];

/** The server cannot be reached or refuses the connection. What it says then may name the address. */
const isConnection = (code: string): boolean =>
  !/^(?=.*\d)[0-9A-Z]{5}$/.test(code) || /^(08|28|3D|533|57P|58)/.test(code);

/** What an error of the server means to a model. The address and the password of the connection are in none. */
export async function explainPostgres(error: unknown, failed: FailedQuery): Promise<ToolError> {
  if (ToolError.is(error)) return error;
  const { code = "", message = "", hint = "" } = Object(error) as Partial<Record<string, string>>;
  const state = String(code);
  if (isConnection(state))
    return new ToolError(
      "unavailable",
      `The database ${failed.database} did not answer${/^\w{1,20}$/.test(state) ? ` (${state})` : ""}.`,
      { hint: "Tell the user: the connection that is configured under this name does not work." },
    );
  const [, kind = "invalid_input", own] = kinds.find(([matches]) => matches.test(state)) ?? [];
  const what = kind === "timeout" && state === "57014" ? `The query was stopped after ${failed.time / 1000} s` : "";
  const schema = /^42(P01|703)$/.test(state) ? await schemaFor(String(message), failed).catch(() => []) : [];
  const hints = [own, hint, ...schema].filter(Boolean).join(" ");
  return new ToolError(kind, what === "" ? `The query failed: ${String(message).slice(0, 1_000)}.` : `${what}.`, {
    hint: hints || "Correct the query; the dialect is PostgreSQL's.",
  });
}

async function schemaFor(message: string, { names, tables }: FailedQuery): Promise<string[]> {
  const all = await tables();
  const used = all.filter(({ table }) => names.includes(table)).slice(0, 5);
  const [, quoted, plain = ""] = /"([^"]+)"|column (\S+) does/.exec(message) ?? [];
  const wanted = (quoted ?? plain).split(".").at(-1)!;
  const candidates = /^relation/.test(message)
    ? all.map(({ name }) => name)
    : used.flatMap(({ columns }) => columns.map(({ name }) => name));
  const near = nearest(wanted, [...new Set(candidates)]);
  const shown = used.map(({ name, columns }) => describeInWords({ name, columns, rows: [] }));
  return [
    ...(near.length > 0 ? [`The nearest names are ${near.join(", ")}.`] : []),
    ...(shown.length > 0
      ? [`The tables are:\n${shown.join("\n")}`]
      : [
          `There are the tables ${all
            .slice(0, 30)
            .map(({ name }) => name)
            .join(", ")}.`,
        ]),
  ];
}

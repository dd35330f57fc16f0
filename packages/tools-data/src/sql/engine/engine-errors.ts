import { ToolError, type ToolErrorCode } from "@holdall/tool-core";
import { guardMessage } from "../types/check-kinds.ts";

/** What is known about a query whose run failed. */
export interface FailedQuery {
  /** Names of the engine's own, and what is shown for them. */
  readonly names: ReadonlyMap<string, string>;
  /** Tables and columns in words, for errors about names. */
  schema(): Promise<string>;
}

interface Kind {
  readonly matches: RegExp;
  readonly code: ToolErrorCode;
  readonly hint?: string;
  readonly showsSchema?: boolean;
}

const kinds: readonly Kind[] = [
  {
    matches: /^Out of Memory/,
    code: "too_large",
    hint: "Read fewer columns, filter or aggregate earlier in the query, or join smaller sides.",
  },
  {
    matches: /^(IO|Serialization) Error: .*(Corrupt|not a valid DuckDB|Could not read enough|Failed to deserialize)/,
    code: "parse_error",
    hint: "The file is damaged. Ask the user for a copy that is whole.",
  },
  {
    matches: /^IO Error: .*we can only read versions? /,
    code: "unsupported",
    hint: "Ask the user to write it for older versions, in DuckDB: ATTACH 'old.duckdb' AS old (STORAGE_VERSION 'v1.0.0'); COPY FROM DATABASE new TO old.",
  },
  {
    matches: /^(Permission|IO) Error/,
    code: "permission_denied",
    hint: "A query opens only the files that it names in quotes.",
  },
  { matches: /^(Binder|Catalog) Error/, code: "not_found", showsSchema: true },
  {
    matches: /^Conversion Error/,
    code: "invalid_input",
    hint: "Use TRY_CAST(x AS type), which gives NULL for other text.",
    showsSchema: true,
  },
  { matches: /CSV Error|sniffing file/, code: "parse_error", hint: "Correct the row, or look at it with {read_file}." },
  {
    matches: /nvalid unicode|not utf-8|UTF-?8/i,
    code: "parse_error",
    hint: "Convert the file first: {convert_format} with its `encoding`.",
  },
  { matches: /JSON/, code: "parse_error", hint: "Correct the file there." },
  { matches: /^Parser Error/, code: "invalid_input" },
];

/** Whether a type that the first rows suggested does not fit: all rows must be looked at. */
export const isWrongType = (error: unknown): boolean => {
  const message = messageOf(error);
  return (
    message.includes(guardMessage) ||
    /Error when converting column|CSV Error|sniffing file|Could not cast value/.test(message)
  );
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What an error of the engine means to a model. */
export async function explainFailure(error: unknown, { names, schema }: FailedQuery): Promise<ToolError> {
  if (ToolError.is(error)) return error;
  const kind = kinds.find(({ matches }) => matches.test(messageOf(error)));
  let text = messageOf(error)
    .split(/\n\s*\n?(?:LINE \d+:|Possible (?:fixes|solutions)|\s*file = |The database file was created)/)[0]!
    .trim();
  for (const [name, shown] of names) text = text.replaceAll(name, () => shown);
  const hints = [kind?.hint, kind?.showsSchema ? await schema().catch(() => undefined) : undefined];
  const hint = hints.filter((each) => each !== undefined && each !== "").join(" ");
  return new ToolError(kind?.code ?? "invalid_input", `The query failed: ${text.slice(0, 1_000)}`, {
    hint: hint || "Correct the query.",
    cause: error,
  });
}

import { type Path, ToolError, type ToolErrorCode } from "@holdall/tool-core";

export * from "@holdall/tool-kit/backends";

export const tooLong = (path: Path, limit: number): ToolError =>
  new ToolError("too_large", `The path ${path.slice(0, 80)}… has more than ${limit} bytes.`, {
    hint: "Choose shorter names, or fewer folders.",
    data: { path, limit },
  });

export const isNoText = (path: Path): ToolError =>
  new ToolError("invalid_input", `The path ${path} contains an unpaired surrogate, so it is not valid text.`, {
    hint: "Write the name in whole Unicode characters.",
    data: { path },
  });

export const isBusy = (path: Path): ToolError =>
  new ToolError("unavailable", `${path} was repeatedly changed by others; this call changed nothing.`, {
    hint: "Look at what is there now, then try again.",
    data: { path },
  });

/** SQLSTATE, or its first two characters → code, the end of a sentence, and the next move. */
const known: Readonly<Record<string, readonly [ToolErrorCode, string, string]>> = {
  "23514": ["too_large", "a path would become too long", "Choose shorter names, or fewer folders."],
  "25006": ["permission_denied", "the database is read-only", "Use the database's primary, or skip the change."],
  "28": ["permission_denied", "the database refused the login", "Ask the user to check the credentials."],
  "42501": [
    "permission_denied",
    "the database user is not allowed to do this",
    "Ask the user to grant the permission.",
  ],
  "53": [
    "unavailable",
    "the database is out of disk, memory or connections",
    "Tell the user; try again when it has capacity.",
  ],
  "54": ["too_large", "the database cannot store a value this large", "Split the content, or shorten the name."],
  "57014": ["timeout", "the database's own time limit ran out", "Try again, or do less at once."],
  "55P03": ["unavailable", "another connection held it for too long", "Try again in a moment."],
};

const lost = [
  "unavailable",
  "the database could not be reached, or the connection broke",
  "If this was a change, check whether it was made, then try again in a moment.",
] as const;

export const sqlStateOf = (thrown: unknown): string =>
  thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : "";

/** What a database threw, as a ToolError about a path. Mistakes in this program stay as they are. */
export function fromSql(thrown: unknown, path: Path): unknown {
  if (ToolError.is(thrown) || [TypeError, ReferenceError, RangeError].some((kind) => thrown instanceof kind)) {
    return thrown;
  }
  const state = sqlStateOf(thrown);
  const isReport = /^(?!E|08|57P)[0-9A-Z]{5}$/.test(state);
  const [code, what, hint] =
    known[state] ??
    known[state.slice(0, 2)] ??
    (isReport
      ? ["unavailable", `the database refused it (SQLSTATE ${state})`, "Tell the user what was refused."]
      : lost);
  return new ToolError(code, `${path} could not be used: ${what}.`, {
    hint,
    data: { path, ...(state !== "" && { reason: state }) },
    cause: thrown,
  });
}

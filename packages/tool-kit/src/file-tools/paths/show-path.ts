import { ToolError } from "@holdall/tool-core";

/** What a name cannot show as it is: line breaks, control characters, what turns, joins or hides text, halves of characters. */
const unshown = /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const everyUnshown = new RegExp(unshown, "gu");
const blankEnd = /^["\s]|\s$/u;
/** Most paths. */
const plain = /^[!#-~](?:[ -~]*[!-~])?$/;

/**
 * A name or path as an answer shows it: itself, or, where it holds what cannot be seen, as a JSON string, so that it never
 * takes more than its own row. What stands between the quotes can be sent as it is.
 */
export const showPath = (path: string): string => (needsQuotes(path) ? quoted(path) : path);

const needsQuotes = (path: string): boolean => !plain.test(path) && (blankEnd.test(path) || unshown.test(path));

const quoted = (path: string): string =>
  JSON.stringify(path).replace(everyUnshown, (char) =>
    Array.from({ length: char.length }, (_, i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""),
  );

/** An output with its paths as answers show them, for a rendering: everything else stays. */
export function showPaths<O>(output: O): O {
  if (typeof output !== "object" || output === null) return output;
  const shown = { ...output } as Record<string, unknown>;
  for (const key of pathKeys) if (key in shown) shown[key] = showAny(shown[key]);
  return shown as O;
}

const pathKeys = ["path", "from", "to", "files", "binary_files"] as const;

const showAny = (value: unknown): unknown =>
  typeof value === "string" ? showPath(value) : Array.isArray(value) ? value.map(showAny) : showPaths(value);

/** The path that a shown one means, when a text is one in quotes. */
export function unshowPath(shown: string): string | undefined {
  if (!/^".*"$/.test(shown)) return undefined;
  try {
    const path: unknown = JSON.parse(shown);
    return typeof path === "string" ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Get an error whose texts show paths as results do: the paths in its data, and those of its call. */
export function showPathsIn(error: unknown, paths: readonly string[]): unknown {
  if (!ToolError.is(error)) return error;
  const found = [...new Set([...paths, ...pathsIn(error.data)])]
    .filter(needsQuotes)
    .sort((a, b) => b.length - a.length);
  if (found.length === 0) return error;
  const show = (text: string) => found.reduce(showOne, text);
  const { code, message, hint, data, cause } = error;
  return new ToolError(code, show(message), { hint: hint === undefined ? undefined : show(hint), data, cause });
}

/** A text with a path in it shown, also where it stands as a JSON string. */
const showOne = (text: string, path: string): string =>
  text
    .split(JSON.stringify(path))
    .map((part) => part.split(path).join(quoted(path)))
    .join(quoted(path));

/** Every text in some data that is a path. */
function pathsIn(data: unknown): string[] {
  if (typeof data === "string") return data.startsWith("/") ? [data] : [];
  return typeof data === "object" && data !== null ? Object.values(data).flatMap(pathsIn) : [];
}

import { isWithin, type Path, ToolError, toPath } from "@holdall/tool-core";
import { moved } from "../shared/paths.ts";

const root = toPath("/");
const opens = /[\s"'`(,:;]/;
const closes = /^(?:$|[\s"'`),:;]|\.(?:\s|$))/;
const pathKeys = ["path", "from", "to"];

/** An error that speaks of paths below `inside`, speaking of the same places below `outside`. Other errors stay. */
export function translateError(error: unknown, inside: Path, outside: Path, asked: readonly Path[]): unknown {
  if (!ToolError.is(error)) return error;
  const known = Object.entries(error.data ?? {}).filter(
    (pair): pair is [string, Path] =>
      pathKeys.includes(pair[0]) && typeof pair[1] === "string" && isWithin(pair[1] as Path, inside),
  );
  const names = new Set([...known.map(([, path]) => path), ...asked]);
  const say = (text: string) => (inside === "/" ? sayNames(text, names, outside) : sayPrefix(text, inside, outside));
  return new ToolError(error.code, say(error.message), {
    hint: error.hint === undefined ? undefined : say(error.hint),
    data: error.data && {
      ...error.data,
      ...Object.fromEntries(known.map(([key, path]) => [key, moved(path, inside, outside)])),
    },
    cause: error,
  });
}

/** Below the root, every path looks like an inner one; only those that the error is about are rewritten. */
function sayNames(text: string, names: ReadonlySet<Path>, outside: Path): string {
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  return splice(text, (at) => {
    const name = longestFirst.find((path) => text.startsWith(path, at) && closes.test(text.slice(at + path.length)));
    return name && { length: name.length, put: moved(name, root, outside) };
  });
}

/** Everything below `inside` is rewritten, so that no text reveals the location. */
function sayPrefix(text: string, inside: Path, outside: Path): string {
  return splice(text, (at) => {
    if (!text.startsWith(inside, at)) return undefined;
    const rest = text.slice(at + inside.length);
    if (closes.test(rest)) return { length: inside.length, put: outside };
    if (rest.startsWith("/")) return { length: inside.length + 1, put: outside === "/" ? "/" : `${outside}/` };
    return undefined;
  });
}

function splice(text: string, find: (at: number) => { length: number; put: string } | undefined): string {
  let spliced = "";
  let kept = 0;
  for (let at = text.indexOf("/"); at !== -1; at = text.indexOf("/", at)) {
    const found = at === 0 || opens.test(text.charAt(at - 1)) ? find(at) : undefined;
    if (found) spliced += text.slice(kept, at) + found.put;
    at += found?.length ?? 1;
    if (found) kept = at;
  }
  return spliced + text.slice(kept);
}

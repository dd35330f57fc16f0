import { type Backend, basename, type Path, toPath } from "@holdall/tool-core";

/** What Tab offers for the end of a line, and that end. */
export type Complete = (line: string) => Promise<[string[], string]>;

/** Names that are offered at most. */
const most = 60;

/** Complete `/commands`, the words of some, and paths behind an `@`. Names that a terminal would not show as they are stay out. */
export function completeLine(
  commands: Readonly<Record<string, readonly string[]>>,
  { backend, cwd }: { readonly backend: Backend; readonly cwd: Path },
): Complete {
  return async (line) => {
    const [, command] = /^\/([a-z]*)$/.exec(line) ?? [];
    if (command !== undefined)
      return offer(
        Object.keys(commands).map((name) => `/${name} `),
        line,
      );
    const [, of = "", word = ""] = /^\/([a-z]+) (\S*)$/.exec(line) ?? [];
    if (commands[of]) return offer(commands[of], word);
    const [, quote, path] = /(?:^|[\s([{])@("?)([^"\n]*)$/.exec(line) ?? [];
    if (path === undefined || (quote === "" && /\s/.test(path))) return [[], line];
    return offer(await pathsLike(path, backend, cwd), path);
  };
}

const offer = (all: readonly string[], typed: string): [string[], string] => [
  all.filter((each) => each.startsWith(typed)).slice(0, most),
  typed,
];

async function pathsLike(typed: string, backend: Backend, cwd: Path): Promise<string[]> {
  const above = typed.includes("/") ? typed.slice(0, typed.lastIndexOf("/") + 1) : "";
  const found: string[] = [];
  try {
    for await (const entry of backend.list(toPath(above === "" ? "." : above, cwd))) {
      const name = basename(entry.path);
      if (/[\p{C}"]/u.test(name)) continue;
      found.push(`${above}${name}${entry.kind === "directory" ? "/" : ""}`);
    }
  } catch {
    return []; // a folder that cannot be listed has nothing to offer
  }
  return found;
}

import {
  type Backend,
  dirname,
  type FileQuery,
  type Path,
  relativePath,
  type SearchCandidate,
  type TextQuery,
} from "@holdall/tool-core";
import { createYield } from "@holdall/tool-core/cooperative-yield";
import { childPath } from "../_host-path.ts";
import { hold } from "../_path-guard.ts";
import { count } from "../walk/counts.ts";
import { type DirHandle, reopenDir } from "../walk/dir-handle.ts";
import { createReadText } from "./read-text.ts";
import { type SearchContext, scan } from "./scan.ts";

type SearchIo = Parameters<NonNullable<Backend["search"]>>[3];

/** The files of a query that may hold a text. What is given of them was read through the handle of their folder. */
export async function* search(
  context: SearchContext,
  path: Path,
  query: FileQuery,
  text: TextQuery,
  { maxBytes, signal, judged }: SearchIo,
): AsyncGenerator<SearchCandidate, void, void> {
  const pause = createYield(signal);
  const readText = createReadText(maxBytes, signal);
  const counts = { files: 0, ignored: 0, denied: 0, unreadable: 0, tooLarge: 0 };
  using root = context.guard.folder(path);
  const { real } = root;
  hold({ judged }, path, real);
  let folder: DirHandle | undefined;
  let inside: Path | undefined;

  const dirIn = (at: Path): DirHandle | undefined => {
    if (at === inside) return folder;
    folder?.[Symbol.dispose]();
    inside = at;
    folder = reopenDir(context.openFolder, at === path ? real : childPath(real, relativePath(at, path)));
    return folder;
  };

  try {
    for await (const batch of scan(context, path, query, text, { path, real, maxBytes, signal, judged })) {
      for (const { find, verdict } of batch) {
        count(counts, find);
        if (verdict === "none") continue;
        const turn = pause();
        if (turn) await turn;
        const dir = verdict === "maybe" ? dirIn(dirname(find.path)) : undefined;
        const reading = verdict === "maybe" ? (dir ? readText(dir, find.entry.name) : "gone") : verdict;
        const found = reading instanceof Promise ? await reading : reading;
        if (found === "unreadable" || found === "tooLarge") counts[found]++;
        else if (typeof found !== "string" && text.mayMatch(found))
          yield { file: { path: find.path, bytes: new Uint8Array(found) }, counts: { ...counts } };
      }
    }
    yield { counts };
  } finally {
    folder?.[Symbol.dispose]();
  }
}

import {
  type Backend,
  dirname,
  type FileQuery,
  type Path,
  relativePath,
  type SearchCandidate,
  type TextQuery,
} from "@holdall/tool-core";
import { createPace } from "@holdall/tool-core/pace";
import { hold } from "../_gate.ts";
import { childPath } from "../_host-path.ts";
import { count } from "../_walk/counts.ts";
import { type Stand, standAgain } from "../_walk/stand.ts";
import { judge, type SearchContext } from "./judge.ts";
import { createReadText } from "./read-text.ts";

type SearchIo = Parameters<NonNullable<Backend["search"]>>[3];

/** The files of a query that may hold a text. What is given of them was read through the handle of their folder. */
export async function* search(
  context: SearchContext,
  path: Path,
  query: FileQuery,
  text: TextQuery,
  { maxBytes, signal, judged }: SearchIo,
): AsyncGenerator<SearchCandidate, void, void> {
  const pause = createPace(signal);
  const readText = createReadText(maxBytes, signal);
  const counts = { files: 0, ignored: 0, denied: 0, unreadable: 0, tooLarge: 0 };
  using root = context.gate.folder(path);
  const { real } = root;
  hold({ judged }, path, real);
  let folder: Stand | undefined;
  let inside: Path | undefined;

  const standIn = (at: Path): Stand | undefined => {
    if (at === inside) return folder;
    folder?.[Symbol.dispose]();
    inside = at;
    folder = standAgain(context.openFolder, at === path ? real : childPath(real, relativePath(at, path)));
    return folder;
  };

  try {
    for await (const portion of judge(context, path, query, text, { path, real, maxBytes, signal, judged })) {
      for (const { find, worth } of portion) {
        count(counts, find);
        if (worth === "none") continue;
        const turn = pause();
        if (turn) await turn;
        const stand = worth === "maybe" ? standIn(dirname(find.path)) : undefined;
        const reading = worth === "maybe" ? (stand ? readText(stand, find.entry.name) : "gone") : worth;
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

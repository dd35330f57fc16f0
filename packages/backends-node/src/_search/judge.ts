import { PatternError } from "@holdall/pattern-core";
import { type FileQuery, type Path, relativePath, type TextQuery } from "@holdall/tool-core";
import { createPacer } from "../_turns.ts";
import { standByName } from "../_walk/stand.ts";
import { type Find, type WalkContext, walk } from "../_walk/walk.ts";
import { askRipgrep } from "./ask-ripgrep.ts";
import { createReadText, type NoText } from "./read-text.ts";
import type { RipgrepQuery } from "./run-ripgrep.ts";

export interface SearchContext extends WalkContext {
  /** Where the program is; undefined when there is none, or it is not to be used. */
  readonly ripgrep: () => Promise<string | undefined>;
  /** Bytes of files up to which all are read here; half of them where no text is known to be required. */
  readonly readBytes: number;
}

export interface JudgeOptions {
  /** Where `path` really is. */
  readonly real: Path;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** A find, and what its text is worth: `maybe` it holds what is searched for. */
export interface Judged {
  readonly find: Find;
  readonly text: "maybe" | "none" | NoText;
}

/**
 * Walk, and judge what is found: by reading it, in a large tree by ripgrep. Either looks at files by their names, which may
 * be swapped meanwhile, so no byte of them is told.
 */
export async function* judge(
  context: SearchContext,
  path: Path,
  query: FileQuery,
  text: TextQuery,
  { real, maxBytes, signal }: JudgeOptions,
): AsyncGenerator<readonly Judged[], void, void> {
  const pause = createPacer(signal);
  const readText = createReadText(maxBytes, signal);
  const root = standByName(real);
  const walking = walk(context, path, query, { signal });
  const enough = text.requiredAny.length > 0 ? context.readBytes : context.readBytes / 2;
  let most = enough / 4;
  let bytes = 0;
  try {
    for (;;) {
      if (bytes >= most) {
        const ripgrep = await ripgrepQuery(context, text);
        if (ripgrep)
          return yield* askRipgrep(walking, { ripgrep, path, real, maxBytes, enough: enough - bytes, signal });
        most = Number.POSITIVE_INFINITY;
      }
      const { done, value } = await walking.next();
      if (done) return;
      let judged: Judged[] = [];
      for (const find of value) {
        const turn = pause();
        if (turn) await turn;
        const reading = find.step === "take" ? readText(root, relativePath(find.path, path)) : "none";
        const found = reading instanceof Promise ? await reading : reading;
        if (typeof found === "string") {
          judged.push({ find, text: found });
          continue;
        }
        bytes += found.length;
        const isHit = text.mayMatch(found);
        judged.push({ find, text: isHit ? "maybe" : "none" });
        if (!isHit) continue;
        yield judged;
        judged = [];
      }
      yield judged;
    }
  } finally {
    await walking.return();
  }
}

/** Undefined when ripgrep cannot help. */
async function ripgrepQuery({ ripgrep }: SearchContext, text: TextQuery): Promise<RipgrepQuery | undefined> {
  const program = await ripgrep();
  if (program === undefined) return undefined;
  const { byteRegex } = await import("@holdall/pattern-core/byte-regex");
  try {
    const regex = byteRegex(text);
    return regex === undefined ? undefined : { program, regex, multiline: text.multiline };
  } catch (error) {
    if (PatternError.is(error)) return undefined;
    throw error;
  }
}

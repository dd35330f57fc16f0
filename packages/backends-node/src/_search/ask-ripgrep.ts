import { lstatSync } from "node:fs";
import { type Path, relativePath } from "@holdall/tool-core";
import { errnoOf } from "../_errors.ts";
import { toHostPath } from "../_host-path.ts";
import { throwIfAborted } from "../_turns.ts";
import type { Find } from "../_walk/walk.ts";
import type { Judged } from "./judge.ts";
import type { NoText } from "./read-text.ts";
import { type Ripgrep, type RipgrepQuery, runRipgrep } from "./run-ripgrep.ts";

export interface AskOptions {
  readonly ripgrep: RipgrepQuery;
  /** Where the walk began, and where that really is. */
  readonly path: Path;
  readonly real: Path;
  readonly maxBytes: number;
  /** Bytes that make it worth to ask at all; fewer are all to be read. */
  readonly enough: number;
  readonly signal: AbortSignal | undefined;
}

/** Finds that ripgrep is asked about at once. */
interface Question {
  /** With the name by which a file is asked about, if it is. */
  readonly finds: { readonly find: Find; readonly text: Judged["text"]; readonly name?: string }[];
  readonly names: string[];
  /** Bytes of the names as arguments of a program. */
  size: number;
  /** Bytes of the files. */
  bytes: number;
  ripgrep?: Ripgrep;
  /** The files that may hold the text; undefined when ripgrep cannot tell. */
  answer?: { readonly found: ReadonlySet<string> | undefined };
}

const isLinux = process.platform === "linux";
/** Bytes of arguments that the system surely takes. */
const maxSize = isLinux ? 1_000_000 : process.platform === "win32" ? 28_000 : 200_000;
/** Names that make it worth to start a program while none is running. */
const minNames = 500;
const maxRunning = 2;

/** Ask ripgrep about the rest of a walk, which goes on meanwhile. Gives all of its finds, in order. */
export async function* askRipgrep(
  walking: AsyncIterator<readonly Find[], void, void>,
  { ripgrep, path, real, maxBytes, enough, signal }: AskOptions,
): AsyncGenerator<readonly Judged[], void, void> {
  const asked: Question[] = [];
  let next: Question = { finds: [], names: [], size: 0, bytes: 0 };
  let isOver = false;
  let isWorth = false;
  let isBroken = false;

  const folder = toHostPath(real);

  const add = (find: Find): void => {
    const { finds, names } = next;
    if (find.step !== "take") {
      finds.push({ find, text: "none" });
      return;
    }
    const name = relativePath(find.path, path);
    const size = look(`${folder}/${name}`, maxBytes);
    if (typeof size === "string") finds.push({ find, text: size });
    // A dash would mean the standard input.
    else if (name === "-") finds.push({ find, text: "maybe" });
    else {
      finds.push({ find, text: "maybe", name });
      names.push(name);
      next.size += Buffer.byteLength(name) + 9;
      next.bytes += size;
    }
  };

  const ask = (question: Question): void => {
    asked.push(question);
    isWorth ||= question.bytes >= enough;
    if (!isWorth || isBroken || question.names.length === 0) {
      question.answer = { found: undefined };
      return;
    }
    question.ripgrep = runRipgrep(ripgrep, folder, question.names, signal);
    void question.ripgrep.found.then((found) => {
      question.answer = { found };
      isBroken ||= found === undefined;
    });
  };

  const isDue = (): boolean => {
    if (isOver) return next.finds.length > 0;
    if (!isWorth) return next.bytes >= enough;
    const running = asked.filter(({ answer }) => !answer).length;
    return running === 0 ? next.names.length >= minNames : running < maxRunning && next.size >= maxSize;
  };

  try {
    for (;;) {
      if (isDue()) {
        ask(next);
        next = { finds: [], names: [], size: 0, bytes: 0 };
      }
      const [first] = asked;
      if (first && (first.answer || isOver || next.size >= maxSize)) {
        await first.ripgrep?.found;
        throwIfAborted(signal);
        yield judge(first);
        asked.shift();
      } else if (isOver) return;
      else {
        const { done, value } = await walking.next();
        if (done) isOver = true;
        else value.forEach(add);
      }
    }
  } finally {
    for (const question of asked) question.ripgrep?.[Symbol.dispose]();
  }
}

/** Only plain files of the right size are for ripgrep: it would wait for a pipe, and read what is too large. */
function look(host: string, maxBytes: number): number | NoText {
  try {
    const stat = lstatSync(host, { throwIfNoEntry: false });
    if (!stat?.isFile()) return "gone";
    return stat.size > maxBytes ? "tooLarge" : stat.size;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return "unreadable";
  }
}

function judge({ finds, answer }: Question): Judged[] {
  const found = answer?.found;
  return finds.map(({ find, text, name }) =>
    found && name !== undefined && !found.has(name) ? { find, text: "none" } : { find, text },
  );
}

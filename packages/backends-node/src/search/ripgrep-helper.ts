import { lstatSync } from "node:fs";
import { PatternError } from "@holdall/pattern-core";
import { relativePath, type TextQuery } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { errnoOf } from "../_errors.ts";
import { toHostPath } from "../_host-path.ts";
import type { Find } from "../walk/find.ts";
import type { Batch, Verdict } from "./batch.ts";
import type { Helper, HelperOptions } from "./helper.ts";
import type { NoText } from "./read-text.ts";
import { type RipgrepQuery, runRipgrep } from "./run-ripgrep.ts";

const isLinux = process.platform === "linux";
/** Bytes of arguments that the system surely takes. */
const maxArguments = isLinux ? 1_000_000 : process.platform === "win32" ? 28_000 : 200_000;
/** Portions that are worth starting a program for, while more are found. */
const minBatches = 24;

/** Whether a file is for ripgrep to judge: by its name, or else what it is worth. */
type Look = { readonly name: string } | { readonly verdict: Verdict };

/** ripgrep judges nearly all portions, or `all` of them. Undefined when it cannot tell where this text is. */
export async function ripgrepHelper(
  program: string,
  text: TextQuery,
  { path, real, maxBytes, signal }: HelperOptions,
  all: boolean,
): Promise<Helper | undefined> {
  const regex = await regexOf(text);
  if (regex === undefined) return undefined;
  const query: RipgrepQuery = { program, regex, multiline: text.multiline };
  const folder = toHostPath(real);
  const left = new AbortController();
  const ends = AbortSignal.any([left.signal, ...(signal ? [signal] : [])]);
  const pause = createYield(undefined);
  let work: Promise<void> | undefined;
  let isBroken = false;

  /** Only plain files of the right size are for ripgrep: it would wait for a pipe, and read what is too large. */
  const look = ({ path: at, step, lacksText, file }: Find): Look => {
    if (step !== "take" || lacksText) return { verdict: "none" };
    const name = relativePath(at, path);
    const size = file?.size ?? sizeOf(`${folder}/${name}`);
    if (typeof size === "string") return { verdict: size };
    if (size > maxBytes) return { verdict: "tooLarge" };
    // A dash alone would mean the standard input.
    return { name: name === "-" ? "./-" : name };
  };

  const ask = async (batches: readonly Batch[]): Promise<void> => {
    const looks: Look[][] = [];
    for (const { finds } of batches) {
      looks.push(finds.map(look));
      await pause();
    }
    const names = looks.flat().flatMap((each) => ("name" in each ? each.name : []));
    const found = names.length > 0 ? await runRipgrep(query, folder, names, ends) : new Set<string>();
    isBroken = found === undefined;
    batches.forEach((batch, i) => {
      batch.isTaken = false;
      if (found) batch.verdicts = looks[i]?.map((each) => verdictOf(each, found));
    });
  };

  return {
    ahead: 128,
    get work() {
      return work;
    },
    get isBroken() {
      return isBroken;
    },
    offer(waiting, isLast) {
      const share = work ? [] : fitting(all ? waiting : waiting.slice(1));
      if (share.length < (all || isLast ? 1 : minBatches)) return;
      for (const batch of share) batch.isTaken = true;
      work = ask(share).then(() => {
        work = undefined;
      });
      // The search gets the error when it waits for work.
      work.catch(() => {});
    },
    [Symbol.dispose]: () => left.abort(),
  };
}

const verdictOf = (look: Look, found: ReadonlySet<string>): Verdict =>
  "verdict" in look ? look.verdict : found.has(look.name) ? "maybe" : "none";

function sizeOf(host: string): number | NoText {
  try {
    const stat = lstatSync(host, { throwIfNoEntry: false });
    return stat?.isFile() ? stat.size : "gone";
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return "unreadable";
  }
}

/** The maximum number for one query. */
function fitting(batches: readonly Batch[]): readonly Batch[] {
  let size = 0;
  const end = batches.findIndex(({ finds }) => {
    size += finds.reduce((sum, { path }) => sum + Buffer.byteLength(path) + 9, 0);
    return size > maxArguments;
  });
  return end < 0 ? batches : batches.slice(0, Math.max(1, end));
}

async function regexOf(text: TextQuery): Promise<string | undefined> {
  const { byteRegex } = await import("@holdall/pattern-core");
  try {
    return byteRegex(text);
  } catch (error) {
    if (PatternError.is(error)) return undefined;
    throw error;
  }
}

import type { CodeQuestion, CodeServer, FilePosition, ServerAnswer } from "@holdall/language-servers/port";
import type { Path } from "@holdall/tool-core";
import type { CodeFiles } from "./code-files.ts";
import { positionOf, type SourcePosition } from "./source-positions.ts";

export interface ServerTime {
  readonly servers: CodeServer | undefined;
  /** Wait for a server that is starting, or slow. */
  readonly exact: boolean;
  readonly signal: AbortSignal;
  /** What `performance.now()` says when the call has waited long enough. */
  readonly end: number;
  readonly notes: string[];
}

/** Milliseconds: for a server that is ready, for all questions of a call, for all of one that asks for an exact answer. */
const waits = { ready: 1_500, call: 8_000, exact: 60_000 } as const;

/** The time that the questions of one call may take. */
export function serverTime(
  servers: CodeServer | undefined,
  { exact = false }: { readonly exact?: boolean | undefined },
  signal: AbortSignal,
): ServerTime {
  return { servers, exact, signal, end: performance.now() + (exact ? waits.exact : waits.call), notes: [] };
}

/**
 * Ask a server about a location. Undefined if it has no answer in time: it starts in the background, for the next call.
 */
export async function askServer<T>(
  { servers, exact, signal, end, notes }: ServerTime,
  files: CodeFiles,
  place: SourcePosition,
  question: (server: CodeServer, at: FilePosition, how: CodeQuestion) => Promise<ServerAnswer<T>>,
): Promise<Extract<ServerAnswer<T>, { ok: true }> | undefined> {
  const { path } = place;
  const name = await servers?.serves(path);
  if (!servers || name === undefined) return undefined;
  if (!exact && !servers.isReady(path)) {
    servers.warm(path);
    say(notes, `${name} is starting and was not waited for; exact: true waits.`);
    return undefined;
  }
  const left = end - performance.now();
  if (left < 50) {
    say(notes, `${name} was not asked everything: the time limit of this call is reached.`);
    return undefined;
  }
  await files.load([path]);
  const deadline = exact ? left : Math.min(waits.ready, left);
  const answer = await question(servers, { path, ...positionOf(files, place) }, { deadline, signal });
  if (answer.ok) return answer;
  say(notes, answer.message);
  return undefined;
}

function say(notes: string[], note: string): void {
  if (!notes.includes(note)) notes.push(note);
}

/** Visible files that may have a name: one of each project is opened, so that the server knows them all. */
export const candidatesOf = ({ view }: CodeFiles, name: string): readonly Path[] =>
  view.filesWith(name).slice(0, 2_000);

import { estimateTokens } from "./estimate-tokens.ts";
import { cutPoints } from "./find-cut.ts";
import { acknowledgement, headerMessage } from "./header.ts";
import type { MessageLike } from "./message.ts";
import { type Offloaded, type OffloadPlace, offload, offloadPaths } from "./offload.ts";
import { type Past, pastOf, tellPast } from "./past.ts";
import type { PinnedState } from "./pinned-state.ts";
import { dropReasoning, dropResults } from "./shorten-messages.ts";
import { isSummary, type Summary } from "./summary.ts";

export interface SummaryRequest<M> {
  /** What is cut away. */
  readonly messages: readonly M[];
  /** What an earlier compaction summed up; the new summary replaces it. */
  readonly previous: Summary | null;
  readonly signal: AbortSignal | undefined;
}

export interface CompactOptions<M extends MessageLike> {
  readonly messages: readonly M[];
  /** Tokens above which the conversation is shortened. */
  readonly budget: number;
  /** Tokens to get down to, so that the next turns have room; 0.6 of the budget by default. */
  readonly target?: number | undefined;
  readonly keep?:
    | {
        /** The newest tool results that stay as they are; 6 by default. */
        readonly results?: number | undefined;
        /** The newest messages that are never cut away, at least; 6 by default. */
        readonly messages?: number | undefined;
      }
    | undefined;
  /** What is written into the notes from the session's state. */
  readonly pinned?: PinnedState | undefined;
  /** True for a tool that can be called again without harm, such as one that only reads. Without it, none can. */
  readonly isRepeatable?: ((tool: string) => boolean) | undefined;
  /** Where what is removed is kept. Without it, results of calls that cannot be repeated stay until they are cut away. */
  readonly offload?: OffloadPlace | undefined;
  /** Sums up what is cut away, by the host's model, in the shape of `summarySchema`. */
  readonly summarize?: ((request: SummaryRequest<M>) => Promise<unknown>) | undefined;
  /** Tokens of a message; a rule of thumb by default. */
  readonly estimate?: ((message: MessageLike) => number) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Compaction<M> {
  /** The same array when there was nothing to do. */
  readonly messages: readonly M[];
  /** Estimates. */
  readonly tokens: { readonly before: number; readonly after: number };
  /** False when it could not be made to fit: what must stay is larger. */
  readonly fits: boolean;
  /** What was done, in this order. */
  readonly steps: readonly ("results" | "reasoning" | "cut")[];
  /** Results that were replaced by a line, by tool. */
  readonly removed: Readonly<Record<string, number>>;
  /** Messages that were cut away. */
  readonly cut: number;
  readonly offloaded?: Offloaded;
  /** Why there is no summary although there should be one. */
  readonly problem?: string;
}

/**
 * Shorten a conversation that is larger than its budget: first old results become a line each, then reasoning goes, then
 * the oldest part is cut away and notes stand in its place. The same input gives the same output, and the output is left
 * as it is. Nothing is removed before it is kept, where `offload` says so; throws `unavailable` when that fails.
 */
export async function compact<M extends MessageLike>(options: CompactOptions<M>): Promise<Compaction<M>> {
  const { messages, budget, estimate = estimateTokens, summarize, signal } = options;
  const tokens = messages.map(estimate);
  const before = sum(tokens);
  const untouched = { messages, tokens: { before, after: before }, steps: [], removed: {}, cut: 0 };
  if (before <= budget) return { ...untouched, fits: true };
  const paths = options.offload && (await offloadPaths(messages, options.offload.folder));
  const planned = shorten(options, tokens, paths?.readable);
  if (planned.steps.length === 0) return { ...untouched, fits: false };
  if (options.offload && paths) await offload(messages, options.offload, paths, signal);
  let problem: string | undefined;
  let past = planned.past;
  if (past && summarize) {
    const cut = messages.slice(0, planned.cut).filter((message) => message.role !== "system");
    const summary = await summarize({ messages: cut, previous: past.summary, signal }).catch((error: unknown) => error);
    if (isSummary(summary)) past = { ...past, summary };
    else problem = summary instanceof Error ? summary.message : "The summary is not in the shape of `summarySchema`.";
  }
  const notes = past ? notesBefore(planned.messages, past, options.pinned) : { at: 0, messages: [] };
  const after = planned.tokens + sum(notes.messages.map(estimate));
  return {
    messages: planned.messages.toSpliced(notes.at, 0, ...(notes.messages as unknown as M[])),
    tokens: { before, after },
    fits: after <= budget,
    steps: planned.steps,
    removed: planned.removed,
    cut: planned.cut,
    ...(paths && { offloaded: paths }),
    ...(problem !== undefined && { problem }),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

interface Plan<M> {
  /** What stays, without the notes. */
  readonly messages: readonly M[];
  /** Of these. */
  readonly tokens: number;
  readonly steps: Compaction<M>["steps"];
  readonly removed: Readonly<Record<string, number>>;
  readonly cut: number;
  readonly past?: Past;
}

function shorten<M extends MessageLike>(
  options: CompactOptions<M>,
  before: readonly number[],
  place: string | undefined,
): Plan<M> {
  const { messages, budget, target = Math.floor(budget * 0.6), keep = {}, isRepeatable = () => false } = options;
  const { estimate = estimateTokens, pinned = {} } = options;
  const { results = 6, messages: newest = 6 } = keep;
  const steps: Compaction<M>["steps"][number][] = [];
  const { messages: dropped, removed } = dropResults(messages, results, { isRepeatable, place });
  let tokens = before.map((known, i) => (dropped[i] === messages[i] ? known : estimate(dropped[i]!)));
  if (Object.keys(removed).length > 0) steps.push("results");
  const all = { steps, removed, cut: 0 };
  if (steps.length > 0 && sum(tokens) <= target) return { ...all, messages: dropped, tokens: sum(tokens) };

  const points = cutPoints(messages);
  const latest = points.findLast((point) => point <= messages.length - newest) ?? 0;
  const thoughtless = dropReasoning(dropped, latest);
  tokens = tokens.map((known, i) => (thoughtless[i] === dropped[i] ? known : estimate(thoughtless[i]!)));
  const uncut = { ...all, messages: thoughtless, tokens: sum(tokens) };
  if (thoughtless.some((message, i) => message !== dropped[i])) {
    steps.push("reasoning");
    if (uncut.tokens <= target) return uncut;
  }

  const isGone = (message: M) => message.role !== "system" && !isAcknowledgement(message);
  const cutAt = (point: number): Plan<M> => {
    const gone = messages.slice(0, point).filter(isGone);
    const told = tellPast(gone);
    const past = place === undefined ? told : { ...told, places: [...told.places, place] };
    const kept = (message: M, i: number) => i >= point || message.role === "system";
    const left = sum(tokens.filter((_, i) => kept(messages[i]!, i)));
    return { ...all, messages: thoughtless.filter(kept), tokens: left, cut: point, past };
  };
  const isWorth = (point: number) => messages.slice(0, point).some((message) => isGone(message) && !pastOf(message));
  // What the notes take is only known once the cut is: the next guess knows what the last ones took.
  let notes = 0;
  for (let point = firstPoint(points, tokens, latest, target); ; ) {
    if (!isWorth(point)) return uncut;
    const plan = cutAt(point);
    notes = Math.max(notes, estimate(headerMessage(plan.past!, pinned)) + estimate(acknowledgement));
    const next = firstPoint(points, tokens, latest, target - notes);
    if (next <= point) {
      steps.push("cut");
      return plan;
    }
    point = next;
  }
}

/** The first point after which the rest is within a limit; the latest allowed one when none is. */
function firstPoint(points: readonly number[], tokens: readonly number[], latest: number, limit: number): number {
  let [rest, found] = [0, latest];
  for (let i = tokens.length - 1, p = points.length - 1; i >= 0; i--) {
    rest += tokens[i]!;
    while (p >= 0 && points[p]! > i) p--;
    if (rest <= limit && points[p] === i && i <= latest) found = i;
  }
  return found;
}

const isAcknowledgement = ({ role, content }: MessageLike): boolean =>
  role === "assistant" && content === acknowledgement.content;

/** The notes, and where they go: after the system messages. */
function notesBefore(messages: readonly MessageLike[], past: Past, pinned: PinnedState = {}) {
  const first = messages.findIndex(({ role }) => role !== "system");
  const at = first < 0 ? messages.length : first;
  const notes = [headerMessage(past, pinned), ...(messages[at]?.role === "user" ? [acknowledgement] : [])];
  return { at, messages: notes };
}

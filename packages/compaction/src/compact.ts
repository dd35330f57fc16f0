import { estimateTokens, sumTokens } from "./estimate-tokens.ts";
import { cutPoints } from "./find-cut.ts";
import { acknowledgement, headerMessage } from "./header.ts";
import type { MessageLike } from "./message.ts";
import { type Offloaded, type OffloadPlace, offload, offloadPaths } from "./offload.ts";
import { type Past, pastOf, tellPast } from "./past.ts";
import type { PinnedState } from "./pinned-state.ts";
import type { LineOptions } from "./result-line.ts";
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
  const before = sumTokens(messages, estimate);
  if (before <= budget) {
    return { messages, tokens: { before, after: before }, fits: true, steps: [], removed: {}, cut: 0 };
  }
  const paths = options.offload && (await offloadPaths(messages, options.offload.folder));
  const planned = shorten(options, paths?.readable);
  if (planned.steps.length === 0) {
    return { messages, tokens: { before, after: before }, fits: false, steps: [], removed: {}, cut: 0 };
  }
  if (options.offload && paths) await offload(messages, options.offload, paths, signal);
  let problem: string | undefined;
  let past = planned.past;
  if (past && summarize) {
    const cut = messages.slice(0, planned.cut).filter((message) => message.role !== "system");
    const summary = await summarize({ messages: cut, previous: past.summary, signal }).catch((error: unknown) => error);
    if (isSummary(summary)) past = { ...past, summary };
    else problem = summary instanceof Error ? summary.message : "The summary is not in the shape of `summarySchema`.";
  }
  const result = past ? withNotes(planned, past, options.pinned) : planned.messages;
  const after = sumTokens(result, estimate);
  return {
    messages: result,
    tokens: { before, after },
    fits: after <= budget,
    steps: planned.steps,
    removed: planned.removed,
    cut: planned.cut,
    ...(paths && { offloaded: paths }),
    ...(problem !== undefined && { problem }),
  };
}

interface Plan<M> {
  /** What stays, without the notes. */
  readonly messages: M[];
  readonly steps: Compaction<M>["steps"];
  readonly removed: Readonly<Record<string, number>>;
  readonly cut: number;
  readonly past: Past | undefined;
}

function shorten<M extends MessageLike>(options: CompactOptions<M>, place: string | undefined): Plan<M> {
  const { messages, budget, target = Math.floor(budget * 0.6), keep = {}, isRepeatable = () => false } = options;
  const { estimate = estimateTokens } = options;
  const { results = 6, messages: newest = 6 } = keep;
  const steps: Compaction<M>["steps"][number][] = [];
  const line: LineOptions = { isRepeatable, place };
  const dropped = dropResults(messages, results, line);
  const { removed } = dropped;
  if (Object.keys(removed).length > 0) steps.push("results");
  const plan = (kept: M[], cut = 0, past?: Past): Plan<M> => ({ messages: kept, steps, removed, cut, past });
  if (steps.length > 0 && sumTokens(dropped.messages, estimate) <= target) return plan(dropped.messages);

  const points = cutPoints(messages);
  const latest = points.findLast((point) => point <= messages.length - newest) ?? 0;
  const thoughtless = dropReasoning(dropped.messages, latest);
  if (thoughtless.some((message, i) => message !== dropped.messages[i])) {
    steps.push("reasoning");
    if (sumTokens(thoughtless, estimate) <= target) return plan(thoughtless);
  }

  const systems = thoughtless.map((message) => message.role === "system");
  const point = choosePoint(thoughtless, points, latest, target, options);
  const isWorth = messages
    .slice(0, point)
    .some((message, i) => !systems[i] && !pastOf(message) && !isAcknowledgement(message));
  if (!isWorth) return plan(thoughtless);
  steps.push("cut");
  const kept = [...thoughtless.slice(0, point).filter((_, i) => systems[i]), ...thoughtless.slice(point)];
  const told = tellPast(messages.slice(0, point).filter((message, i) => !systems[i] && !isAcknowledgement(message)));
  return plan(kept, point, { ...told, places: place === undefined ? told.places : [...told.places, place] });
}

/** The first point after which the rest and the notes fit into the target; the latest allowed one when none does. */
function choosePoint<M extends MessageLike>(
  messages: readonly M[],
  points: readonly number[],
  latest: number,
  target: number,
  { estimate = estimateTokens, pinned = {} }: CompactOptions<M>,
): number {
  const notes = estimate(headerMessage(tellPast(messages.slice(0, latest)), pinned)) + estimate(acknowledgement);
  const tails = new Array<number>(messages.length + 1).fill(0);
  for (let i = messages.length - 1; i >= 0; i--) tails[i] = tails[i + 1]! + estimate(messages[i]!);
  return points.find((point) => point <= latest && tails[point]! + notes <= target) ?? latest;
}

const isAcknowledgement = ({ role, content }: MessageLike): boolean =>
  role === "assistant" && content === acknowledgement.content;

function withNotes<M extends MessageLike>({ messages }: Plan<M>, past: Past, pinned: PinnedState = {}): M[] {
  const first = messages.findIndex(({ role }) => role !== "system");
  const at = first < 0 ? messages.length : first;
  const notes = [headerMessage(past, pinned), ...(messages[at]?.role === "user" ? [acknowledgement] : [])];
  return [...messages.slice(0, at), ...(notes as unknown as M[]), ...messages.slice(at)];
}

import { cutPoints } from "./cut-points.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { acknowledgement, headerMessage } from "./header.ts";
import type { MessageLike } from "./message.ts";
import { type Offloaded, type OffloadPlace, offload, offloadPaths } from "./offload.ts";
import { type Past, pastOf, tellPast } from "./past.ts";
import type { PinnedState } from "./pinned-state.ts";
import { dropReasoning, dropResults } from "./shorten-messages.ts";
import { isSummary, type Summary } from "./summary.ts";

export interface SummaryRequest<M> {
  /** The messages that are removed. */
  readonly messages: readonly M[];
  /** The summary of an earlier compaction, which the new summary replaces. */
  readonly previous: Summary | null;
  readonly signal: AbortSignal | undefined;
}

export interface CompactOptions<M extends MessageLike> {
  readonly messages: readonly M[];
  /** The number of tokens above which the conversation is shortened. */
  readonly budget: number;
  /** The number of tokens to reach, so that the next turns have room; 0.6 of the budget by default. */
  readonly target?: number | undefined;
  readonly keep?:
    | {
        /** The newest tool results that stay unchanged; 6 by default. */
        readonly results?: number | undefined;
        /** The minimum number of newest messages that are never removed; 6 by default. */
        readonly messages?: number | undefined;
      }
    | undefined;
  /** Session state to include in the notes. */
  readonly pinned?: PinnedState | undefined;
  /** Returns true for a tool that is safe to call again, such as a read-only one. Without it, no tool is. */
  readonly isRepeatable?: ((tool: string) => boolean) | undefined;
  /** The storage of removed content. Without it, results of calls that cannot be repeated stay until they are cut. */
  readonly offload?: OffloadPlace | undefined;
  /** Summarizes removed messages with the host's model, in the format of `summarySchema`. */
  readonly summarize?: ((request: SummaryRequest<M>) => Promise<unknown>) | undefined;
  /** Returns the tokens of a message. Estimated by default. */
  readonly estimate?: ((message: MessageLike) => number) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Compaction<M> {
  /** The same array if there was nothing to do. */
  readonly messages: readonly M[];
  /** Estimated tokens. */
  readonly tokens: { readonly before: number; readonly after: number };
  /** False if the conversation cannot fit, because the required parts are larger than the budget. */
  readonly fits: boolean;
  /** The steps that were applied, in order. */
  readonly steps: readonly ("results" | "reasoning" | "cut")[];
  /** The number of results replaced by a line, by tool. */
  readonly removed: Readonly<Record<string, number>>;
  /** The number of removed messages. */
  readonly cut: number;
  readonly offloaded?: Offloaded;
  /** The reason why a requested summary is missing. */
  readonly problem?: string;
}

/**
 * Shorten a conversation that is larger than its budget. First, old results are replaced by a line each, then reasoning is
 * removed, then the oldest part is replaced by notes. The same input always produces the same output, and compacting the
 * output again changes nothing. With `offload`, content is stored before it is removed; throws `unavailable` if this fails.
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
    else problem = summary instanceof Error ? summary.message : "The summary does not match `summarySchema`.";
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

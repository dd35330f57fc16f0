import { type Compaction, compact, estimateTokens, type OffloadPlace } from "@holdall/compaction";
import { type Session, ToolError } from "@holdall/tool-core";
import type { ModelMessage } from "ai";
import type { ChatModel } from "../chat-model.ts";
import type { Tokens } from "../tokens.ts";
import type { OpenQuestion } from "./open-questions.ts";
import { pinnedOf } from "./pinned.ts";
import { summarize } from "./summarize.ts";

interface CompactorOptions {
  /** The model that sums up, and the tokens of its context, as they are now. */
  readonly live: ChatModel;
  readonly retries: number;
  /** Where what is removed is kept; absent where the model could not read it there. */
  readonly offload: OffloadPlace | undefined;
  readonly session: () => Session;
  readonly messages: () => ModelMessage[];
  readonly grants?: (() => readonly string[]) | undefined;
  readonly questions: () => readonly OpenQuestion[];
  /** Something was removed. */
  readonly onCompaction: (done: Compaction<ModelMessage>) => void;
  /** It had to be, and could not. */
  readonly onProblem: (error: ToolError) => void;
  /** What a summary has used. */
  readonly onTokens: (tokens: Tokens) => void;
}

/** Keeps a conversation within its model's context. */
export interface Compactor {
  /** Record the tokens that the provider counted for the current messages. */
  count(tokens: Tokens): void;
  /** The part of the context that the conversation takes now, about; above 1 where it is too long. */
  fill(): number;
  /** Before each answer: compact when the conversation nears the end of the context. */
  beforeAnswer(signal: AbortSignal): Promise<void>;
  /** The provider says that it is too long: true when it is shorter now. */
  afterOverflow(signal: AbortSignal): Promise<boolean>;
  /** The user wants it now. Throws ToolError when what would be removed cannot be kept. */
  now(instructions: string | undefined, signal: AbortSignal): Promise<Compaction<ModelMessage>>;
}

/** The part of the context that messages, instructions and tools may fill before it is compacted. */
const full = 0.8;
const charsPerToken = 4;

export function createCompactor(options: CompactorOptions): Compactor {
  const { live, retries, offload, session, messages, grants, questions, onCompaction, onProblem } = options;
  /** Tokens of every request beside the messages: instructions and tools. */
  let beside = 0;
  /** Below it nothing is tried again, as the last try was not enough. */
  let retryAt = 0;
  const estimate = () => messages().reduce((sum, message) => sum + estimateTokens(message), 0);

  async function run(
    budget: number,
    signal: AbortSignal,
    { instructions, target, keep }: { instructions?: string | undefined; target?: number; keep?: object } = {},
  ): Promise<Compaction<ModelMessage>> {
    const { registry } = session();
    const all = messages();
    const done = await compact<ModelMessage>({
      messages: [...all],
      budget,
      target,
      keep,
      signal,
      offload,
      isRepeatable: (tool) => registry.get(tool)?.hints.readOnly === true,
      pinned: pinnedOf(session(), { grants: grants?.(), questions: questions() }),
      summarize: (request) =>
        summarize(request, {
          model: live.model,
          retries,
          instructions,
          maxChars: Math.floor(live.window * full * charsPerToken),
          onTokens: options.onTokens,
        }),
    });
    signal.throwIfAborted();
    all.splice(0, all.length, ...done.messages);
    const fits = done.fits || budget === 0; // where the user asks, as much as can go
    retryAt = fits ? 0 : done.tokens.after * 1.1;
    if (done.steps.length > 0) onCompaction({ ...done, fits });
    return done;
  }

  async function attempt(budget: number, signal: AbortSignal): Promise<boolean> {
    try {
      return (await run(budget, signal)).steps.length > 0;
    } catch (error) {
      if (signal.aborted) return false;
      if (!ToolError.is(error)) throw error;
      retryAt = estimate() * 1.1;
      onProblem(error);
      return false;
    }
  }

  return {
    fill: () => (estimate() + beside) / live.window,
    count({ input, output }) {
      if (input > 0) beside = Math.max(0, input + output - estimate());
    },
    async beforeAnswer(signal) {
      const budget = Math.max(Math.floor(live.window * full) - beside, Math.floor(live.window / 10));
      const now = estimate();
      if (now > budget && now > retryAt) await attempt(budget, signal);
    },
    afterOverflow: (signal) => attempt(Math.floor(estimate() / 2), signal),
    async now(instructions, signal) {
      return await run(0, signal, {
        instructions,
        target: Math.floor(estimate() / 4),
        keep: { results: 2, messages: 2 },
      });
    },
  };
}

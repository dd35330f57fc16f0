import type { Checkpoints, Restored, RestorePlan } from "@holdall/checkpoints";
import type { Compaction, OffloadPlace } from "@holdall/compaction";
import type {
  Backend,
  Path,
  Registry,
  Session,
  SessionOptions,
  Tool,
  ToolContext,
  ToolError,
  ToolEvent,
} from "@holdall/tool-core";
import type { Asker } from "@holdall/tools-interact/port";
import type { FilePart, ModelMessage } from "ai";
import type { AskApproval, InTurn } from "./approvals/approve.ts";
import type { ChatRules } from "./approvals/chat-rules.ts";
import type { ChatModel } from "./chat-model.ts";
import type { OpenChatCheckpoints } from "./kept/chat-checkpoints.ts";
import type { StoredChat } from "./kept/chat-store.ts";
import type { Tokens } from "./tokens.ts";
import type { ProjectNotes } from "./turn/project-notes.ts";
import type { TurnEnd } from "./turn/run-turn.ts";

/** The tools of a chat, their policy and their files: a preset of `@holdall/presets`, or an object with the same fields. */
export interface ChatTools extends SessionOptions {
  readonly registry: Registry;
  readonly backend: Backend;
  readonly cwd: Path;
  /** The system prompt, as the modes of the session are now. */
  instruct(): string;
  /** The tools that the model sees now, where some wait until they are searched for. */
  readonly expose?: ((session: Pick<Session, "state">) => readonly Tool[]) | undefined;
  /** What its sessions change, where that is recorded. */
  readonly history?: { of(at: Pick<ToolContext, "state" | "sessionId">): Promise<Checkpoints> } | undefined;
}

/** Answers the questions of a chat, one at a time. */
export interface ChatPerson {
  readonly approve: AskApproval;
  /** Answers the model's questions, and reviews its plans. */
  readonly asker?: Asker | undefined;
  /** Gets every session before its first call, to answer what others ask in it. Questions go through `inTurn`. */
  readonly attach?: ((session: Session, inTurn: InTurn) => void | Promise<void>) | undefined;
}

export type ChatEvent =
  /** The message of the person is in the conversation, and the model is asked. */
  | { readonly type: "turn-start" }
  /** A piece of what the model says. */
  | { readonly type: "text"; readonly text: string }
  /** A passage is whole; its text. */
  | { readonly type: "text-end"; readonly text: string }
  /** A piece of what the model thinks, from models that tell. It is not a part of the answer. */
  | { readonly type: "reasoning"; readonly text: string }
  /** A thought is whole; its text. */
  | { readonly type: "reasoning-end"; readonly text: string }
  /** What happens in the session: calls, their progress and their results. */
  | { readonly type: "tool"; readonly event: ToolEvent }
  /** Tokens of one answer. */
  | { readonly type: "usage"; readonly tokens: Tokens }
  /** A sentence for the person. */
  | { readonly type: "note"; readonly text: string }
  /** The conversation was made shorter. */
  | { readonly type: "compaction"; readonly compaction: Compaction<ModelMessage> }
  /** Something failed that does not end the chat; `what` could not be done, in two or three words. */
  | { readonly type: "problem"; readonly what?: string; readonly error: ToolError };

export interface ChatOptions {
  readonly tools: ChatTools;
  readonly model: ChatModel;
  /** Gets what happens, in order. */
  readonly onEvent?: ((event: ChatEvent) => void) | undefined;
  /** Without one, what would be asked is denied, and questions of the model stay open. */
  readonly person?: ChatPerson | undefined;
  /** What the user grants for longer, and their mode. Without them, approvals are for one call. */
  readonly rules?: ChatRules | undefined;
  /** The conversation to continue; a new one that is not kept by default. */
  readonly chat?: StoredChat | undefined;
  readonly checkpoints?: OpenChatCheckpoints | undefined;
  /** Where a compaction keeps what it removes. */
  readonly offload?: OffloadPlace | undefined;
  /** What the project says to agents. */
  readonly notes?: ProjectNotes | undefined;
  /** False to send `@file` as it is, without the file. */
  readonly mentions?: boolean | undefined;
  /** Answers of the model to one message, at most; 50 by default. */
  readonly maxSteps?: number | undefined;
  /** New attempts of a request that fails; 2 by default. */
  readonly retries?: number | undefined;
}

/** A conversation between the user, a model and tools. Disposing ends its session. */
export interface Chat extends AsyncDisposable {
  /** The conversation that is open. */
  readonly current: StoredChat;
  readonly session: Session;
  readonly checkpoints: Checkpoints | undefined;
  /** True while the model answers. */
  readonly isRunning: boolean;
  /** Have the model answer a message, with as many calls as it makes, then save. Everything that goes wrong is an end. */
  send(text: string, options?: SendOptions): Promise<TurnEnd>;
  /** Stop the answer that is running; its `send` resolves as cancelled. */
  cancel(): void;
  /** Tell the model something with the next message, as the program. */
  tell(line: string): void;
  /** Shorten the conversation now; the words are for the summary. Throws ToolError if what would be removed cannot be kept. */
  compact(words?: string, signal?: AbortSignal): Promise<Compaction<ModelMessage>>;
  /** Carry out a plan of `checkpoints`: files, conversation or both. */
  restore(plan: RestorePlan, options: RestoreOptions): Promise<Restored>;
  /** Continue another conversation, in a session of its own unless the open one stays. */
  switchTo(chat: StoredChat, options?: { readonly keepsSession?: boolean }): Promise<void>;
  /** The part of the model's context that the conversation takes, estimated. */
  fill(): number;
  /** What the answers and summaries have used. */
  tokens(): Tokens;
}

/** Additional input of a host for a message of the user. */
export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Text that the person attached but did not write. It stands before the message, and is no word of theirs. */
  readonly context?: string | undefined;
  /** Images and other files, for models that take them. */
  readonly files?: readonly FilePart[] | undefined;
}

export interface RestoreOptions {
  readonly parts: "files" | "conversation" | "both";
  /** Files to overwrite though others changed them. */
  readonly include?: readonly Path[];
}

import type { LanguageModel } from "ai";

/** The model of a chat, looked up before each answer: it may be another one then. */
export interface ChatModel {
  readonly model: Exclude<LanguageModel, string>;
  /** Tokens of its context. */
  readonly window: number;
}

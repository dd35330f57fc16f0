/** What a model is asked. */
export interface WebQuestion {
  /** What it is to do. */
  readonly system: string;
  /** The question, and the page as the words of others. */
  readonly prompt: string;
  readonly signal: AbortSignal;
}

/** A model of the AI SDK, as far as it is used: any `LanguageModelV2` or later that is an object. */
export interface LanguageModelLike {
  readonly specificationVersion: string;
  doGenerate(options: {
    prompt: ({ role: "system"; content: string } | { role: "user"; content: { type: "text"; text: string }[] })[];
    maxOutputTokens: number;
    abortSignal: AbortSignal;
  }): PromiseLike<{ readonly content: readonly { readonly type: string; readonly text?: unknown }[] }>;
}

/** A small model that answers questions about pages: a model of the AI SDK, or a function that asks any other. */
export type WebModel = LanguageModelLike | ((question: WebQuestion) => PromiseLike<string>);

/** What a model is asked. */
export interface TextPrompt {
  /** What it is to do. */
  readonly system: string;
  /** The question with its material; words of others stand inside marks (`wrapUntrusted`). */
  readonly prompt: string;
  readonly signal: AbortSignal;
  /** Tokens that an answer may have; 2,000 by default. A function may ignore it. */
  readonly maxOutputTokens?: number | undefined;
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

/** A model that tools ask for words, without tools of its own: a model of the AI SDK, or a function that asks any other. */
export type TextModel = LanguageModelLike | ((prompt: TextPrompt) => PromiseLike<string>);

/** What a model says, its parts of text joined; empty when it says nothing. Throws what the model throws. */
export async function completeText(model: TextModel, prompt: TextPrompt): Promise<string> {
  if (typeof model === "function") return model(prompt);
  const { content } = await model.doGenerate({
    prompt: [
      { role: "system", content: prompt.system },
      { role: "user", content: [{ type: "text", text: prompt.prompt }] },
    ],
    maxOutputTokens: prompt.maxOutputTokens ?? 2_000,
    abortSignal: prompt.signal,
  });
  return content.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? text : [])).join("");
}

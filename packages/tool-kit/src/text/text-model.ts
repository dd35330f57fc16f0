/** A prompt for a model. */
export interface TextPrompt {
  /** The instructions. */
  readonly system: string;
  /** The question with its material. Text from others is between markers (`wrapUntrusted`). */
  readonly prompt: string;
  readonly signal: AbortSignal;
  /** The maximum number of tokens of an answer; 2,000 by default. A function can ignore it. */
  readonly maxOutputTokens?: number | undefined;
}

/** The used part of an AI SDK model: any `LanguageModelV2` or later that is an object. */
export interface LanguageModelLike {
  readonly specificationVersion: string;
  doGenerate(options: {
    prompt: ({ role: "system"; content: string } | { role: "user"; content: { type: "text"; text: string }[] })[];
    maxOutputTokens: number;
    abortSignal: AbortSignal;
  }): PromiseLike<{ readonly content: readonly { readonly type: string; readonly text?: unknown }[] }>;
}

/** A model that tools call for text, without tools: an AI SDK model, or a function that calls any other model. */
export type TextModel = LanguageModelLike | ((prompt: TextPrompt) => PromiseLike<string>);

/** Get the text of a model's answer, with its text parts joined. Empty if there is none. Throws the errors of the model. */
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

import { counted } from "../render/text.ts";

/** Tokens, where the model's provider counts them. */
export interface Tokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export const noTokens: Tokens = { input: 0, cached: 0, output: 0 };

export const sumTokens = (a: Tokens, b: Tokens): Tokens => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
});

/** `1,200 tokens in (800 cached), 40 out`. */
export function tokensText({ input, cached, output }: Tokens): string {
  if (input + output === 0) return "no tokens counted";
  return `${counted(input, "token")} in${cached > 0 ? ` (${cached.toLocaleString("en")} cached)` : ""}, ${output.toLocaleString("en")} out`;
}

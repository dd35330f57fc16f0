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

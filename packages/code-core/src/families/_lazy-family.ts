import { type CompiledRules, compileRules } from "../scan/_compiled-rules.ts";
import type { LexicalRules } from "../scan/lexical-rules.ts";
import { tokenize } from "../scan/tokenize.ts";
import type { Tokens } from "../scan/tokens.ts";

/** A tokenizer that compiles its rules at its first text. */
export function tokenizer(rules: LexicalRules): (text: string) => Tokens {
  let compiled: CompiledRules | undefined;
  return (text) => {
    compiled ??= compileRules(rules);
    return tokenize(text, compiled);
  };
}

import type { StateKey } from "./session/state.ts";

/** A part of a text that a model is not shown, and what stands there for it. */
export interface HiddenPart {
  readonly start: number;
  readonly end: number;
  /** Such as `[secret DEPLOY_KEY]`. */
  readonly placeholder: string;
}

/** What hides secrets from the model of a session. */
export interface SecretFilter {
  /** The parts of a text that it hides, in order, none touching another. */
  hidden(text: string): readonly HiddenPart[];
  /** Those of its placeholders that a text has, each once. */
  placeholders(text: string): readonly string[];
}

/**
 * The filters of a session, `session.state(secretFilters)`. Who hides secrets in results adds itself, and tools that take
 * text from the model ask them what its placeholders stand for.
 */
export const secretFilters: StateKey<Set<SecretFilter>> = { name: "secret-filters", create: () => new Set() };

/** The placeholders that a text has, each once. */
export function placeholdersIn(filters: ReadonlySet<SecretFilter>, text: string): readonly string[] {
  return [...new Set([...filters].flatMap((filter) => filter.placeholders(text)))];
}

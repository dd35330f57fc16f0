import type { StateKey } from "@holdall/tool-core";

/** A part of a text that is hidden from a model, and its placeholder. */
export interface HiddenPart {
  readonly start: number;
  readonly end: number;
  /** For example `[secret DEPLOY_KEY]`. */
  readonly placeholder: string;
}

/** A filter that hides secrets from the model of a session. */
export interface SecretFilter {
  /** Get the parts of a text that are hidden, in order and without overlap. */
  hidden(text: string): readonly HiddenPart[];
  /** Get the filter's placeholders in a text, without duplicates. */
  placeholders(text: string): readonly string[];
}

/**
 * The secret filters of a session, `session.state(secretFilters)`. Middleware that hides secrets in results adds itself. Tools
 * that take text from the model use them to resolve placeholders.
 */
export const secretFilters: StateKey<Set<SecretFilter>> = { name: "secret-filters", create: () => new Set() };

/** Get the placeholders in a text, without duplicates. */
export function placeholdersIn(filters: ReadonlySet<SecretFilter>, text: string): readonly string[] {
  return [...new Set([...filters].flatMap((filter) => filter.placeholders(text)))];
}

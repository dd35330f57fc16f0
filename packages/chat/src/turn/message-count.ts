import type { MessageLike } from "@holdall/compaction";

/** Messages that a conversation has had, with those that compactions have cut away: no two answers have the same number. */
export function messageCount(messages: readonly MessageLike[]): number {
  const [notes] = messages.flatMap((message) => {
    const { providerOptions } = message as { readonly providerOptions?: { readonly holdall?: unknown } };
    const { past } = Object(providerOptions?.holdall) as { readonly past?: { readonly count?: number } };
    return past?.count ?? [];
  });
  return messages.length + (notes ?? 0);
}

import { type Compaction, type CompactOptions, compact } from "./compact.ts";
import type { MessageLike } from "./message.ts";

/** A conversation that can grow while it is compacted. */
export interface Conversation<M extends MessageLike> {
  readonly messages: readonly M[];
  /** Add messages. Messages added during a compaction are appended unchanged. */
  add(...messages: readonly M[]): void;
  /** Compact the current messages. A second call starts when the first has ended. */
  compact(options: Omit<CompactOptions<M>, "messages">): Promise<Compaction<M>>;
}

export function createConversation<M extends MessageLike>(start: readonly M[] = []): Conversation<M> {
  let messages = start;
  let last: Promise<unknown> = Promise.resolve();
  return {
    get messages() {
      return messages;
    },
    add(...added) {
      messages = [...messages, ...added];
    },
    compact(options) {
      const running = last.then(async () => {
        const taken = messages;
        const done = await compact({ ...options, messages: taken });
        messages = [...done.messages, ...messages.slice(taken.length)];
        return done;
      });
      last = running.catch(() => {});
      return running;
    },
  };
}

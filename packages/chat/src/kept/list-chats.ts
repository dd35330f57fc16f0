import { statSync } from "node:fs";
import { join } from "node:path";
import type { MessageLike } from "@holdall/compaction";
import { chatIds, readChat } from "./chat-store.ts";

/** A conversation as the user chooses among them. */
export interface ChatInfo {
  readonly id: string;
  /** What was said first. */
  readonly title: string;
  readonly messages: number;
  /** Milliseconds since the epoch when it was spoken in last. */
  readonly at: number;
}

/** Conversations that a list shows at most, the last ones. */
const shown = 20;

/** The last conversations in a folder, the latest first. */
export async function listChats(folder: string): Promise<ChatInfo[]> {
  const infos = chatIds(folder)
    .slice(0, shown)
    .map(async (id): Promise<ChatInfo> => {
      const { mtimeMs: at } = statSync(join(folder, `${id}.messages.json`));
      const read = await readChat(folder, id).catch(() => undefined);
      return {
        id,
        title: read ? titleOf(read.messages) : "(cannot be read)",
        messages: read?.messages.length ?? 0,
        at,
      };
    });
  return await Promise.all(infos);
}

/** The first message of the user, also if a compaction has removed it. */
export function titleOf(messages: readonly MessageLike[]): string {
  const first = messages.find(({ role }) => role === "user");
  const { providerOptions } = Object(first) as { readonly providerOptions?: { readonly holdall?: unknown } };
  const { past, said } = Object(providerOptions?.holdall) as {
    readonly past?: { readonly first?: string | null };
    readonly said?: string;
  };
  const text = past?.first ?? said ?? first?.content;
  const line = typeof text === "string" ? (text.trim().split("\n")[0] ?? "") : "";
  return line === "" ? "(nothing said)" : line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line;
}

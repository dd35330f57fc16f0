import { statSync } from "node:fs";
import { join } from "node:path";
import type { MessageLike } from "@holdall/compaction";
import { ago } from "../render/ago.ts";
import { counted, oneLine } from "../render/text.ts";
import { UsageError } from "../usage-error.ts";
import { chatIds, readChat } from "./chat-store.ts";
import type { Pick } from "./pick.ts";

/** A conversation as a person chooses among them. */
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

/** Lines of a list, numbered from 1. */
export const chatLines = (chats: readonly ChatInfo[], width: number, now = Date.now()): string[] =>
  chats.map(({ title, messages, at }, index) =>
    oneLine(`  ${String(index + 1).padStart(2)}  ${title} · ${counted(messages, "message")} · ${ago(at, now)}`, width),
  );

/** Asks for one by a line. */
export const whichChat = "Continue which one? [its number, or Enter for none] ";

/** The id of the conversation that a person chooses from a list; undefined when they want none. */
export async function pickChat(chats: readonly ChatInfo[], pick: Pick, now = Date.now()): Promise<string | undefined> {
  const items = chats.map(({ title, messages, at }) => ({
    label: title,
    detail: `${counted(messages, "message")} · ${ago(at, now)}`,
  }));
  const picked = await pick("Continue which one?", { items });
  return picked && chats[picked.item]?.id;
}

/** The conversation that a number of the list means, or an id. Throws UsageError for what is neither. */
export function chooseChat(chats: readonly ChatInfo[], word: string): ChatInfo {
  const found = chats.find(({ id }, index) => id === word || String(index + 1) === word);
  if (found) return found;
  const all = chats.length === 0 ? "There are no conversations yet." : chatLines(chats, 80).join("\n");
  throw new UsageError(`There is no conversation ${word} in this folder.`, all);
}

/** What a person said first, also where a compaction has cut it away. */
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

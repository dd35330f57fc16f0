import type { ChatInfo } from "@holdall/chat";
import { ago } from "../../render/ago.ts";
import { counted, oneLine } from "../../render/text.ts";
import { UsageError } from "../../usage-error.ts";
import type { Pick } from "../screen/pick.ts";

/** Lines of a list, numbered from 1. */
export const chatLines = (chats: readonly ChatInfo[], width: number, now = Date.now()): string[] =>
  chats.map(({ title, messages, at }, index) =>
    oneLine(`  ${String(index + 1).padStart(2)}  ${title} · ${counted(messages, "message")} · ${ago(at, now)}`, width),
  );

/** Asks for one by a line. */
export const whichChat = "Continue which one? [its number, or Enter for none] ";

/** The id of the conversation that the user chooses from a list; undefined when they want none. */
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

import { type Chat, listChats, openStoredChat, titleOf } from "@holdall/chat";
import { type Path, ToolError } from "@holdall/tool-core";
import { counted } from "../render/text.ts";
import { UsageError } from "../usage-error.ts";
import { pickAt } from "./screen/pick.ts";
import { recapLines } from "./screen/recap.ts";
import type { Terminal } from "./screen/terminal.ts";
import type { Transcript } from "./screen/transcript.ts";
import type { ChatState } from "./slash-commands.ts";
import { chatLines, chooseChat, pickChat, whichChat } from "./state/choose-chat.ts";
import { rewind } from "./state/rewind.ts";

interface Acting {
  readonly chat: Chat;
  readonly terminal: Terminal;
  readonly folder: string;
  readonly cwd: Path;
  /** Why there are no checkpoints, where there are none. */
  readonly noCheckpoints: string;
  readonly show: (lines: readonly string[]) => void;
  readonly showError: (error: ToolError) => void;
  readonly transcript: Pick<Transcript, "status" | "statusEnd">;
}

type Actions = Pick<ChatState, "clear" | "rewind" | "resume" | "compact">;

/** What the user does with a conversation as a whole. */
export function chatActions({ chat, terminal, folder, cwd, noCheckpoints, show, ...acting }: Acting): Actions {
  const { screen, hasPerson } = terminal;
  const place = { cwd, width: screen.width };
  const pick = pickAt(terminal);
  const prompt = async (text: string) => {
    const typed = await terminal.read(text);
    return typeof typed === "string" ? typed : undefined;
  };

  return {
    clear: async () => await chat.switchTo(await openStoredChat(folder, "new"), { keepsSession: true }),
    async rewind(words) {
      const { checkpoints, restore } = chat;
      if (!checkpoints) return [`  ${noCheckpoints}`];
      const ask = hasPerson ? prompt : undefined;
      const restored = await rewind(words, { checkpoints, place, restore, show, ask, pick });
      if (!restored?.conversation) return [];
      return [`  The conversation continues from there, with ${counted(chat.current.messages.length, "message")}.`];
    },
    async resume(word) {
      const chats = await listChats(folder);
      if (chats.length === 0) return ["  There is no other conversation in this folder yet."];
      if (word === "" && !pick) show(chatLines(chats, screen.width));
      if (word === "" && !hasPerson) return ["  /resume NUMBER continues that one."];
      const chosen = word || (pick ? await pickChat(chats, pick) : await prompt(whichChat)) || "";
      if (chosen.trim() === "") return [];
      try {
        const { id } = chooseChat(chats, chosen.trim());
        if (id === chat.current.id) return ["  That is the current conversation."];
        await chat.switchTo(await openStoredChat(folder, { id }));
        const { messages } = chat.current;
        return recapLines(messages, titleOf(messages), screen);
      } catch (error) {
        if (!(error instanceof UsageError) && !ToolError.is(error)) throw error;
        return [`  ${error.message}`];
      }
    },
    async compact(words) {
      const cancel = new AbortController();
      using _ = terminal.onInterrupt(() => cancel.abort());
      acting.transcript.status("the summary");
      try {
        const { steps } = await chat.compact(words === "" ? undefined : words, cancel.signal);
        return steps.length === 0 ? ["  There is nothing to compact yet."] : [];
      } catch (error) {
        if (cancel.signal.aborted) return ["  Stopped; nothing was removed."];
        if (!ToolError.is(error)) throw error;
        acting.showError(error);
        return [];
      } finally {
        acting.transcript.statusEnd();
      }
    },
  };
}

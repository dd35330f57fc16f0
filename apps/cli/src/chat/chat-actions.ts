import { type Path, ToolError } from "@holdall/tool-core";
import { sessionTasks } from "@holdall/tools-tasks/port";
import { counted, wrap } from "../render/text.ts";
import { UsageError } from "../usage-error.ts";
import type { OpenChatCheckpoints } from "./chat-checkpoints.ts";
import type { ChatSession } from "./chat-session.ts";
import { openChat, type StoredChat } from "./chat-store.ts";
import type { Compactor } from "./compactor.ts";
import { chatLines, chooseChat, listChats, pickChat, whichChat } from "./list-chats.ts";
import { unpackMessages } from "./pack-messages.ts";
import { pickAt } from "./pick.ts";
import { recapLines } from "./recap.ts";
import { rewind } from "./rewind.ts";
import type { ChatState } from "./slash-commands.ts";
import type { Terminal } from "./terminal.ts";
import type { Transcript } from "./transcript.ts";

interface Acting {
  readonly terminal: Terminal;
  readonly folder: string;
  readonly cwd: Path;
  readonly checkpoints: OpenChatCheckpoints | string;
  readonly current: () => ChatSession;
  /** Continue this conversation, in a new session unless the open one stays. */
  readonly change: (chat: StoredChat, options?: { readonly keepsSession?: boolean }) => Promise<void>;
  readonly compactor: Compactor;
  readonly save: () => Promise<void>;
  /** Tell the model with the next message. */
  readonly tell: (line: string) => void;
  readonly show: (lines: readonly string[]) => void;
  readonly showError: (before: string, error: ToolError) => void;
  readonly transcript: Pick<Transcript, "status" | "statusEnd">;
}

type Actions = Pick<ChatState, "clear" | "rewind" | "resume" | "compact">;

/** What a person does with a conversation as a whole. */
export function chatActions(acting: Acting): Actions {
  const { terminal, folder, cwd, checkpoints, current, change, compactor, save, tell, show } = acting;
  const { screen, hasPerson } = terminal;
  const place = { cwd, width: screen.width };
  const pick = pickAt(terminal);
  const prompt = async (text: string) => {
    const typed = await terminal.read(text);
    return typeof typed === "string" ? typed : undefined;
  };
  /** A session that ends takes its background tasks along. */
  const changeSession = async (chat: StoredChat) => {
    const tasks = current().session.state(sessionTasks).list();
    const running = tasks.filter(({ status }) => status === "running").map(({ title }) => title);
    await change(chat);
    if (running.length > 0)
      show(wrap(`Running tasks were stopped: ${running.join(", ")}`, screen.width - 2).map((line) => `  ${line}`));
  };

  return {
    clear: async () => await change(await openChat(folder, "new"), { keepsSession: true }),
    async rewind(words) {
      const { checkpoints: kept, chat } = current();
      if (!kept) return [`  ${typeof checkpoints === "string" ? checkpoints : "No checkpoints are kept."}`];
      const { messages } = chat;
      const ask = hasPerson ? prompt : undefined;
      const restored = await rewind(words, { checkpoints: kept, place, messages, show, ask, pick });
      if (!restored) return [];
      const { files, conversation } = restored;
      if (!conversation) {
        // Quoted, for a name may hold anything.
        const changed = [...(files?.restored ?? []), ...(files?.deleted ?? [])].map((path) => JSON.stringify(path));
        if (changed.length > 0) tell(`The user restored these files to an earlier state: ${changed.join(", ")}.`);
        return [];
      }
      messages.splice(0, Number.POSITIVE_INFINITY, ...(unpackMessages(conversation.messages) ?? []));
      await changeSession({ ...chat, restore: conversation.snapshot ?? undefined });
      await save();
      return [`  The conversation continues from there, with ${counted(messages.length, "message")}.`];
    },
    async resume(word) {
      const chats = await listChats(folder);
      if (chats.length === 0) return ["  There is no other conversation in this folder yet."];
      if (word === "" && !pick) show(chatLines(chats, screen.width));
      if (word === "" && !hasPerson) return ["  /resume NUMBER continues that one."];
      const chosen = word || (pick ? await pickChat(chats, pick) : await prompt(whichChat)) || "";
      if (chosen.trim() === "") return [];
      try {
        const { id, title } = chooseChat(chats, chosen.trim());
        if (id === current().chat.id) return ["  That is the current conversation."];
        await changeSession(await openChat(folder, { id }));
        return recapLines(current().chat.messages, title, screen);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return [`  ${error.message}`];
      }
    },
    async compact(words) {
      const cancel = new AbortController();
      using _ = terminal.onInterrupt(() => cancel.abort());
      acting.transcript.status("the summary");
      try {
        const { steps } = await compactor.now(words === "" ? undefined : words, cancel.signal);
        if (steps.length === 0) return ["  There is nothing to compact yet."];
      } catch (error) {
        if (cancel.signal.aborted) return ["  Stopped; nothing was removed."];
        if (!ToolError.is(error)) throw error;
        acting.showError("", error);
        return [];
      } finally {
        acting.transcript.statusEnd();
      }
      await save();
      return [];
    },
  };
}

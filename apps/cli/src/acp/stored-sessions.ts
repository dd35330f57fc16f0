import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredSession } from "@holdall/acp";
import { listChats, openStoredChat, type StoredChat } from "@holdall/chat";
import { ToolError } from "@holdall/tool-core";
import { chatFolder } from "../chat/state/chat-folder.ts";
import { stateFolder } from "../config/ownership/user-folder.ts";

/** Beside the conversations of a folder: which folder it is. */
const rootFile = "root.txt";
const begun = (folder: string, id: string) => join(folder, `${id}.begun`);

/**
 * Open a conversation of an editor. One in which nothing was said yet is kept as a name, so that it can be opened by another process
 * and is in no list.
 */
export async function openSessionChat(
  folder: string,
  root: string,
  which: "new" | { readonly id: string },
): Promise<StoredChat> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, rootFile), root, { mode: 0o600 });
  if (which === "new") {
    const chat = await openStoredChat(folder, "new");
    writeFileSync(begun(folder, chat.id), "", { mode: 0o600 });
    return forgetting(chat, folder);
  }
  const { id } = which;
  if (!/^[\w-]{1,100}$/.test(id))
    throw new ToolError("not_found", `There is no conversation ${JSON.stringify(id)}.`, { hint: "Start a new one." });
  const isNew = existsSync(begun(folder, id)) && !existsSync(join(folder, `${id}.messages.json`));
  return forgetting(await openStoredChat(folder, { id, isNew }), folder);
}

/** The name alone is not needed once the conversation is stored. */
const forgetting = (chat: StoredChat, folder: string): StoredChat => ({
  ...chat,
  async save(session) {
    await chat.save(session);
    rmSync(begun(folder, chat.id), { force: true });
  },
});

const modeFile = (folder: string, id: string) => join(folder, `${id}.mode`);

/** Whether a conversation was left in plan mode. Other modes are chosen again: they allow more. */
export const isPlanning = (folder: string, id: string): boolean =>
  existsSync(modeFile(folder, id)) && readFileSync(modeFile(folder, id), "utf8") === "plan";

export const keepMode = (folder: string, id: string, mode: string): void =>
  writeFileSync(modeFile(folder, id), mode, { mode: 0o600 });

/** The conversations about one folder, or about all in which an editor has worked, the latest first. */
export async function listSessions(cwd: string | undefined, env: NodeJS.ProcessEnv): Promise<StoredSession[]> {
  const folders = cwd === undefined ? allFolders(env) : [{ folder: chatFolder(cwd, env), root: cwd }];
  const lists = folders.map(async ({ folder, root }) =>
    (await listChats(folder)).map(({ id, title, at }) => ({ id, title, at, cwd: root })),
  );
  return (await Promise.all(lists)).flat().sort((a, b) => b.at - a.at);
}

function allFolders(env: NodeJS.ProcessEnv): { readonly folder: string; readonly root: string }[] {
  const chats = join(stateFolder(env), "chats");
  if (!existsSync(chats)) return [];
  return readdirSync(chats).flatMap((name) => {
    const file = join(chats, name, rootFile);
    return existsSync(file) ? [{ folder: join(chats, name), root: readFileSync(file, "utf8") }] : [];
  });
}

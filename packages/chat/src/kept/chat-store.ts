import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { loadSession, saveSession } from "@holdall/session-store";
import { type Session, type SessionSnapshot, ToolError, toPath } from "@holdall/tool-core";
import type { ModelMessage } from "ai";
import { packMessages, unpackMessages } from "./pack-messages.ts";

/** A conversation that continues in another process. */
export interface StoredChat {
  /** Names it in the list of conversations. */
  readonly id: string;
  readonly messages: ModelMessage[];
  /** For `openSession`. */
  readonly restore: SessionSnapshot | undefined;
  /** Save its state, readable only by its owner. Throws `stale` if another process continues it. */
  save(session: Session): Promise<void>;
}

/** Selects a conversation: a new one, the latest one, or one by its id. `isNew` creates one with that id. */
export type WhichChat = "new" | "last" | { readonly id: string; readonly isNew?: boolean };

const suffix = ".messages.json";

/** The ids of the conversations in a folder, the one that was spoken in last first. */
export function chatIds(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => ({ id: name.slice(0, -suffix.length), at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
}

/** The messages of a conversation in a folder. */
export async function readChat(folder: string, id: string): Promise<{ messages: ModelMessage[]; version: string }> {
  const file = toPath(join(folder, id + suffix));
  const { bytes, version } = await nodeBackend({ roots: [folder] }).read(file);
  const messages = unpackMessages(JSON.parse(new TextDecoder().decode(bytes)));
  if (!messages)
    throw new ToolError("parse_error", `${file} is not a conversation of this version.`, { hint: "Start a new one." });
  return { messages, version };
}

/** A conversation that ends with its process. */
export function unkeptChat(): StoredChat {
  return { id: crypto.randomUUID(), messages: [], restore: undefined, save: async () => {} };
}

/** Open a conversation that is stored in a folder. Throws `not_found` if there is none of this kind. */
export async function openStoredChat(folder: string, which: WhichChat): Promise<StoredChat> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const id = which === "new" ? newId() : which === "last" ? chatIds(folder)[0] : which.id;
  const isNew = which === "new" || (which !== "last" && which.isNew === true);
  if (id === undefined || (!isNew && !existsSync(join(folder, id + suffix))))
    throw new ToolError("not_found", "There is no conversation in this folder to continue.", {
      hint: "Start a new one.",
    });
  const backend = nodeBackend({ roots: [folder] });
  const file = toPath(join(folder, id + suffix));
  const place = { backend, path: join(folder, `${id}.session.json`) };
  const stored = isNew ? null : await loadSession(place);
  const read = isNew ? undefined : await readChat(folder, id);
  const messages = read?.messages ?? [];
  let versions = { session: stored?.version ?? null, messages: read?.version ?? null };
  return {
    id,
    messages,
    restore: stored?.snapshot,
    async save(session) {
      const bytes = new TextEncoder().encode(JSON.stringify(packMessages(messages)));
      try {
        const written = await backend.write(file, bytes, { ifVersion: versions.messages });
        versions = { ...versions, messages: written.version };
        const saved = await saveSession(session, { ...place, version: versions.session });
        versions = { ...versions, session: saved.version };
      } catch (cause) {
        if (!ToolError.is(cause) || cause.code !== "stale") throw cause;
        throw new ToolError("stale", "This conversation was continued in another process.", {
          hint: "Use /resume or holdall chat --continue to load its latest state.",
          cause,
        });
      }
    },
  };
}

/** The time, and what makes it different from that of another process. */
function newId(): string {
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  return `${time}-${crypto.randomUUID().slice(0, 8)}`;
}

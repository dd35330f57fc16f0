import { createHash } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { loadSession, saveSession } from "@holdall/session-store";
import { type Session, type SessionSnapshot, ToolError, toPath } from "@holdall/tool-core";
import type { ModelMessage } from "ai";
import { UsageError } from "../usage-error.ts";

/** A conversation that goes on in another process. */
export interface StoredChat {
  readonly messages: ModelMessage[];
  /** For `openSession`. */
  readonly restore: SessionSnapshot | undefined;
  /** Write down how it stands, for its owner alone. Throws `stale` when somebody else goes on with it. */
  save(session: Session): Promise<void>;
}

/** Where the conversations about one place are kept. */
export function chatFolder(place: string, env: NodeJS.ProcessEnv = process.env): string {
  const { XDG_STATE_HOME = "" } = env;
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), ".local", "state");
  return join(state, "holdall", "chats", createHash("sha256").update(place).digest("hex").slice(0, 16));
}

/** Begin a conversation, or go on with the newest one. Throws UsageError where there is none. */
export async function openChat(folder: string, { continues }: { readonly continues: boolean }): Promise<StoredChat> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .sort()
    .at(-1);
  if (continues && newest === undefined)
    throw new UsageError("There is no conversation about this folder to go on with.", "Leave --continue out.");
  const name = continues && newest ? newest.slice(0, -suffix.length) : new Date().toISOString().replace(/[:.]/g, "-");
  const backend = nodeBackend({ roots: [folder] });
  const file = toPath(join(folder, name + suffix));
  const place = { backend, path: join(folder, `${name}.session.json`) };
  const stored = continues ? await loadSession(place) : null;
  const read = continues ? await backend.read(file) : undefined;
  const messages = read ? parseMessages(read.bytes, file) : [];
  let versions = { session: stored?.version ?? null, messages: read?.version ?? null };
  return {
    messages,
    restore: stored?.snapshot,
    async save(session) {
      const bytes = new TextEncoder().encode(JSON.stringify(messages, encodeBytes));
      try {
        const written = await backend.write(file, bytes, { ifVersion: versions.messages });
        versions = { ...versions, messages: written.version };
        const saved = await saveSession(session, { ...place, version: versions.session });
        versions = { ...versions, session: saved.version };
      } catch (cause) {
        if (!ToolError.is(cause) || cause.code !== "stale") throw cause;
        throw new ToolError("stale", "Somebody else goes on with this conversation.", {
          hint: "holdall chat --continue begins where they are.",
          cause,
        });
      }
    },
  };
}

const suffix = ".messages.json";

function parseMessages(bytes: Uint8Array, file: string): ModelMessage[] {
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes), decodeBytes);
  if (Array.isArray(value)) return value;
  throw new UsageError(`${file} is no conversation of this version.`, "Leave --continue out.");
}

/** A Buffer has a toJSON of its own, which comes first: look at the value before it. */
function encodeBytes(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const raw = this[key];
  return raw instanceof Uint8Array ? { $bytes: Buffer.from(raw).toString("base64") } : value;
}

function decodeBytes(_: string, value: unknown): unknown {
  const { $bytes } = Object(value) as { readonly $bytes?: unknown };
  return typeof $bytes === "string" ? new Uint8Array(Buffer.from($bytes, "base64")) : value;
}

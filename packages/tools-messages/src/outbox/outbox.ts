import { type Backend, joinPath, type Path, ToolError, toPath } from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import type { SendState } from "../channels/channel.ts";

export interface OutboxOptions {
  /** Where the outbox lives. It must be able to compare and set, and no tool of the model may write there. */
  readonly backend: Backend;
  /** Its folder; `/outbox` by default. */
  readonly root?: string | undefined;
}

export type EntryState = "draft" | "sending" | SendState;

/** One logical message: its known state, without its text. */
export interface OutboxEntry {
  readonly id: string;
  readonly kind: "message" | "file" | "email";
  readonly state: EntryState;
  /** `mailto:ann@example.com`, `slack:ops`. */
  readonly recipients: readonly string[];
  /** SHA-256 of the sent bytes. */
  readonly sha256: string;
  /** The same for the same content to the same recipients. */
  readonly key: string;
  readonly created: string;
  readonly started?: string | undefined;
  readonly ended?: string | undefined;
  readonly why?: string | undefined;
  readonly server_id?: string | undefined;
  readonly email?: EmailDraft | undefined;
}

/** The data of an email draft, without its bytes. */
export interface EmailDraft {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly reply_to?: string | undefined;
  readonly subject: string;
  readonly preview: string;
  readonly bytes: number;
  readonly message_id: string;
  readonly attachments: readonly DraftAttachment[];
  readonly accepted?: readonly string[] | undefined;
  readonly rejected?: readonly string[] | undefined;
  readonly server_said?: string | undefined;
}

export interface DraftAttachment {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** An entry with the version it was read at. */
export interface StoredEntry {
  readonly entry: OutboxEntry;
  readonly version: string;
}

/** Stores messages from their draft to their result. Every step uses compare-and-set. */
export interface Outbox {
  /** Undefined if there is no entry with this id. */
  find(id: string): Promise<StoredEntry | undefined>;
  create(entry: OutboxEntry, bytes?: Uint8Array): Promise<void>;
  /** Throws `stale` where another was faster. */
  replace(stored: StoredEntry, entry: OutboxEntry): Promise<StoredEntry>;
  /** The bytes of a mail. */
  bytesOf(id: string): Promise<Uint8Array | undefined>;
  /** A small file of the outbox that several change: read, worked out again and written until no other was in between. */
  update<T>(name: string, change: (value: unknown) => { readonly value: unknown; readonly answer: T }): Promise<T>;
  /**
   * All entries, the latest first. One that is still `sending` may have been interrupted: then its outcome is unknown.
   */
  list(): AsyncIterable<OutboxEntry>;
}

/** Tries before others are too many. */
const maxTries = 200;

/** Open the outbox of a host, to see what was sent. Throws `unsupported` for a backend that cannot compare and set. */
export function openOutbox({ backend, root = "/outbox" }: OutboxOptions): Outbox {
  if (!backend.can.write || !backend.can.compareAndSwap)
    throw new ToolError(
      "unsupported",
      `Messages cannot be stored on ${backend.name}: it does not support compare-and-swap.`,
      {
        hint: "Use a backend whose `can.write` and `can.compareAndSwap` are true.",
      },
    );
  const base = toPath(root);
  const entryPath = (id: string) => joinPath(base, `entries/${id}.json`);
  const emlPath = (id: string) => joinPath(base, `mails/${id}.eml`);
  const read = (path: Path) => unlessMissing(backend.read(path));

  const find = async (id: string): Promise<StoredEntry | undefined> => {
    if (!/^[\w-]{1,64}$/.test(id)) return undefined;
    const file = await read(entryPath(id));
    return file && { entry: decode(file.bytes) as OutboxEntry, version: file.version };
  };
  return {
    find,
    async create(entry, bytes) {
      if (bytes) await backend.write(emlPath(entry.id), bytes, { ifVersion: null });
      await backend.write(entryPath(entry.id), encode(entry), { ifVersion: null });
    },
    async replace({ version }, entry) {
      const made = await backend.write(entryPath(entry.id), encode(entry), { ifVersion: version });
      return { entry, version: made.version };
    },
    bytesOf: async (id) => (await read(emlPath(id)))?.bytes,
    async update(name, change) {
      const path = joinPath(base, `${name}.json`);
      for (let tries = 1; ; tries++) {
        const file = await read(path);
        const { value, answer } = change(file && decode(file.bytes));
        try {
          if (value !== undefined) await backend.write(path, encode(value), { ifVersion: file?.version ?? null });
          return answer;
        } catch (error) {
          const isRace = ToolError.is(error) && /^(stale|already_exists|not_found)$/.test(error.code);
          if (!isRace || tries === maxTries) throw error;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** tries, 32)));
        }
      }
    },
    async *list() {
      const entries: OutboxEntry[] = [];
      const found = backend.list(joinPath(base, "entries"))[Symbol.asyncIterator]();
      for (;;) {
        const step = await unlessMissing(found.next());
        if (!step || step.done) break;
        const stored = await find(step.value.path.slice(entryPath("").length - ".json".length, -".json".length));
        if (stored) entries.push(stored.entry);
      }
      yield* entries.sort((a, b) => (a.created < b.created ? 1 : -1));
    },
  };
}

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`);

function decode(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch (cause) {
    throw new ToolError("parse_error", "A file of the outbox cannot be read. Nothing was sent.", {
      hint: "Tell the user: a file of the outbox is damaged.",
      cause,
    });
  }
}

import { type Backend, type BackendCan, type Entry, type Path, ToolError } from "@holdall/tool-core";
import { createSerialQueue, toBase64 } from "@holdall/tool-kit";
import { channel } from "@holdall/tool-kit/backends";
import * as failed from "../shared/errors.ts";
import { sameBytes } from "../shared/steps.ts";

/** A live document. `serialize` and `version` are asked together, so both must tell of the same moment. */
export interface Editor<Content extends string | Uint8Array = string> {
  serialize(): Content;
  /** Take over new content as a whole; throwing refuses it. The message is shown to the model: say what is wrong and where. */
  load(content: Content): void | Promise<void>;
  /** Changes with every change of the document. A number may restart with the next `bind`; a text must never repeat. */
  version(): string | number;
  /** Call the listener on every change, those by `load` too. Returns how to stop. */
  subscribe?(listener: () => void): () => void;
}

/** A backend whose only file is the editor's document. */
export function editorBackend<Content extends string | Uint8Array>(
  at: Path,
  editor: Editor<Content>,
  can: BackendCan,
): Backend {
  const life = Math.random().toString(36).slice(2, 10);
  const runSerially = createSerialQueue();

  const version = () => {
    const current = editor.version();
    return typeof current === "number" ? `${life}.${current}` : current;
  };
  const serialized = () => {
    const content: string | Uint8Array = editor.serialize();
    return typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  };
  const check = (path: Path) => {
    if (path !== at) throw failed.notFound(path);
  };

  const isNoFolder = (path: Path): Iterable<Entry> => {
    throw path === at ? failed.isFile(path) : failed.notFound(path);
  };

  /** Loads without a pause when the editor does, so that no keystroke falls between the check and the load. */
  const load = async (bytes: Uint8Array) => {
    const before = editor.serialize();
    let finished: void | Promise<void>;
    try {
      finished = editor.load(
        typeof before === "string" ? (decode(bytes) as Content) : (new Uint8Array(bytes) as Content),
      );
    } catch (cause) {
      if (!sameContent(editor.serialize(), before)) editor.load(before);
      throw refused(at, bytes, version(), cause);
    }
    try {
      if (finished) await finished;
    } catch (cause) {
      throw refused(at, bytes, version(), cause);
    }
    return { version: version() };
  };

  return {
    name: "editor",
    can: { ...can, write: true, compareAndSwap: true },

    async stat(path, io) {
      failed.begin(io);
      if (path !== at) return null;
      return { kind: "file", size: serialized().length, ...(io?.version && { version: version() }) };
    },

    async read(path, io) {
      failed.begin(io);
      check(path);
      const bytes = serialized();
      const { start, end } = io?.range ?? { start: 0, end: bytes.length };
      return { bytes: bytes.slice(start, Math.max(start, end)), version: version(), size: bytes.length };
    },

    async write(path, bytes, io) {
      failed.begin(io);
      if (path !== at) throw failed.isFile(at);
      if (io?.ifVersion === null) throw failed.alreadyExists(path);
      const owned = new Uint8Array(bytes);
      return runSerially(async () => {
        failed.begin(io);
        if (io?.ifVersion !== undefined && io.ifVersion !== version()) throw failed.stale(path, version());
        return load(owned);
      });
    },

    async remove(path, io) {
      failed.begin(io);
      check(path);
      throw new ToolError("permission_denied", `${path} is bound to a live editor and cannot be removed.`, {
        hint: "Empty it, or ask the user to close it.",
        data: { path },
      });
    },

    async *list(path, io) {
      failed.begin(io);
      yield* isNoFolder(path);
    },

    createDirectory: async () => {
      throw failed.isFile(at);
    },

    ...(editor.subscribe && {
      watch: (_: Path, { signal }: { readonly signal: AbortSignal }) =>
        channel<{ path: Path; kind: "changed" }>(
          signal,
          ({ push }) => editor.subscribe?.(() => push({ path: at, kind: "changed" })) ?? (() => {}),
        ),
    }),
  };
}

const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

const sameContent = (a: string | Uint8Array, b: string | Uint8Array): boolean =>
  typeof a === "string" || typeof b === "string" ? a === b : sameBytes(a, b);

function refused(path: Path, bytes: Uint8Array, version: string, cause: unknown): ToolError {
  const why = cause instanceof Error ? cause.message : String(cause);
  let content: { readonly refused: string; readonly encoding: "utf-8" | "base64" };
  try {
    content = { refused: decode(bytes), encoding: "utf-8" };
  } catch {
    content = { refused: toBase64(bytes), encoding: "base64" };
  }
  return new ToolError("parse_error", `${path} is open in an editor, which rejected the new content: ${why}`, {
    hint: "None of it was applied. Correct what the editor reports, and write again.",
    data: { path, version, ...content },
    cause,
  });
}

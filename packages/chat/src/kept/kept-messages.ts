import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import type { OffloadPlace } from "@holdall/compaction";
import type { Path } from "@holdall/tool-core";
import type { ModelMessage } from "ai";

/** The location where compaction stores removed messages and tools read them: `kept` of a preset. */
export interface KeptMessages {
  readonly folder: string;
  isReadable(path: Path): boolean;
  readonly offload: OffloadPlace;
}

/**
 * Create a folder for removed messages next to the stored conversations. A model can read the files there that its own
 * conversation names. Undefined if the folder cannot be created, for example in a read-only home.
 */
export function keptMessages(folder: string, messages: () => readonly ModelMessage[]): KeptMessages | undefined {
  try {
    mkdirSync(join(folder, "removed"), { recursive: true, mode: 0o700 });
  } catch {
    return undefined;
  }
  const place = realpathSync.native(join(folder, "removed"));
  return {
    folder: place,
    isReadable: (path) => isName.test(path) && messages().some((message) => names(message, path)),
    offload: { backend: nodeBackend({ roots: [place], private: true }), folder: place },
  };
}

const isName = /\/[0-9a-f]{16}\.md$/;

/** A model's own text names nothing; only what it has read does. */
const names = (message: ModelMessage, path: string): boolean =>
  message.role !== "assistant" && JSON.stringify(message).includes(JSON.stringify(path).slice(1, -1));

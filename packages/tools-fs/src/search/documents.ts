import { type Path, ToolError } from "@holdall/tool-core";
import { documentLines } from "../office/document-view.ts";
import { isDocument } from "../read/sniff.ts";

export interface DocumentReader {
  /** The lines of an office document; undefined for other files, and for documents that cannot be read. */
  readonly read: (path: Path, bytes: Uint8Array) => Promise<string | undefined>;
  /** Documents that cannot be read: encrypted, broken, or of a kind that is not read. */
  readonly unread: Set<Path>;
}

/** Reads office documents for a search. Throws `unavailable` where the libraries are missing. */
export function documentReader(): DocumentReader {
  const unread = new Set<Path>();
  return {
    unread,
    async read(path, bytes) {
      if (!isDocument(path, bytes)) return undefined;
      try {
        return await documentLines(bytes);
      } catch (error) {
        if (!ToolError.is(error) || error.code === "unavailable") throw error;
        unread.add(path);
        return undefined;
      }
    },
  };
}

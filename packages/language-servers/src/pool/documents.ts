import { readFileSync, statSync } from "node:fs";
import type { Path } from "@holdall/tool-core";
import { toHostPath } from "@holdall/tool-kit/node";
import { splitLines } from "../protocol/positions.ts";
import { toUri } from "../protocol/uris.ts";
import type { Connection } from "../rpc/connection.ts";

export interface OpenDocument {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  readonly lines: readonly string[];
}

/**
 * The files that a server has open, by where they really are. Their texts are those on disk, except for what was shown.
 */
export interface Documents {
  get(real: Path): OpenDocument | undefined;
  /** Open a file with what is on disk; undefined where there is none, or it is too large. */
  open(real: Path): OpenDocument | undefined;
  /** Open a file with another text than that on disk, which then need not exist. */
  show(real: Path, text: string): OpenDocument;
  /** Bring what is open to what is on disk. */
  refresh(real: Path): void;
  close(real: Path): void;
}

/** Bytes of a file that is opened. */
const maxBytes = 4 * 1024 * 1024;
const maxOpen = 100;

export function createDocuments(connection: Connection, languageIdOf: (real: Path) => string | undefined): Documents {
  const documents = new Map<Path, OpenDocument>();
  const versions = new Map<Path, number>();

  const close = (real: Path) => {
    const document = documents.get(real);
    if (!document) return;
    documents.delete(real);
    connection.notify("textDocument/didClose", { textDocument: { uri: document.uri } });
  };
  const set = (real: Path, text: string): OpenDocument => {
    const known = documents.get(real);
    // The file of the latest question is closed last.
    documents.delete(real);
    if (known?.text === text) {
      documents.set(real, known);
      return known;
    }
    const version = (versions.get(real) ?? 0) + 1;
    versions.set(real, version);
    const document: OpenDocument = { uri: toUri(real), version, text, lines: splitLines(text) };
    documents.set(real, document);
    const textDocument = { uri: document.uri, version };
    if (known) connection.notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
    else {
      const languageId = languageIdOf(real) ?? "plaintext";
      connection.notify("textDocument/didOpen", { textDocument: { ...textDocument, languageId, text } });
      for (const oldest of documents.keys()) {
        if (documents.size <= maxOpen) break;
        close(oldest);
      }
    }
    return document;
  };
  const open = (real: Path): OpenDocument | undefined => {
    const text = readText(real);
    return text === undefined ? undefined : set(real, text);
  };
  return {
    get: (real) => documents.get(real),
    close,
    open,
    show: set,
    refresh(real) {
      if (documents.has(real) && !open(real)) close(real);
    },
  };
}

/** The text of a file on disk. */
export function readText(real: Path): string | undefined {
  try {
    const file = toHostPath(real);
    const { size } = statSync(file);
    return size > maxBytes ? undefined : readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch {
    return undefined;
  }
}

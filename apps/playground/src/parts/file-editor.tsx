import { type Backend, type Path, toToolError } from "@holdall/tool-core";
import { useEffect, useState } from "react";
import { download } from "../workspace/download.ts";
import { asTyped, restoreLineEndings } from "../workspace/line-endings.ts";
import type { Listing } from "../workspace/use-files.ts";

/** What was typed into a file, and the file it was typed into. */
export interface Draft {
  readonly text: string;
  readonly from: Opened;
}

interface Opened {
  readonly text: string;
  readonly version: string;
  /** The file continues, so what is shown cannot be saved. */
  readonly isPart?: boolean;
}

interface FileEditorProps {
  readonly backend: Backend;
  readonly path: Path;
  /** Another one each time something has changed. */
  readonly listing: Listing;
  readonly draft: Draft | undefined;
  readonly onDraft: (draft: Draft | undefined) => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Bytes of a file that are shown. */
const maxBytes = 1_000_000;
const changedMeanwhile = "It was changed meanwhile. What you typed is kept here; load again to see what is there now.";

/** A file that the user reads and changes next to the agent. A concurrent change is reported, never overwritten. */
export function FileEditor({ backend, path, listing, draft, onDraft, onDelete, onClose }: FileEditorProps) {
  const [opened, setOpened] = useState<Opened | undefined>(draft?.from);
  const [note, setNote] = useState("");
  const text = draft?.text ?? asTyped(opened?.text ?? "");

  const load = async () => {
    onDraft(undefined);
    try {
      const { bytes, version, size } = await backend.read(path, { range: { start: 0, end: maxBytes } });
      const isPart = size > bytes.length;
      setOpened({ text: decode(isPart ? wholeLines(bytes) : bytes), version, isPart });
      setNote(
        isPart
          ? `Only the first of its ${(size / 1e6).toFixed(1)} MB is shown, and nothing can be edited. Download it to see all.`
          : "",
      );
    } catch (error) {
      setOpened(undefined);
      setNote(
        error instanceof TypeError ? "This is not a text file. Download it to see it." : toToolError(error).message,
      );
    }
  };

  // Whatever happened in the workspace may have been a change of this file.
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      if (!opened) return load();
      const now = await backend.read(path).catch(toToolError);
      if (!isCurrent) return undefined;
      if ("code" in now) return setNote(now.message);
      if (now.version === opened.version) return undefined;
      return draft ? setNote(changedMeanwhile) : load();
    };
    void look();
    return () => {
      isCurrent = false;
    };
  }, [listing]);

  const type = (typed: string) => {
    if (opened) onDraft(typed === asTyped(opened.text) ? undefined : { text: typed, from: opened });
  };
  const save = async () => {
    if (!draft || !opened) return;
    const next = restoreLineEndings(opened.text, draft.text);
    try {
      const { version } = await backend.write(path, new TextEncoder().encode(next), { ifVersion: opened.version });
      setOpened({ text: next, version });
      onDraft(undefined);
      setNote("Saved.");
    } catch (error) {
      const { code, message } = toToolError(error);
      setNote(code === "stale" ? changedMeanwhile : message);
    }
  };
  return (
    <section className="editor" aria-label={`File ${path}`}>
      <header className="head">
        <code title={path}>
          <bdi>{path}</bdi>
        </code>
        <button type="button" className="quiet" aria-label="Close file" onClick={onClose}>
          ✕
        </button>
      </header>
      <textarea
        aria-label={`Text of ${path}`}
        spellCheck={false}
        disabled={!opened}
        readOnly={opened?.isPart}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save();
        }}
      />
      <p role="status">{note || (draft ? "Not saved." : "")}</p>
      <div className="actions">
        <button type="button" className="primary" disabled={!draft} onClick={() => void save()}>
          Save
        </button>
        <button type="button" onClick={() => void load()}>
          Load again
        </button>
        <button
          type="button"
          onClick={() => download(backend, path).catch((error) => setNote(toToolError(error).message))}
        >
          Download
        </button>
        <button type="button" className="danger" onClick={onDelete}>
          Delete
        </button>
      </div>
    </section>
  );
}

/** The text without its unfinished line; for a single line, all except a character that may be cut. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(10) + 1;
  if (end > 0) return bytes.subarray(0, end);
  let last = bytes.length - 1;
  while (((bytes[last] ?? 0) & 0xc0) === 0x80) last--;
  return bytes.subarray(0, last);
}

/** Throws a `TypeError` for bytes that are not UTF-8. */
function decode(bytes: Uint8Array): string {
  if (bytes.includes(0)) throw new TypeError("binary");
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

import { type Backend, type Path, toToolError } from "@holdall/tool-core";
import { useEffect, useState } from "react";

interface FileEditorProps {
  readonly backend: Backend;
  readonly path: Path;
  readonly onClose: () => void;
}

interface Opened {
  readonly text: string;
  readonly version: string;
}

/** A file that the person reads and changes beside the agent. A change that came between is told, never overwritten. */
export function FileEditor({ backend, path, onClose }: FileEditorProps) {
  const [opened, setOpened] = useState<Opened>();
  const [text, setText] = useState("");
  const [note, setNote] = useState("");

  const load = async () => {
    try {
      const { bytes, version } = await backend.read(path);
      const shown = new TextDecoder().decode(bytes);
      setOpened({ text: shown, version });
      setText(shown);
      setNote("");
    } catch (error) {
      setNote(toToolError(error).message);
    }
  };

  useEffect(() => void load(), []);

  const save = async () => {
    if (!opened) return;
    try {
      const { version } = await backend.write(path, encode(text, opened.text), { ifVersion: opened.version });
      setOpened({ text, version });
      setNote("Saved.");
    } catch (error) {
      const { code, message } = toToolError(error);
      setNote(code === "stale" ? "It was changed meanwhile. Load it again to see what is there now." : message);
    }
  };

  const isChanged = opened !== undefined && text !== opened.text;
  return (
    <section className="editor" aria-label={`File ${path}`}>
      <header>
        <code>{path}</code>
        <button type="button" onClick={() => void load()}>
          Load again
        </button>
        <button type="button" disabled={!isChanged} onClick={() => void save()}>
          Save
        </button>
        <button type="button" aria-label="Close file" onClick={onClose}>
          ✕
        </button>
      </header>
      <textarea
        aria-label={`Text of ${path}`}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p role="status">{note || (isChanged ? "Not saved." : "")}</p>
    </section>
  );
}

/** A text area knows only LF: where the file had CRLF, lines get it back. */
const encode = (text: string, before: string): Uint8Array =>
  new TextEncoder().encode(before.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text);

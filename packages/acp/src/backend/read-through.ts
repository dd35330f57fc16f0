import type { Backend, FileBytes, Io, Path } from "@holdall/tool-core";
import { contentHash } from "@holdall/tool-kit";
import { diskText, isSameText, withDiskEndings } from "./disk-text.ts";
import type { EditorFiles } from "./editor-files.ts";

/** Bytes of a file up to which the editor is asked for its text. */
export const maxEdited = 8 * 1024 * 1024;

/** A file as the editor has it. */
export interface EditedFile extends FileBytes {
  /** The version of the file on disk. */
  readonly onDisk: string;
  /** The editor has changes that are not on disk. */
  readonly isUnsaved: boolean;
  /** The editor gives the text of this file, as it is encoded. */
  readonly isShown: boolean;
}

/** Reads files with the unsaved text of an editor. */
export interface ReadThrough {
  read(path: Path, io: Io): Promise<EditedFile>;
  /** A text that the editor and the disk have both. */
  saved(path: Path, text: string): void;
}

/** Texts that are remembered as saved at most. */
const maxSaved = 500;

export function readThrough(base: Backend, read: NonNullable<EditorFiles["read"]>): ReadThrough {
  /** A buffer that has this text has not been reloaded yet, if the disk has another one. */
  const saved = new Map<Path, string>();
  const remember = (path: Path, text: string) => {
    saved.delete(path);
    saved.set(path, contentHash(new TextEncoder().encode(text.replace(/\r\n?/g, "\n"))));
    if (saved.size > maxSaved) for (const oldest of saved.keys()) if (saved.delete(oldest)) break;
  };
  const wasSaved = (path: Path, text: string) =>
    saved.get(path) === contentHash(new TextEncoder().encode(text.replace(/\r\n?/g, "\n")));

  return {
    async read(path, io) {
      const found = await base.read(path, { signal: io.signal, judged: io.judged });
      const asOnDisk = { ...found, onDisk: found.version, isUnsaved: false, isShown: false };
      const disk = found.size > maxEdited ? undefined : diskText(found.bytes);
      if (!disk) return asOnDisk;
      const text = await read(path, io.signal);
      // An editor that cannot decode a file shows replacement characters.
      if (text === undefined || (text.includes("\ufffd") && !disk.text.includes("\ufffd"))) return asOnDisk;
      if (isSameText(text, disk.text)) {
        remember(path, disk.text);
        return { ...asOnDisk, isShown: true };
      }
      if (wasSaved(path, text)) return { ...asOnDisk, isShown: true };
      const bytes = disk.encode(withDiskEndings(text, disk.text));
      if (!bytes) return asOnDisk;
      return {
        bytes,
        version: contentHash(bytes),
        size: bytes.length,
        onDisk: found.version,
        isUnsaved: true,
        isShown: true,
      };
    },
    saved: remember,
  };
}

import { sizeText } from "../../text/lines.ts";
import { crc32 } from "./crc32.ts";
import { brokenDocument, largeDocument, refusedDocument } from "./document-error.ts";

/** What is read of an archive at most. */
export interface ZipLimits {
  readonly entries: number;
  /** Uncompressed bytes of one entry. */
  readonly entryBytes: number;
  /** Uncompressed bytes of all entries that are read. */
  readonly totalBytes: number;
  /** Uncompressed bytes to one compressed byte, in entries above a megabyte. */
  readonly ratio: number;
}

export const zipLimits: ZipLimits = {
  entries: 20_000,
  entryBytes: 64 * 1024 * 1024,
  totalBytes: 192 * 1024 * 1024,
  ratio: 300,
};

export interface ZipEntry {
  readonly name: string;
  readonly flags: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Where the local header begins. */
  readonly start: number;
  /** Where the record in the central directory begins and ends. */
  readonly record: { readonly start: number; readonly end: number };
}

export interface Zip {
  readonly bytes: Uint8Array;
  /** In the order of the central directory. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** Where the central directory and its end record begin. */
  readonly directory: number;
  readonly endRecord: number;
  /** The content of an entry. Undefined if there is none of this name. */
  read(name: string): Promise<Uint8Array | undefined>;
}

const badName = /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/i;

/**
 * Open an archive by its central directory. Nothing is decompressed before it is read, and never more than the limits.
 * Throws `parse_error`, `too_large`, or `unsupported` for what is encrypted, spans files, or names entries outside itself.
 */
export function openZip(bytes: Uint8Array, limits: ZipLimits = zipLimits): Zip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const endRecord = findEndRecord(view);
  const count = view.getUint16(endRecord + 10, true);
  const directory = view.getUint32(endRecord + 16, true);
  if (count === 0xffff || directory === 0xffffffff)
    throw refusedDocument(
      "The document is a ZIP64 archive, which is not read.",
      "Save it again with an office program.",
    );
  if (count > limits.entries)
    throw largeDocument(`The document has ${count} parts; at most ${limits.entries} are read.`);
  const entries = new Map<string, ZipEntry>();
  let at = directory;
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50)
      throw brokenDocument("its archive is cut off");
    const entry = entryAt(view, at);
    if (badName.test(entry.name))
      throw refusedDocument(
        `The document has a part outside of itself: ${JSON.stringify(entry.name.slice(0, 80))}.`,
        "It may be made to harm: do not open it, and tell the user.",
      );
    if (entries.has(entry.name)) throw brokenDocument(`it has two parts named ${entry.name.slice(0, 80)}`);
    entries.set(entry.name, entry);
    at = entry.record.end;
  }
  let total = 0;
  const counted = new Set<string>();
  return {
    bytes,
    entries,
    directory,
    endRecord,
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      if (!counted.has(name)) total += entry.size;
      counted.add(name);
      checkSize(entry, total, limits);
      const content = await inflate(bytes, view, entry);
      if (crc32(content) !== entry.crc) throw brokenDocument(`its part ${name} is damaged (checksum)`);
      return content;
    },
  };
}

function findEndRecord(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  throw brokenDocument("its archive has no end, so the file is probably cut off");
}

function entryAt(view: DataView, at: number): ZipEntry {
  const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
    number,
    number,
    number,
  ];
  const end = at + 46 + nameLength + extra + comment;
  if (end > view.byteLength) throw brokenDocument("its archive is cut off");
  const name = new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength);
  return {
    name: new TextDecoder().decode(name).replaceAll("\\", "/"),
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    start: view.getUint32(at + 42, true),
    record: { start: at, end },
  };
}

function checkSize({ name, size, compressedSize }: ZipEntry, total: number, limits: ZipLimits): void {
  if (size > 1024 * 1024 && size > compressedSize * limits.ratio)
    throw refusedDocument(
      `The document is refused: its part ${name} unpacks to ${Math.round(size / compressedSize)} times its size.`,
      "It may be made to exhaust memory: do not open it, and tell the user.",
    );
  if (size > limits.entryBytes)
    throw largeDocument(
      `Part ${name} of the document has ${sizeText(size)}; at most ${sizeText(limits.entryBytes)} are read.`,
    );
  if (total > limits.totalBytes)
    throw largeDocument(
      `The parts of the document have more than ${sizeText(limits.totalBytes)}, which is the most that is read.`,
    );
}

async function inflate(bytes: Uint8Array, view: DataView, entry: ZipEntry): Promise<Uint8Array> {
  const { name, start, flags, method, compressedSize, size } = entry;
  if (flags & 1) throw refusedDocument("The document is encrypted.", "Ask for a copy without a password.");
  if (start + 30 > bytes.length || view.getUint32(start, true) !== 0x04034b50)
    throw brokenDocument(`its part ${name} is missing`);
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const packed = bytes.subarray(from, from + compressedSize);
  if (packed.length < compressedSize) throw brokenDocument(`its part ${name} is cut off`);
  if (method === 0) {
    if (packed.length !== size) throw brokenDocument(`its part ${name} has another size than it says`);
    return packed;
  }
  if (method !== 8)
    throw refusedDocument(
      `Part ${name} is compressed by method ${method}, which is not read.`,
      "Save it again with an office program.",
    );
  return inflateRaw(packed, size, name);
}

/** Decompress to exactly the size that the archive names: more is never held. */
async function inflateRaw(packed: Uint8Array, size: number, name: string): Promise<Uint8Array> {
  const out = new Uint8Array(size);
  const reader = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .getReader();
  let at = 0;
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      if (at + step.value.length > size) {
        await reader.cancel();
        throw brokenDocument(`its part ${name} is larger than it says`);
      }
      out.set(step.value, at);
      at += step.value.length;
    }
  } catch (error) {
    throw error instanceof TypeError ? brokenDocument(`its part ${name} cannot be decompressed`, error) : error;
  }
  if (at !== size) throw brokenDocument(`its part ${name} is smaller than it says`);
  return out;
}

import { concatBytes } from "../../text/bytes.ts";
import type { ByteSplice } from "../../text/write.ts";
import { crc32 } from "./crc32.ts";
import { refusedDocument } from "./document-error.ts";
import type { Zip, ZipEntry } from "./zip.ts";

/**
 * The archive with the content of some entries replaced. Every other entry keeps its bytes, compressed as they are, and all keep
 * their order, names, times and attributes. The splice is from the first byte that changes to the end of the file.
 */
export async function replaceEntries(
  zip: Zip,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<{ bytes: Uint8Array; splice: ByteSplice }> {
  const { bytes, entries, directory, endRecord } = zip;
  const inFile = [...entries.values()].sort((a, b) => a.start - b.start);
  const moved = new Map<string, Uint8Array>();
  const out: Uint8Array[] = [bytes.subarray(0, inFile[0]?.start ?? directory)];
  let at = out[0]!.length;
  let firstChange = bytes.length;
  for (const [i, entry] of inFile.entries()) {
    const end = inFile[i + 1]?.start ?? directory;
    const record = new Uint8Array(bytes.subarray(entry.record.start, entry.record.end));
    const content = contents.get(entry.name);
    if (content) firstChange = Math.min(firstChange, at);
    const local = content ? await rewrite(bytes, entry, content, record) : bytes.subarray(entry.start, end);
    new DataView(record.buffer).setUint32(42, at, true);
    moved.set(entry.name, record);
    out.push(local);
    at += local.length;
  }
  for (const name of entries.keys()) out.push(moved.get(name)!);
  // What may stand between the directory and its end, such as a signature of the archive, moves along.
  const last = [...entries.values()].at(-1)?.record.end ?? directory;
  const end = new Uint8Array(bytes.subarray(last));
  const size = [...moved.values()].reduce((sum, record) => sum + record.length, 0);
  const view = new DataView(end.buffer);
  view.setUint32(endRecord - last + 12, size, true);
  view.setUint32(endRecord - last + 16, at, true);
  out.push(end);
  const result = concatBytes(out);
  return { bytes: result, splice: { start: firstChange, end: bytes.length, bytes: result.subarray(firstChange) } };
}

/** The local header and new content of an entry; corrects its record in the directory. */
async function rewrite(
  bytes: Uint8Array,
  { start, method }: ZipEntry,
  content: Uint8Array,
  record: Uint8Array,
): Promise<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerEnd = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const header = new Uint8Array(bytes.subarray(start, headerEnd));
  if (holdsZip64(record))
    throw refusedDocument(
      "The document is a ZIP64 archive, which is not edited.",
      "Save it again with an office program.",
    );
  const packed = method === 0 ? content : await deflateRaw(content);
  const crc = crc32(content);
  for (const [target, at] of [
    [new DataView(header.buffer), 6],
    [new DataView(record.buffer), 8],
  ] as const) {
    target.setUint16(at, target.getUint16(at, true) & ~8, true); // sizes stand in the header, and not behind the content
    target.setUint32(at + 8, crc, true);
    target.setUint32(at + 12, packed.length, true);
    target.setUint32(at + 16, content.length, true);
  }
  return concatBytes([header, packed]);
}

const holdsZip64 = (record: Uint8Array): boolean => {
  const view = new DataView(record.buffer);
  return (
    view.getUint32(20, true) === 0xffffffff ||
    view.getUint32(24, true) === 0xffffffff ||
    view.getUint32(42, true) === 0xffffffff
  );
};

async function deflateRaw(content: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([content as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

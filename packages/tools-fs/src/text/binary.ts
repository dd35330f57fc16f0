/** The kind of a file that is not text, as far as its bytes show. */
export interface BinaryKind {
  readonly what: string;
  readonly mediaType: string;
}

const kinds: readonly (readonly [magic: string, what: string, mediaType: string, offset?: number])[] = [
  ["\x89PNG\r\n\x1a\n", "PNG image", "image/png"],
  ["\xff\xd8\xff", "JPEG image", "image/jpeg"],
  ["GIF87a", "GIF image", "image/gif"],
  ["GIF89a", "GIF image", "image/gif"],
  ["WEBP", "WebP image", "image/webp", 8],
  ["ftypavif", "AVIF image", "image/avif", 4],
  ["ftypheic", "HEIC image", "image/heic", 4],
  ["\x00\x00\x01\x00", "icon", "image/x-icon"],
  ["%PDF-", "PDF document", "application/pdf"],
  ["PK\x03\x04", "ZIP archive (or an Office document, JAR, EPUB)", "application/zip"],
  ["PK\x05\x06", "empty ZIP archive", "application/zip"],
  ["\x1f\x8b", "gzip archive", "application/gzip"],
  ["BZh", "bzip2 archive", "application/x-bzip2"],
  ["\xfd7zXZ\x00", "xz archive", "application/x-xz"],
  ["\x28\xb5\x2f\xfd", "Zstandard archive", "application/zstd"],
  ["7z\xbc\xaf\x27\x1c", "7z archive", "application/x-7z-compressed"],
  ["Rar!\x1a\x07", "RAR archive", "application/vnd.rar"],
  ["ustar", "tar archive", "application/x-tar", 257],
  ["\x7fELF", "ELF program", "application/x-elf"],
  ["\xcf\xfa\xed\xfe", "Mach-O program", "application/x-mach-binary"],
  ["\xca\xfe\xba\xbe", "Java class or Mach-O program", "application/octet-stream"],
  ["\x00asm", "WebAssembly module", "application/wasm"],
  ["SQLite format 3\x00", "SQLite database", "application/vnd.sqlite3"],
  ["WAVE", "WAV audio", "audio/wav", 8],
  ["ID3", "MP3 audio", "audio/mpeg"],
  ["OggS", "Ogg media", "application/ogg"],
  ["fLaC", "FLAC audio", "audio/flac"],
  ["ftyp", "MP4 or QuickTime media", "video/mp4", 4],
  ["\x1a\x45\xdf\xa3", "Matroska or WebM media", "video/x-matroska"],
  ["wOFF", "WOFF font", "font/woff"],
  ["wOF2", "WOFF2 font", "font/woff2"],
  ["\x00\x01\x00\x00\x00", "TrueType font", "font/ttf"],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Office 97 document", "application/x-ole-storage"],
];

/** Recognise a binary format by its first bytes. */
export function sniffBinary(bytes: Uint8Array): BinaryKind | undefined {
  const hit = kinds.find(([magic, , , offset]) => startsWith(bytes, magic, offset));
  return hit && { what: hit[1], mediaType: hit[2] };
}

export function startsWith(bytes: Uint8Array, magic: string, offset = 0): boolean {
  for (let i = 0; i < magic.length; i++) if (bytes[offset + i] !== magic.charCodeAt(i)) return false;
  return true;
}

/** Fewer bytes than this are too few for a share of them to say something. */
const FEW = 16;

/** True for bytes that no text has this often: control characters other than white space and escape; in a few bytes, one NUL. */
export const looksBinary = (sample: Uint8Array): boolean =>
  sample.length < FEW ? sample.includes(0) : countControls(sample, sample.length) > sample.length / 20;

/** How many of the first bytes are control characters other than white space and escape. */
export function countControls(bytes: Uint8Array, length: number): number {
  let controls = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if ((byte < 32 && (byte < 8 || byte > 13) && byte !== 27) || byte === 127) controls++;
  }
  return controls;
}

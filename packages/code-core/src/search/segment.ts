import { type Chunk, chunksOf } from "./chunks.ts";
import { type RoleSigns, roleSigns } from "./file-role.ts";
import { grown, type TextTable } from "./text-table.ts";
import { definitionTerm, type Tokenizer } from "./tokenizer.ts";

/** The data of a file for an index. */
export interface FileToIndex {
  readonly path: string;
  readonly text: string;
  /** Its definitions: names, and where each definition begins, including its comment. */
  readonly symbols: readonly {
    readonly name: string;
    readonly docStart: number;
    readonly nameStart: number;
    readonly kind?: string;
  }[];
  /** Paths of files that it imports, or its import specifiers. */
  readonly imports?: readonly string[] | undefined;
}

/** A file of a segment. Its chunks are those from `firstChunk` to `endChunk`. */
export interface SegmentFile {
  readonly path: string;
  /** Of the path, in the whole index. */
  readonly id: number;
  readonly role: RoleSigns;
  readonly firstChunk: number;
  readonly endChunk: number;
  /** Terms of its path, with -1 between folders. */
  readonly pathTerms: Int32Array;
  readonly imports: Int32Array;
  alive: boolean;
}

/** Files that were indexed together: postings by term, in typed arrays that never change. Only files can die. */
export interface Segment {
  readonly files: readonly SegmentFile[];
  /** Of every chunk: its file, where it begins and ends, its lines, and how many terms it has. */
  readonly chunkFile: Uint16Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  readonly line: Uint32Array;
  readonly endLine: Uint32Array;
  readonly length: Uint16Array;
  readonly symbolLength: Uint8Array;
  /** Terms in ascending order; the postings of the i-th are those from `offsets[i]` to `offsets[i + 1]`. */
  readonly terms: Int32Array;
  readonly offsets: Uint32Array;
  readonly chunks: Uint16Array;
  /** How often a chunk has the term: in its text (5 bits), and in the names that it defines (3 bits). */
  readonly counts: Uint8Array;
  readonly bytes: number;
}

/** Chunks of a segment at most, so that two bytes name one. */
export const maxChunks = 0xffff;
const maxInText = 31;
const maxInNames = 7;

export interface SegmentBuilder {
  readonly chunks: number;
  readonly files: number;
  /** Characters that were added. */
  readonly size: number;
  add(file: FileToIndex): void;
  finish(): Segment;
}

export function createSegmentBuilder(tokenizer: Tokenizer, paths: TextTable): SegmentBuilder {
  const { terms } = tokenizer;
  const files: SegmentFile[] = [];
  const rows: (Chunk & { readonly file: number; readonly length: number; readonly symbolLength: number })[] = [];
  let [counts, touched, count, size] = [new Uint16Array(1024), new Int32Array(1024), 0, 0];
  let [postedTerm, postedCount, posted] = [new Int32Array(4096), new Uint8Array(4096), 0];
  const ends: number[] = [];

  const touch = (term: number) => {
    if (term >= counts.length) counts = grown(counts, Uint16Array, terms.size + 1024);
    if (counts[term]! !== 0) return;
    if (count === touched.length) touched = grown(touched, Int32Array);
    touched[count++] = term;
  };
  const take = (term: number) => {
    touch(term);
    if ((counts[term]! & 0xff) < maxInText) counts[term]!++;
    length++;
  };
  const takeName = (term: number) => {
    touch(term);
    if (counts[term]! >> 8 < maxInNames) counts[term]! += 0x100;
  };
  let length = 0;

  const flush = () => {
    if (posted + count > postedTerm.length) {
      postedTerm = grown(postedTerm, Int32Array, posted + count);
      postedCount = grown(postedCount, Uint8Array, posted + count);
    }
    for (let i = 0; i < count; i++) {
      const term = touched[i]!;
      postedTerm[posted] = term;
      postedCount[posted++] = (counts[term]! & 0xff) | ((counts[term]! >> 8) << 5);
      counts[term] = 0;
    }
    count = 0;
    ends.push(posted);
  };

  return {
    get chunks() {
      return rows.length;
    },
    get files() {
      return files.length;
    },
    get size() {
      return size;
    },
    add({ path, text, symbols, imports = [] }) {
      const firstChunk = rows.length;
      size += text.length;
      const named = symbols.toSorted((one, other) => one.nameStart - other.nameStart);
      let next = 0;
      for (const chunk of chunksOf(
        text,
        symbols.map(({ docStart }) => docStart),
      )) {
        if (rows.length === maxChunks) break;
        length = 0;
        let symbolLength = 0;
        tokenizer.scan(text, chunk.start, chunk.end, take);
        for (; next < named.length && named[next]!.nameStart < chunk.end; next++) {
          const { name, kind } = named[next]!;
          const words = tokenizer.termsOf(name);
          for (const term of words) takeName(term);
          if (kind !== "implementation") takeName(terms.add(definitionTerm(name)));
          symbolLength += words.length;
        }
        flush();
        rows.push({ ...chunk, file: files.length, length, symbolLength });
      }
      const pathTerms = termsOfPath(path, tokenizer);
      const importIds = Int32Array.from(imports, (written) => terms.add(`>${written}`));
      files.push({
        path,
        id: paths.add(path),
        role: roleSigns(path),
        firstChunk,
        endChunk: rows.length,
        pathTerms,
        imports: importIds,
        alive: true,
      });
    },
    finish() {
      const inverted = invert(postedTerm.subarray(0, posted), postedCount, ends, terms.size);
      const column = <T extends Uint32Array | Uint16Array | Uint8Array>(
        Kind: { from(values: Iterable<number>): T },
        max: number,
        of: (row: (typeof rows)[number]) => number,
      ) => Kind.from(rows.map((row) => Math.min(max, of(row))));
      const segment = {
        files,
        chunkFile: column(Uint16Array, 0xffff, ({ file }) => file),
        start: column(Uint32Array, 0xffffffff, ({ start }) => start),
        end: column(Uint32Array, 0xffffffff, ({ end }) => end),
        line: column(Uint32Array, 0xffffffff, ({ line }) => line),
        endLine: column(Uint32Array, 0xffffffff, ({ endLine }) => endLine),
        length: column(Uint16Array, 0xffff, (row) => row.length),
        symbolLength: column(Uint8Array, 0xff, (row) => row.symbolLength),
        ...inverted,
      };
      return { ...segment, bytes: bytesOf(segment) };
    },
  };
}

/** Terms of a path, its ending left out, folder by folder, with -1 between them. */
function termsOfPath(path: string, { termsOf }: Tokenizer): Int32Array {
  const parts = path
    .replace(/\.[a-z0-9]{1,6}$/i, "")
    .split("/")
    .filter((part) => part !== "");
  const found = parts.flatMap((part) => [...(part.match(/[\p{L}\d_$]+/gu) ?? []).flatMap(termsOf), -1]);
  return Int32Array.from(found.slice(0, -1));
}

/** Postings by chunk turned into postings by term. */
function invert(postedTerm: Int32Array, postedCount: Uint8Array, ends: readonly number[], size: number) {
  const counts = new Uint32Array(size + 1);
  let distinct = 0;
  for (const term of postedTerm) if (counts[term]!++ === 0) distinct++;
  const terms = new Int32Array(distinct);
  const offsets = new Uint32Array(distinct + 1);
  let [at, sum] = [0, 0];
  for (let term = 0; term < size; term++) {
    if (counts[term] === 0) continue;
    terms[at] = term;
    offsets[at++] = sum;
    [sum, counts[term]] = [sum + counts[term]!, sum];
  }
  offsets[at] = sum;
  const chunks = new Uint16Array(sum);
  const times = new Uint8Array(sum);
  let posting = 0;
  for (const [chunk, end] of ends.entries()) {
    for (; posting < end; posting++) {
      const place = counts[postedTerm[posting]!]!++;
      chunks[place] = chunk;
      times[place] = postedCount[posting]!;
    }
  }
  return { terms, offsets, chunks, counts: times };
}

/** About what a segment holds, in bytes. */
export function bytesOf(segment: Omit<Segment, "bytes">): number {
  const arrays = Object.values(segment).reduce(
    (sum, value) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 0),
    0,
  );
  const perFile = 200;
  return segment.files.reduce(
    (sum, { path, pathTerms, imports }) => sum + perFile + path.length + pathTerms.byteLength + imports.byteLength,
    arrays,
  );
}

/** Where a term's postings are in a segment, or -1. */
export function termAt({ terms }: Segment, term: number): number {
  let [low, high] = [0, terms.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = terms[middle]!;
    if (found === term) return middle;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

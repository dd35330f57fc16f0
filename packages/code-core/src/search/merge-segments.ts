import type { Segment, SegmentFile } from "./segment.ts";
import { bytesOf, termAt } from "./segment.ts";

/** Segments as one, without the files that died. */
export function mergeSegments(segments: readonly Segment[]): Segment {
  const files: SegmentFile[] = [];
  const rows: { readonly segment: Segment; readonly chunk: number; readonly file: number }[] = [];
  const moved = segments.map((segment) => {
    const places = new Int32Array(segment.length.length).fill(-1);
    for (const file of segment.files) {
      if (!file.alive) continue;
      const firstChunk = rows.length;
      for (let chunk = file.firstChunk; chunk < file.endChunk; chunk++) {
        places[chunk] = rows.length;
        rows.push({ segment, chunk, file: files.length });
      }
      files.push({ ...file, firstChunk, endChunk: rows.length });
    }
    return places;
  });
  const all = new Set<number>();
  for (const { terms } of segments) for (const term of terms) all.add(term);
  const sorted = Int32Array.from(all).sort();
  const size = segments.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const offsets = new Uint32Array(sorted.length + 1);
  const chunks = new Uint16Array(size);
  const counts = new Uint8Array(size);
  let next = 0;
  for (const [i, term] of sorted.entries()) {
    offsets[i] = next;
    for (const [s, segment] of segments.entries()) {
      const at = termAt(segment, term);
      if (at === -1) continue;
      for (let from = segment.offsets[at]!; from < segment.offsets[at + 1]!; from++) {
        const place = moved[s]![segment.chunks[from]!]!;
        if (place === -1) continue;
        chunks[next] = place;
        counts[next++] = segment.counts[from]!;
      }
    }
  }
  offsets[sorted.length] = next;
  const merged = {
    files,
    chunkFile: Uint16Array.from(rows, ({ file }) => file),
    start: Uint32Array.from(rows, ({ segment, chunk }) => segment.start[chunk]!),
    end: Uint32Array.from(rows, ({ segment, chunk }) => segment.end[chunk]!),
    line: Uint32Array.from(rows, ({ segment, chunk }) => segment.line[chunk]!),
    endLine: Uint32Array.from(rows, ({ segment, chunk }) => segment.endLine[chunk]!),
    length: Uint16Array.from(rows, ({ segment, chunk }) => segment.length[chunk]!),
    symbolLength: Uint8Array.from(rows, ({ segment, chunk }) => segment.symbolLength[chunk]!),
    terms: sorted,
    offsets,
    chunks: chunks.slice(0, next),
    counts: counts.slice(0, next),
  };
  return { ...merged, bytes: bytesOf(merged) };
}

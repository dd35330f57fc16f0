/** Whether a font has a character. */
export type HasCharacter = (codePoint: number) => boolean;

/** The characters of a TrueType or OpenType font, by its "cmap" table. */
export function fontCharacters(bytes: Uint8Array): HasCharacter {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const table = tableAt(view, 0x636d6170); // "cmap"
  const found: HasCharacter[] = [];
  for (let i = 0; i < view.getUint16(table + 2); i++) {
    const at = table + view.getUint32(table + 4 + i * 8 + 4);
    const format = view.getUint16(at);
    if (format === 4) found.push(inSegments(view, at));
    if (format === 12) found.push(inGroups(view, at));
  }
  return (codePoint) => found.some((has) => has(codePoint));
}

/** Whether a font shows a character with its marks, composed or not. What is not visible needs no glyph. */
export function hasCluster(has: HasCharacter, cluster: string): boolean {
  const shows = (text: string): boolean => [...text].every((char) => has(char.codePointAt(0) ?? 0));
  const visible = cluster.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return shows(visible) || [...visible.normalize("NFC")].every((char) => shows(char) || shows(char.normalize("NFD")));
}

function tableAt(view: DataView, tag: number): number {
  const tables = view.getUint16(4);
  for (let at = 12; at < 12 + tables * 16; at += 16) if (view.getUint32(at) === tag) return view.getUint32(at + 8);
  throw new Error("a font has no table of characters");
}

/** Format 4: segments of the basic plane, each with an offset to glyphs or a table of them. */
function inSegments(view: DataView, at: number): HasCharacter {
  const size = view.getUint16(at + 6);
  const [ends, starts, deltas, offsets] = [at + 14, at + 16 + size, at + 16 + size * 2, at + 16 + size * 3];
  return (codePoint) => {
    if (codePoint > 0xffff) return false;
    for (let i = 0; i < size; i += 2) {
      if (view.getUint16(ends + i) < codePoint) continue;
      const start = view.getUint16(starts + i);
      if (start > codePoint) return false;
      const offset = view.getUint16(offsets + i);
      const glyph = offset === 0 ? codePoint : view.getUint16(offsets + i + offset + (codePoint - start) * 2);
      return offset === 0 ? ((glyph + view.getUint16(deltas + i)) & 0xffff) !== 0 : glyph !== 0;
    }
    return false;
  };
}

/** Format 12: groups of all planes. */
function inGroups(view: DataView, at: number): HasCharacter {
  const count = view.getUint32(at + 12);
  return (codePoint) => {
    for (let i = 0; i < count; i++) {
      const group = at + 16 + i * 12;
      if (view.getUint32(group + 4) < codePoint) continue;
      const start = view.getUint32(group);
      return start <= codePoint && view.getUint32(group + 8) + (codePoint - start) !== 0;
    }
    return false;
  };
}

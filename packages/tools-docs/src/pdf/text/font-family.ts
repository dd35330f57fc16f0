/** The family name of a TrueType or OpenType font, as Typst takes it. Undefined for anything else. */
export function fontFamily(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const tables = view.getUint16(4);
    for (let at = 12; at < 12 + tables * 16; at += 16)
      if (view.getUint32(at) === 0x6e616d65) return familyIn(view, view.getUint32(at + 8)); // "name"
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function familyIn(view: DataView, table: number): string | undefined {
  const texts = table + view.getUint16(table + 4);
  for (let i = 0; i < view.getUint16(table + 2); i++) {
    const at = table + 6 + i * 12;
    const isWindowsFamily = view.getUint16(at) === 3 && view.getUint16(at + 6) === 1;
    if (!isWindowsFamily) continue;
    const start = texts + view.getUint16(at + 10);
    const units = Array.from({ length: view.getUint16(at + 8) / 2 }, (_, unit) => view.getUint16(start + unit * 2));
    return withoutStyle(String.fromCharCode(...units));
  }
  return undefined;
}

/** Typst takes styles off the end of a family, so that one family has them all. */
const withoutStyle = (family: string): string =>
  family.replace(
    /(?:[ -](?:thin|extra ?light|light|regular|normal|medium|semi ?bold|bold|extra ?bold|black|italic|oblique|condensed|vf))+$/i,
    "",
  );

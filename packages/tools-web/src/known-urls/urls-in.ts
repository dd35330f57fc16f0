/** Readings of one address that are tried, where it is not plain where it ends. */
const mostReadings = 8;

/** Addresses that a text names. Where one may end at several places, in brackets or before a full stop, each is one. */
export function* urlsIn(text: string, { bare = false } = {}): Generator<string, void, void> {
  for (const [written] of text.matchAll(/https?:\/\/[^\s<>"`\\^|]{1,2048}/gi)) yield* readingsOf(written);
  if (!bare) return;
  const names =
    /(?<![\w@/.:%-])(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}(?![\w@.-]*@)(?:[/?][^\s<>"`\\^|]{0,2048})?/gi;
  for (const [written] of text.matchAll(names)) yield* readingsOf(`https://${written}`);
}

/** An address as far as it may go, and up to each bracket, quote or mark that may be the text's own. */
function* readingsOf(written: string): Generator<string, void, void> {
  const ends = [...written.matchAll(/(?<![.,;:!?*_~])[.,;:!?*_~]*(?:[)\]}'»“”]|$)/g)].map(({ index }) => index);
  for (const end of [...new Set([written.length, ...ends])].slice(0, mostReadings)) {
    if (end > 0) yield written.slice(0, end);
  }
}

/** Rows of KS X 1001 and their cells, as EUC-KR writes them. */
const size = 94;

/** The Hangul of KS X 1001, and what CP949 adds: all other syllables, by lead and trail byte. */
interface Syllables {
  readonly standard: ReadonlySet<string>;
  readonly added: ReadonlyMap<number, string>;
}

let made: Syllables | undefined;

/** The 2,350 syllables that Korean is written with, and the 8,822 that CP949 adds in their order where EUC-KR has room. */
export function syllables(): Syllables {
  if (made) return made;
  const bytes = new Uint8Array(25 * size * 2);
  for (let i = 0; i < 25 * size; i++) bytes.set([0xb0 + Math.floor(i / size), 0xa1 + (i % size)], i * 2);
  const standard = new Set(new TextDecoder("euc-kr").decode(bytes));
  const added = new Map<number, string>();
  let code = 0xac00;
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    for (let trail = 0x41; trail <= (lead > 0xa0 ? 0xa0 : 0xfe); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
      while (standard.has(String.fromCharCode(code))) code++;
      if (code > 0xd7a3) break;
      added.set((lead << 8) | trail, String.fromCharCode(code++));
    }
  }
  // Two signs of 1998 that platforms do not have.
  made = { standard, added: added.set(0xa2e6, "€").set(0xa2e7, "®") };
  return made;
}

/** Decode CP949, of which EUC-KR is a part; platforms differ in what they call EUC-KR. */
export function decodeUhc(bytes: Uint8Array, fatal = false, stream = false): string {
  const cut = stream && endsInLead(bytes) ? bytes.subarray(0, -1) : bytes;
  try {
    const text = new TextDecoder("euc-kr", { fatal: true }).decode(cut);
    if (!STRAY.test(text)) return text;
  } catch {}
  const { added } = syllables();
  const plain = new TextDecoder("euc-kr", { fatal });
  const out: string[] = [];
  let from = 0;
  for (let at = 0; at < cut.length; at++) {
    if (cut[at]! < 128) continue;
    const syllable = added.get((cut[at]! << 8) | (cut[at + 1] ?? 0));
    if (syllable !== undefined) {
      out.push(plain.decode(cut.subarray(from, at)), syllable);
      from = at + 2;
    }
    // What is no pair ends behind its first byte.
    if ((cut[at + 1] ?? 0) >= 0x41) at++;
  }
  out.push(plain.decode(cut.subarray(from)));
  const text = out.join("");
  if (fatal && STRAY.test(text)) throw new TypeError("not CP949");
  return text.replace(/[\x80-\x9f]/g, "\ufffd");
}

/** What some platforms make of bytes that mean nothing. */
const STRAY = /[\x80-\x9f]/;

/** Whether bytes end in the first half of a character. */
function endsInLead(bytes: Uint8Array): boolean {
  let leads = 0;
  for (let at = bytes.length - 1; at >= 0 && bytes[at]! >= 0x80; at--) leads++;
  return leads % 2 === 1;
}

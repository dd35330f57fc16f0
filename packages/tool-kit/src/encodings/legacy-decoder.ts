/** Turns bytes into text; with `stream` a character may be cut off at the end, which is then left out. */
export interface Decoder {
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string;
}

interface DecoderOptions {
  readonly fatal?: boolean;
  readonly ignoreBOM?: boolean;
}

/** Encodings that the platform does not know, by the names they are given here. */
const own = ["ibm437", "ibm850", "ibm852", "ibm855", "johab"] as const;
type OwnEncoding = (typeof own)[number];

/** Other names of theirs. */
const ownLabels: Readonly<Record<string, OwnEncoding>> = {
  ...Object.fromEntries(
    (["437", "850", "852"] as const).flatMap((page) =>
      [page, `ibm${page}`, `ibm-${page}`, `cp${page}`, `cp-${page}`, `dos-${page}`].map((label) => [
        label,
        `ibm${page}`,
      ]),
    ),
  ),
  "855": "ibm855",
  "ibm-855": "ibm855",
  cp855: "ibm855",
  ibm855: "ibm855",
  cp1361: "johab",
  ms1361: "johab",
  johab: "johab",
};

/** The encoding that a lower-case label names and the platform does not know. */
export const ownEncoding = (label: string): OwnEncoding | undefined =>
  Object.hasOwn(ownLabels, label) ? ownLabels[label] : undefined;

/** A decoder for any encoding of one or two bytes a character; throws a `TypeError` for bytes that mean nothing, where `fatal`. */
export function createDecoder(encoding: string, options: DecoderOptions = {}): Decoder {
  const page = codePages[encoding];
  if (page !== undefined) return { decode: (bytes) => decodePage(bytes, page) };
  if (encoding === "johab")
    return { decode: (bytes, { stream = false } = {}) => decodeJohab(bytes, options.fatal, stream) };
  if (encoding === "euc-kr")
    return { decode: (bytes, { stream = false } = {}) => decodeUhc(bytes, options.fatal, stream) };
  return new TextDecoder(encoding, options);
}

function decodePage(bytes: Uint8Array, page: string): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text.replace(/[\x80-\xff]/g, (char) => page[char.charCodeAt(0) - 128]!);
}

/** IBM code page 855 (Cyrillic) from byte 128 on. */
const cyrillic855 =
  "ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪаАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀ЯрРсСтТуУжЖвВьЬ№\u00adыЫзЗшШэЭщЩчЧ§■\u00a0";

/** Code pages of IBM and DOS that platforms do not have, from byte 128 on. */
const codePages: Readonly<Record<string, string>> = {
  ibm855: cyrillic855,
  ibm437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  ibm850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ibm852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
};

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
    for (let trailByte = 0x41; trailByte <= (lead > 0xa0 ? 0xa0 : 0xfe); trailByte++) {
      if ((trailByte > 0x5a && trailByte < 0x61) || (trailByte > 0x7a && trailByte < 0x81)) continue;
      while (standard.has(String.fromCharCode(code))) code++;
      if (code > 0xd7a3) break;
      added.set((lead << 8) | trailByte, String.fromCharCode(code++));
    }
  }
  // Two signs of 1998 that platforms do not have.
  made = { standard, added: added.set(0xa2e6, "€").set(0xa2e7, "®") };
  return made;
}

/** Decode CP949, of which EUC-KR is a part; platforms differ in what they call EUC-KR. */
function decodeUhc(bytes: Uint8Array, fatal = false, stream = false): string {
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
    // An invalid pair ends after its first byte.
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

/** What a Hangul code's five-bit numbers mean, -1 for nothing and -2 for "none": initial, medial and final letters. */
const none = -2;
const initials = numbers([1, none], [2, 0, 19]);
const medials = numbers([2, none], [3, 0, 5], [10, 5, 6], [18, 11, 6], [26, 17, 4]);
const finals = numbers([1, none], [2, 1, 16], [19, 17, 11]);

/** Letters that stand alone, by their numbers as initial and as final. */
const initialLetters = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const finalLetters = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";

function numbers(...runs: readonly (readonly [from: number, value: number, count?: number])[]): Int8Array {
  const table = new Int8Array(32).fill(-1);
  for (const [from, value, count = 1] of runs) for (let i = 0; i < count; i++) table[from + i] = value + i;
  return table;
}

/** Decode Johab (KS X 1001 annex 3): Hangul is composed of its letters, all else is in rows of EUC-KR. */
function decodeJohab(bytes: Uint8Array, fatal = false, stream = false): string {
  const rows = new TextDecoder("euc-kr");
  const out: string[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 128) {
      out.push(String.fromCharCode(lead));
      continue;
    }
    const trailByte = bytes[at + 1];
    if (trailByte === undefined && stream) break;
    const char =
      trailByte === undefined ? undefined : (hangul((lead << 8) | trailByte) ?? symbol(lead, trailByte, rows));
    if (char === undefined && fatal) throw new TypeError("not Johab");
    out.push(char ?? "\ufffd");
    if (char !== undefined || (trailByte ?? 0) >= 128) at++;
  }
  return out.join("");
}

function hangul(code: number): string | undefined {
  if (code < 0x8441 || code > 0xd3ff) return undefined;
  const [first, second, third] = [initials[(code >> 10) & 31]!, medials[(code >> 5) & 31]!, finals[code & 31]!];
  if (first === -1 || second === -1 || third === -1) return undefined;
  if (first >= 0 && second >= 0) return String.fromCharCode(0xac00 + (first * 21 + second) * 28 + Math.max(0, third));
  if (first >= 0) return second === none && third === none ? initialLetters[first] : undefined;
  if (second === none && third === none) return "\u3000";
  if (second >= 0) return third === none ? String.fromCharCode(0x314f + second) : undefined;
  return third >= 0 ? finalLetters[third - 1] : undefined;
}

/** Signs and Hanja: two rows of 94 share a lead byte. */
function symbol(lead: number, trailByte: number, rows: TextDecoder): string | undefined {
  if (lead < 0xd9 || lead === 0xdf || lead > 0xf9) return undefined;
  if (trailByte < 0x31 || trailByte === 0x7f || trailByte === 0xff || (trailByte > 0x7e && trailByte < 0x91))
    return undefined;
  if (lead === 0xda && trailByte >= 0xa1 && trailByte <= 0xd3) return undefined;
  const place = trailByte < 0x91 ? trailByte - 0x31 : trailByte - 0x43;
  const row = (lead < 0xe0 ? 2 * (lead - 0xd9) + 0x21 : 2 * (lead - 0xe0) + 0x4a) + (place < 94 ? 0 : 1);
  const char = rows.decode(Uint8Array.of(row | 0x80, (place % 94) + 0xa1));
  return char.includes("\ufffd") ? undefined : char;
}

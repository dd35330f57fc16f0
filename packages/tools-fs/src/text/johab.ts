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

/** Decode Johab (KS X 1001 annex 3): Hangul is composed of its letters, all else lies in rows of EUC-KR. */
export function decodeJohab(bytes: Uint8Array, fatal = false, stream = false): string {
  const rows = new TextDecoder("euc-kr");
  const out: string[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 128) {
      out.push(String.fromCharCode(lead));
      continue;
    }
    const trail = bytes[at + 1];
    if (trail === undefined && stream) break;
    const char = trail === undefined ? undefined : (hangul((lead << 8) | trail) ?? symbol(lead, trail, rows));
    if (char === undefined && fatal) throw new TypeError("not Johab");
    out.push(char ?? "\ufffd");
    if (char !== undefined || (trail ?? 0) >= 128) at++;
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
function symbol(lead: number, trail: number, rows: TextDecoder): string | undefined {
  if (lead < 0xd9 || lead === 0xdf || lead > 0xf9) return undefined;
  if (trail < 0x31 || trail === 0x7f || trail === 0xff || (trail > 0x7e && trail < 0x91)) return undefined;
  if (lead === 0xda && trail >= 0xa1 && trail <= 0xd3) return undefined;
  const place = trail < 0x91 ? trail - 0x31 : trail - 0x43;
  const row = (lead < 0xe0 ? 2 * (lead - 0xd9) + 0x21 : 2 * (lead - 0xe0) + 0x4a) + (place < 94 ? 0 : 1);
  const char = rows.decode(Uint8Array.of(row | 0x80, (place % 94) + 0xa1));
  return char.includes("\ufffd") ? undefined : char;
}

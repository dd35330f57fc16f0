// biome-ignore-all lint/suspicious/noControlCharactersInRegex: colors of a terminal are folded away
/** A text without its escapes, quotes and blanks. */
export interface Folded {
  readonly text: string;
  /** Where each of its characters begins and ends in the text as it was. Worked out when it is asked for. */
  places(): { readonly starts: Int32Array; readonly ends: Int32Array };
}

/** Characters that may begin what is folded; all others stay as they are. */
const special = new Uint8Array(128);
for (const char of "\\'\"`&% \t\r\n\x1b") special[char.charCodeAt(0)] = 1;

const mayEscape = new Uint8Array(128);
for (const char of "\\&%\x1b") mayEscape[char.charCodeAt(0)] = 1;

/** `&amp;#39;`, `&quot;`, `%2525`, `\\\\u0041`, `\n`, `\163`, colors of a terminal. */
const escapes =
  /&(?:amp;){0,8}(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));|%(?:25){0,8}([0-7][\da-f])|\\{1,16}(?:u\{?0{0,2}([\da-f]{4})\}?|x([\da-f]{2})|([0-3][0-7]{2})|([nrt]))|\x1b\[[\d;]{0,20}[a-z]/iy;

/** What `cat -n`, `grep -n`, diffs, quotes and comments put in front of a line. */
const gutter =
  /[-+<>|](?=\S)|[ \t]*(?:[^\s:]{1,200}:)?(?:\d{1,7}(?:[:|→-]|[ \t]+(?:[|│](?=[ \t]))?)?)?[ \t]*(?:[-+<>|#*/]{1,3}(?=[ \t]))?/y;

/**
 * Fold what a text may be written in away: HTML entities, percent signs, backslashes (each many times over), quotes of shells,
 * colors, blanks and line breaks. The second text is also without what stands in front of lines; none where there is one line.
 */
export function fold(text: string): readonly [Folded, Folded?] {
  const [whole, bare] = [fresh(text.length), fresh(text.includes("\n") ? text.length : 0)];
  foldInto(text, whole, bare);
  const folded = ({ codes, size }: Side, isWhole: boolean): Folded => ({
    text: decoder.decode(codes.subarray(0, size)),
    places() {
      const side = { ...fresh(size), starts: new Int32Array(size), ends: new Int32Array(size) };
      foldInto(text, isWhole ? side : fresh(0), isWhole ? fresh(0) : side);
      return side;
    },
  });
  return bare.codes.length === 0 ? [folded(whole, true)] : [folded(whole, true), folded(bare, false)];
}

/** What is left of a text, and where it stood. What does not fit is not kept. */
interface Side {
  readonly codes: Uint16Array;
  size: number;
  readonly starts?: Int32Array;
  readonly ends?: Int32Array;
}

const fresh = (length: number): Side => ({ codes: new Uint16Array(length), size: 0 });

function foldInto(text: string, whole: Side, bare: Side): void {
  /** Where the line begins behind what is in front of it. */
  let line = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    let plain = code;
    let end = at + 1;
    if (code < 128 && special[code] !== 0) {
      plain = code === 38 || code === 37 ? code : -1;
      if (code === 10) {
        gutter.lastIndex = end;
        if (bare.codes.length > 0 && gutter.test(text)) line = gutter.lastIndex;
      } else if (mayEscape[code] !== 0) {
        const found = escapeAt(text, at);
        if (found) {
          plain = isDropped(found.code) ? -1 : found.code;
          end = found.end;
        }
      }
    }
    if (plain >= 0) {
      put(whole, plain, at, end);
      if (at >= line) put(bare, plain, at, end);
    }
    at = end;
  }
}

function put(side: Side, code: number, start: number, end: number): void {
  const { codes, size, starts, ends } = side;
  if (size >= codes.length) return;
  codes[size] = code;
  if (starts && ends) {
    starts[size] = start;
    ends[size] = end;
  }
  side.size = size + 1;
}

const isDropped = (code: number): boolean =>
  code <= 32 || (code < 128 && special[code] === 1 && code !== 38 && code !== 37);

/** The character that an escape stands for, -1 for none, and where it ends. */
function escapeAt(text: string, at: number): { readonly code: number; readonly end: number } | undefined {
  escapes.lastIndex = at;
  const match = escapes.exec(text);
  if (!match) return undefined;
  const [, decimal, hex, name, percent, unicode, byte, octal] = match;
  const end = escapes.lastIndex;
  if (name !== undefined) {
    const char = entities[name.toLowerCase()];
    return char === undefined ? undefined : { code: char.charCodeAt(0), end };
  }
  if (decimal !== undefined) return { code: Number(decimal), end };
  if (octal !== undefined) return { code: Number.parseInt(octal, 8), end };
  const digits = hex ?? percent ?? unicode ?? byte;
  return { code: digits === undefined ? -1 : Number.parseInt(digits, 16), end };
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: "&", apos: "'", ast: "*", bsol: "\\", colon: ":", comma: ",", commat: "@", dollar: "$", equals: "=" },
  ...{ excl: "!", grave: "`", gt: ">", hat: "^", hyphen: "-", lbrace: "{", lbrack: "[", lowbar: "_", lpar: "(" },
  ...{ lsqb: "[", lt: "<", nbsp: " ", num: "#", percnt: "%", period: ".", plus: "+", quest: "?", quot: '"' },
  ...{ rbrace: "}", rbrack: "]", rpar: ")", rsqb: "]", semi: ";", sol: "/", tilde: "~", verbar: "|", vert: "|" },
};

/** Lone surrogates become U+FFFD, in texts and values alike. */
const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });

import type { DocumentPart } from "../document.ts";
import { joinPieces, markup, type TextPiece } from "../pieces.ts";
import { renderTable } from "../table.ts";
import { scanRtf } from "./rtf-tokens.ts";

/** What stands in a group: text of the document, a note, or what is not shown. */
interface Group {
  readonly shows: "text" | "note" | "link" | "marker" | "nothing";
  readonly unicodeSkip: number;
  readonly encoding: string;
  readonly inTable: boolean;
  /** Fonts are being declared. */
  readonly isFontTable?: boolean;
  /** What a field shows. */
  readonly isResult?: boolean;
}

const hidden = new Set(
  "colortbl stylesheet info generator listtable listoverridetable rsidtbl themedata colorschememapping latentstyles datastore xmlnstbl fldtype bkmkstart bkmkend header footer headerl headerr headerf footerl footerr footerf pntext nonesttables objclass atnid atnauthor atrfstart atrfend pgdsctbl filetbl revtbl objdata blipuid nonshppict sp sn sv picprop fchars lchars".split(
    " ",
  ),
);

const characters: Readonly<Record<string, string>> = {
  tab: "\t",
  line: "\n",
  emdash: "—",
  endash: "–",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  bullet: "•",
  emspace: "\u2003",
  enspace: "\u2002",
  "~": "\u00a0",
  _: "\u2011",
};

/** Code pages of fonts, by the number of their character set. */
const charsets: Readonly<Record<number, string>> = {
  0: "windows-1252",
  77: "macintosh",
  128: "shift_jis",
  129: "euc-kr",
  134: "gb18030",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250",
};

const codePages: Readonly<Record<number, string>> = {
  932: "shift_jis",
  936: "gb18030",
  949: "euc-kr",
  950: "big5",
  874: "windows-874",
  10000: "macintosh",
  65001: "utf-8",
};

const encodingOf = (page: number): string =>
  codePages[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : "windows-1252");

export interface RichText {
  readonly parts: readonly DocumentPart[];
  /** The file ends within a group. */
  readonly isCutOff: boolean;
}

/** The pages of a rich text file, by its own page breaks. */
export function readRtf(bytes: Uint8Array): RichText {
  const { pages, isCutOff } = pagesOf(bytes);
  return { parts: pages.map((pieces) => ({ name: "", pieces: async () => pieces })), isCutOff };
}

function pagesOf(bytes: Uint8Array): { pages: TextPiece[][]; isCutOff: boolean } {
  const fonts = new Map<number, string>();
  const stack: Group[] = [];
  let group: Group = { shows: "text", unicodeSkip: 1, encoding: "windows-1252", inTable: false };
  let [fallback, font, skip] = ["windows-1252", 0, 0];
  let [isFresh, isIgnorable] = [false, false];
  let marker = "";
  let paragraph = "";
  let note = "";
  let link = "";
  let linkStart = 0;
  let raw: number[] = [];
  let row: string[] = [];
  let rows: string[][] = [];
  const notes: string[] = [];
  const pages: TextPiece[][][] = [[]];
  const flushBytes = () => {
    if (raw.length === 0) return;
    const text = new TextDecoder(group.encoding).decode(Uint8Array.from(raw));
    raw = [];
    add(text);
  };
  const add = (text: string) => {
    if (group.shows === "text") paragraph += text;
    else if (group.shows === "note") note += text;
    else if (group.shows === "link") link += text;
    else if (group.shows === "marker") marker += text;
  };
  const block = (pieces: TextPiece[]) => pages.at(-1)!.push(pieces);
  const endTable = () => {
    if (rows.length > 0) block(renderTable(rows.map((cells) => cells.map((cell) => [markup(cell)]))));
    rows = [];
  };
  const endParagraph = () => {
    if (group.inTable || row.length > 0) {
      paragraph += "\n";
      return;
    }
    endTable();
    if (paragraph.trim() !== "") block([markup(paragraph.trim())]);
    paragraph = "";
  };
  const word = (name: string, value: number | undefined) => {
    if (name === "par" || name === "sect") {
      if (group.shows === "text") endParagraph();
      else add(" ");
    } else if (name === "cell" || name === "nestcell") {
      row.push(paragraph.trim());
      paragraph = "";
    } else if (name === "row" || name === "nestrow") {
      if (row.length > 0) rows.push(row);
      row = [];
      paragraph = "";
    } else if (name === "page" && group.shows === "text") {
      endParagraph();
      endTable();
      pages.push([]);
    } else if (name === "intbl") group = { ...group, inTable: true };
    else if (name === "pard") group = { ...group, inTable: false };
    else if (name === "ansicpg") {
      fallback = encodingOf(value ?? 1252);
      group = { ...group, encoding: fallback };
    } else if (name === "mac") fallback = "macintosh";
    else if (name === "uc") group = { ...group, unicodeSkip: Math.max(0, value ?? 1) };
    else if (name === "u" && value !== undefined) {
      add(String.fromCharCode(value & 0xffff));
      skip = group.unicodeSkip;
    } else if (name === "f" && value !== undefined) {
      font = value;
      if (!group.isFontTable) group = { ...group, encoding: fonts.get(value) ?? fallback };
    } else if (name === "fcharset" && value !== undefined) {
      if (group.isFontTable && charsets[value]) fonts.set(font, value === 0 ? fallback : charsets[value]);
    } else if (name === "plain") group = { ...group, encoding: fallback };
    else if (name === "fonttbl") group = { ...group, shows: "nothing", isFontTable: true };
    else if (name === "footnote" || name === "annotation") {
      note = "";
      group = { ...group, shows: "note", inTable: false };
    } else if (name === "fldinst") {
      link = "";
      group = { ...group, shows: "link" };
    } else if (name === "fldrslt") {
      linkStart = paragraph.length;
      group = { ...group, isResult: true };
    } else if (name === "listtext") {
      marker = "";
      group = { ...group, shows: "marker" };
    } else if (name === "pict") {
      if (group.shows === "text") paragraph += "[image]";
      group = { ...group, shows: "nothing" };
    } else if (hidden.has(name)) group = { ...group, shows: "nothing" };
    else if (name === "v" && value !== 0) group = { ...group, shows: "nothing" };
    else if (Object.hasOwn(characters, name)) add(characters[name]!);
    else if (isIgnorable && name !== "shppict" && name !== "shpinst" && name !== "shptxt")
      group = { ...group, shows: "nothing" };
  };
  scanRtf(bytes, {
    open() {
      flushBytes();
      stack.push(group);
      skip = 0;
      isIgnorable = false;
      isFresh = true;
    },
    close() {
      flushBytes();
      const before = stack.pop();
      if (!before) return;
      if (group.shows === "note" && before.shows === "text") {
        notes.push(note.trim());
        paragraph += `[^${notes.length}]`;
      }
      if (group.shows === "marker" && before.shows === "text")
        paragraph += /[\p{L}\p{N}]/u.test(marker) ? `${marker.trim()} ` : "- ";
      if (group.isResult && !before.isResult) {
        const target = /^\s*HYPERLINK\s+"([^"]+)"/.exec(link)?.[1];
        const text = paragraph.slice(linkStart);
        if (target && text.trim() !== "") paragraph = `${paragraph.slice(0, linkStart)}[${text}](${target})`;
        link = "";
      }
      group = before;
      skip = 0;
    },
    star() {
      isIgnorable = isFresh;
    },
    word(name, value) {
      flushBytes();
      if (skip > 0 && name !== "u") skip = 0;
      word(name, value);
      isIgnorable = false;
      isFresh = false;
    },
    byte(code) {
      if (skip > 0) skip--;
      else if (group.shows !== "nothing") raw.push(code);
      isIgnorable = false;
      isFresh = false;
    },
  });
  flushBytes();
  group = { ...group, inTable: false };
  if (row.length > 0) rows.push(row);
  row = [];
  endParagraph();
  endTable();
  const filled = pages.filter((page) => page.length > 0);
  if (filled.length === 0) filled.push([]);
  filled.at(-1)!.push(...notes.map((text, i) => [markup(`[^${i + 1}]: ${text}`)]));
  return { pages: filled.map((page) => joinPieces(page, "\n\n")), isCutOff: stack.length > 0 };
}

import { expect, test } from "vitest";
import { decodeBody } from "../http/decode-body.ts";

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const bytes = (...codes: readonly number[]) => Uint8Array.from(codes);

test.each<[name: string, body: Uint8Array, type: string | undefined, text: string, charset: string, from: string]>([
  [
    "a mark wins over the header",
    bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa9),
    "text/html; charset=windows-1251",
    "é",
    "utf-8",
    "bom",
  ],
  ["UTF-16 by its mark", bytes(0xff, 0xfe, 0xe9, 0), undefined, "é", "utf-16le", "bom"],
  ["UTF-16 the other way round", bytes(0xfe, 0xff, 0, 0xe9), undefined, "é", "utf-16be", "bom"],
  ["UTF-32 by its mark", bytes(0xff, 0xfe, 0, 0, 0x48, 0xf6, 1, 0), undefined, "\u{1f648}", "utf-32le", "bom"],
  [
    "the header wins over the page",
    latin("<meta charset=utf-8>\xe9"),
    "text/html; charset=iso-8859-1",
    "<meta charset=utf-8>é",
    "windows-1252",
    "header",
  ],
  ["quotes around the header's charset", bytes(0xe0), 'text/html; charset="KOI8-R"', "Ю", "koi8-r", "header"],
  [
    "an unknown name in the header counts for nothing",
    latin("<meta charset=koi8-r>\xe0"),
    "text/html; charset=none",
    "<meta charset=koi8-r>Ю",
    "koi8-r",
    "meta",
  ],
  [
    "http-equiv",
    latin("<META http-equiv=Content-Type content='text/html; charset=shift_jis'>\x82\xa0"),
    undefined,
    "<META http-equiv=Content-Type content='text/html; charset=shift_jis'>あ",
    "shift_jis",
    "meta",
  ],
  [
    "an XML declaration",
    latin('<?xml version="1.0" encoding="iso-8859-2"?>\xb1'),
    "application/xml",
    '<?xml version="1.0" encoding="iso-8859-2"?>ą',
    "iso-8859-2",
    "meta",
  ],
  [
    "a declaration in a comment is none",
    latin("<!-- <meta charset=koi8-r> -->\xe9"),
    "text/html",
    "<!-- <meta charset=koi8-r> -->é",
    "windows-1252",
    "content",
  ],
  [
    "a page cannot declare that it is UTF-16",
    latin("<meta charset=utf-16>\xc3\xa9"),
    "text/html",
    "<meta charset=utf-16>é",
    "utf-8",
    "meta",
  ],
  [
    "plain text declares nothing",
    latin("<meta charset=koi8-r>\xc3\xa9"),
    "text/plain",
    "<meta charset=koi8-r>é",
    "utf-8",
    "content",
  ],
  ["neither named nor UTF-8", latin("caf\xe9 \x80"), "text/plain", "café €", "windows-1252", "content"],
  [
    "Korean in seven bits",
    latin("\x1b$)C\x0e0!\x0f!"),
    "text/html; charset=iso-2022-kr",
    "가!",
    "iso-2022-kr",
    "header",
  ],
  ["wide letters without a mark", bytes(0x3c, 0, 0x70, 0, 0x3e, 0, 0x61, 0), undefined, "<p>a", "utf-16le", "content"],
  ["a code page by its number", bytes(0xb0, 0xa1), "text/html; charset=cp949", "가", "euc-kr", "header"],
])("%s", async (_, body, type, text, charset, from) => {
  expect(await decodeBody(body, type)).toMatchObject({ text, charset, from, isMalformed: false });
});

test("a declaration after the first 1024 bytes is not looked at", async () => {
  const late = latin(`${" ".repeat(1_024)}<meta charset=koi8-r>\xe9`);
  expect(await decodeBody(late, "text/html")).toMatchObject({ charset: "windows-1252" });
});

test("bytes that are no text are told", async () => {
  expect(await decodeBody(bytes(0x61, 0xff), "text/html; charset=utf-8")).toMatchObject({
    text: "a\ufffd",
    isMalformed: true,
  });
});

test("nothing decodes to nothing", async () => {
  expect(await decodeBody(bytes())).toMatchObject({ text: "", charset: "utf-8", from: "content", isMalformed: false });
});

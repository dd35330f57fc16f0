import { describe, expect, test } from "vitest";
import { concatBytes } from "./bytes.ts";
import { canonicalEncoding, decodeFile, type TextFile } from "./codec.ts";
import { applyByteSplices, encodeText, toByteSplices } from "./write.ts";

const text = (bytes: Uint8Array, encoding?: string): TextFile => {
  const file = decodeFile(bytes, encoding);
  if (file.kind !== "text") throw new Error(`binary: ${file.what}`);
  return file;
};
const utf8 = (value: string) => new TextEncoder().encode(value);

const samples: Record<string, string> = {
  "windows-1251":
    "Съешь же ещё этих мягких французских булок да выпей чаю. word Широкая электрификация южных губерний.",
  "koi8-r": "Съешь же ещё этих мягких французских булок да выпей чаю. word Широкая электрификация южных губерний.",
  shift_jis: "吾輩は猫である。名前はまだ無い。word どこで生れたかとんと見当がつかぬ。",
  "euc-jp": "吾輩は猫である。名前はまだ無い。word どこで生れたかとんと見当がつかぬ。",
  "euc-kr": "모든 인간은 태어날 때부터 자유로우며 word 그 존엄과 권리에 있어 동등하다.",
  gb18030: "人人生而自由，在尊严和权利上一律平等。word 他们赋有理性和良心，并应以兄弟关系的精神相对待。",
  big5: "人人生而自由，在尊嚴和權利上一律平等。word 他們賦有理性和良心，並應以兄弟關係的精神相對待。",
  "windows-1252": "Voilà une façon très élégante de naître à l’âge d’été – word déjà vu.",
  "windows-1250": "Příliš žluťoučký kůň úpěl ďábelské ódy. word Zvlášť zákeřný učeň.",
  "windows-1253": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι word στην αξιοπρέπεια.",
  "utf-16le": "plain word in wide text\nand a second line",
  "utf-16be": "plain word in wide text\nand a second line",
  "utf-32le": "plain word in wide text\nand a second line",
  "utf-32be": "plain word in wide text\nand a second line",
};

describe("decoding", () => {
  test.each(Object.entries(samples))(
    "%s is told by its bytes, and an edit of one word leaves all others",
    (encoding, value) => {
      const bytes = encodeText(value, encoding);
      const file = text(bytes);
      expect([file.encoding, file.text]).toEqual([encoding, value]);
      const at = value.indexOf("word");
      const [splice] = toByteSplices(file, [{ start: at, end: at + 4, text: "WORT" }]);
      const after = applyByteSplices(bytes, [splice!]);
      expect(text(after, encoding).text).toBe(value.replace("word", "WORT"));
      expect(after.subarray(0, splice!.start)).toEqual(bytes.subarray(0, splice!.start));
      expect(after.subarray(splice!.start + splice!.bytes.length)).toEqual(bytes.subarray(splice!.end));
    },
  );

  test.each([
    "it has 20 °C, ±5 µm outside\n",
    "½ cup, 3² × 4 m³\n",
    "see § 5, £5, 1ª or Nº 7 – © 2020\n",
    "naïve ±5 µs\n",
    "Ø 5 mm ± 1\n",
  ])("a few signs in ASCII are no letters of another alphabet: %j", (value) => {
    const bytes = Buffer.from(encodeText(value, "windows-1252"));
    const before = bytes.toString("hex");
    expect(text(bytes)).toMatchObject({ encoding: "windows-1252", text: value });
    expect(bytes.toString("hex"), "what was decoded is as it was").toBe(before);
  });

  test.each([
    ["iso-8859-2", "są\n"],
    ["windows-1250", "był mu dłużny 5 zł\n"],
    ["iso-8859-2", "ľudia\n"],
    ["koi8-r", "кот и дом\n"],
  ])("letters of %s that windows-1252 has signs for are letters: %j", (encoding, value) => {
    expect(text(encodeText(value, encoding)).text).toBe(value);
  });

  test.each([
    ["a sign among them", "", "\u00aa"],
    ["a byte far behind what is looked at", "text\n".repeat(20_000), "\u00aa\u00d2"],
  ])("an encoding in which a byte means nothing is not taken for the file's: %s", (_, between, sign) => {
    const greek = encodeText("Καλημέρα κόσμε, τι κάνεις σήμερα; ", "windows-1253");
    const bytes = concatBytes([greek, Buffer.from(between), Buffer.from(`5${sign} `, "latin1"), greek]);
    const file = text(bytes);
    expect(encodeText(file.text, file.encoding)).toEqual(bytes);
  });

  test("byte order marks are no text, and count in offsets", () => {
    const file = text(utf8("\ufeffé word"));
    expect([file.text, file.bom]).toEqual(["é word", 3]);
    expect(toByteSplices(file, [{ start: 2, end: 6, text: "x" }])).toEqual([{ start: 6, end: 10, bytes: utf8("x") }]);
    expect(text(Uint8Array.of(0xff, 0xfe, 0x61, 0)).text).toBe("a");
  });

  test("a byte order mark in the middle is text", () => {
    expect(text(utf8("a\ufeffb")).text).toBe("a\ufeffb");
  });

  test("bug-opencode-45175, bug-hermes-agent-76925: long text of long characters is not binary wherever a sample would be cut", () => {
    for (let shift = 0; shift < 4; shift++) {
      expect(text(utf8(" ".repeat(shift) + "日本語😀".repeat(5_000))).encoding).toBe("utf-8");
    }
  });

  test("offsets far into a large file are right", () => {
    const value = `${"żółć 😀 text\n".repeat(20_000)}needle${" – more".repeat(10_000)}`;
    const file = text(utf8(value));
    const at = value.indexOf("needle");
    const [splice] = toByteSplices(file, [{ start: at, end: at + 6, text: "pin" }]);
    expect(new TextDecoder().decode(applyByteSplices(file.bytes, [splice!]))).toBe(value.replace("needle", "pin"));
  });

  test("a few wrong bytes in UTF-8 stay as they are", () => {
    const bytes = Buffer.concat([utf8("naïve – „zażółć gęślą jaźń” "), Buffer.of(0xff, 0xe9), utf8(" end")]);
    const file = text(bytes);
    expect([file.encoding, file.malformed]).toEqual(["utf-8", 2]);
    const at = file.text.indexOf("end");
    expect(
      Buffer.from(applyByteSplices(bytes, toByteSplices(file, [{ start: at, end: at + 3, text: "END" }]))).toString(
        "latin1",
      ),
    ).toBe(bytes.toString("latin1").replace("end", "END"));
  });

  test.each([
    ["61c0af62", "a\udcc0\udcafb"],
    ["61eda08062", "a\udced\udca0\udc80b"],
    ["61f490808062", "a\udcf4\udc90\udc80\udc80b"],
    ["61f09f98", "a\udcf0\udc9f\udc98"],
  ])("malformed %s keeps each wrong byte apart when UTF-8 is asked for", (hex, expected) => {
    expect(text(Uint8Array.from(Buffer.from(hex, "hex")), "utf-8").text).toBe(expected);
  });

  test("one accented letter is Latin, not Hebrew", () => {
    expect(text(Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 10)).text).toBe("café\n");
  });

  test("ISO-2022-JP: ASCII parts can be edited, others are refused", () => {
    const bytes = Uint8Array.from(Buffer.from("word \x1b$B$3$s\x1b(B and word", "latin1"));
    const file = text(bytes);
    expect([file.encoding, file.text]).toEqual(["iso-2022-jp", "word こん and word"]);
    const at = file.text.lastIndexOf("word");
    const after = applyByteSplices(bytes, toByteSplices(file, [{ start: at, end: at + 4, text: "x" }]));
    expect(Buffer.from(after).toString("latin1")).toBe("word \x1b$B$3$s\x1b(B and x");
    expect(() => toByteSplices(file, [{ start: 6, end: 7, text: "x" }])).toThrow(/two-byte mode/);
  });
});

describe("binary", () => {
  test.each([
    ["89504e470d0a1a0a0000000d", "PNG image"],
    ["ffd8ffe000104a46", "JPEG image"],
    ["255044462d312e37", "PDF document"],
    ["504b0304140000", "ZIP archive (or an Office document, JAR, EPUB)"],
    ["7f454c4602010100", "ELF program"],
    ["000102030405060708090a0b0c0d0e0f10fffe", "binary data"],
  ])("%s is a %s", (hex, what) => {
    expect(decodeFile(Uint8Array.from(Buffer.from(hex, "hex")))).toMatchObject({ kind: "binary", what });
  });
});

describe("text that begins like another format", () => {
  test.each([
    "GIF89a is a format of 1989.\n",
    "ID3 tags name songs.\n",
    "BZhang wrote this.\n",
    "The ftyp box comes first.\n",
  ])("%j is text", (value) => expect(text(utf8(value)).text).toBe(value));

  test.each([
    ["%PDF-1.4\nall in ASCII\n", "PDF document"],
    ["PK\x03\x04 and nothing else", "ZIP archive (or an Office document, JAR, EPUB)"],
    [`name-of-32-characters-in-a-header${"\0".repeat(300)}`, "binary data"],
    ["\x0a\x05\x12\x03\x18\x01abc\x1a\x04\x12\x02def", "binary data"],
  ])("%j is a %s", (value, what) => expect(decodeFile(utf8(value))).toMatchObject({ kind: "binary", what }));

  test("the log of a terminal is text, escapes and all", () => {
    expect(text(utf8("\x1b[32mok\x1b[0m all passed\n")).text).toBe("\x1b[32mok\x1b[0m all passed\n");
  });
});

describe("encoding", () => {
  test.each([
    ["windows-1252", "a\nb → c", '"→" (U+2192, line 2'],
    ["shift_jis", "😀", "U+1F600"],
    ["koi8-r", "日", "U+65E5"],
    ["iso-2022-jp", "é", "U+00E9"],
    ["utf-8", "a\ud800b", "U+D800"],
  ])("%s says which character it lacks", (encoding, value, named) => {
    expect(() => encodeText(value, encoding)).toThrow(named);
  });

  test("names are taken in any common spelling", () => {
    expect(["UTF8", "utf-8-sig", "latin1", "cp1251", "Shift-JIS", "GBK", "UTF-16"].map(canonicalEncoding)).toEqual([
      "utf-8",
      "utf-8",
      "windows-1252",
      "windows-1251",
      "shift_jis",
      "gbk",
      "utf-16le",
    ]);
  });
});

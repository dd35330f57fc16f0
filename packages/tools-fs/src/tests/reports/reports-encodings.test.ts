import { memoryBackend } from "@holdall/backends-memory";
import { allow, contentText, createRegistry, openSession } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";
import { encodeText } from "../../text/write.ts";

/** Files after public reports about other tools: old encodings are read as what they are, or said to be a guess. */
function open(files: Record<string, Uint8Array>) {
  const backend = memoryBackend({ files });
  const session = openSession(createRegistry(fsTools({ backend })), { policy: allow() });
  return {
    bytes: async (path: string) => [...(await backend.read(path as never)).bytes],
    call: async (tool: string, input: object) => contentText((await session.call(tool, input)).content),
  };
}

describe("code pages of DOS are found by their letters", () => {
  test.each([
    ["ibm850", "@echo off\r\necho Gr\u00fc\u00dfe aus K\u00f6ln\r\n"],
    ["ibm850", "copy \u00dcbersicht.txt C:\\Gr\u00f6\u00dfe\r\n"],
    ["ibm850", "rem caf\u00e9\r\n"],
    ["ibm850", "echo f\u00e3 p\u00f5e n\u00e3o\r\n"],
    ["ibm850", "echo d\u00e9j\u00e0 vu, \u00e9l\u00e8ve \u00e0 l'\u00e9cole\r\n"],
    ["ibm850", "echo a\u00f1o se\u00f1or, \u00bfqu\u00e9 tal?\r\n"],
    ["ibm850", "\u2554\u2550\u2550\u2557\r\n\u2551 Men\u00fc \u2551\r\n"],
    [
      "ibm852",
      "echo P\u0159\u00edli\u0161 \u017elu\u0165ou\u010dk\u00fd k\u016f\u0148 \u00fap\u011bl \u010f\u00e1belsk\u00e9 \u00f3dy\r\n",
    ],
    ["ibm852", "echo Za\u017c\u00f3\u0142\u0107 g\u0119\u015bl\u0105 ja\u017a\u0144\r\n"],
    ["ibm866", "echo \u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440\r\n"],
  ])("%s: %j, and what is edited has the file's own bytes", async (encoding, text) => {
    const { call, bytes } = open({ "/a.bat": encodeText(text, encoding) });
    const shown = await call("read_file", { path: "/a.bat" });
    expect(shown).toContain(`${encoding} (`);
    for (const line of text.trimEnd().split("\r\n")) expect(shown).toContain(line);
    const word = /\p{L}*[^\0-\x7f]\p{L}*/u.exec(text)?.[0] ?? "";
    await call("edit_file", { path: "/a.bat", old_string: word, new_string: `${word}${word}` });
    expect(await bytes("/a.bat")).toEqual([
      ...encodeText(
        text.replace(word, () => word + word),
        encoding,
      ),
    ]);
  });
});

describe("a text of Windows is not taken for one of DOS, nor for a rare encoding", () => {
  test.each([
    ["windows-1252", "Gr\u00fc\u00dfe aus K\u00f6ln\n"],
    ["windows-1252", "\u201cquoted\u201d \u2013 dash\u2026 \u2018x\u2019 it\u2019s \u20ac5\n"],
    ["windows-1252", "\u201eZitat\u201c und \u00bbnoch eins\u00ab \u201aso\u2018\n"],
    ["windows-1252", "na\u00efve \u0152uvre \u0153uf\n"],
    ["windows-1250", "Za\u017c\u00f3\u0142\u0107 g\u0119\u015bl\u0105 ja\u017a\u0144\n"],
    ["windows-1251", "\u041f\u0440\u0438\u0432\u0435\u0442\n"],
    ["koi8-r", "\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440\n"],
    ["windows-1253", "\u039a\u03b1\u03bb\u03b7\u03bc\u03ad\u03c1\u03b1\n"],
    ["windows-1255", "\u05e9\u05dc\u05d5\u05dd\n"],
    ["windows-1254", "\u0130stanbul'da g\u00fcne\u015f \u0131\u015f\u0131\u011f\u0131\n"],
  ])("%s: %j", async (encoding, text) => {
    const { call } = open({ "/a.txt": encodeText(text, encoding) });
    expect(await call("read_file", { path: "/a.txt" })).toContain(text.trimEnd());
  });
});

test("a guess says how sure it is, and what is named or UTF-8 says nothing", async () => {
  const long = "Привет мир, как дела сегодня? Мы идём домой.\n";
  const { call } = open({
    "/long": encodeText(long, "koi8-r"),
    "/short": encodeText("\u0414\u0430\n", "windows-1251"),
    "/utf8": new TextEncoder().encode(long),
  });
  expect(await call("read_file", { path: "/long" })).toContain("koi8-r (likely, by its letters)");
  expect(await call("read_file", { path: "/short" })).toMatch(/\(a guess: name the encoding if words look wrong\)/);
  expect(await call("read_file", { path: "/short", encoding: "windows-1251" })).not.toMatch(/guess|likely/);
  expect(await call("read_file", { path: "/utf8" })).not.toMatch(/guess|likely/);
});

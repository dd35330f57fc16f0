import { ToolError } from "@holdall/tool-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editOnce } from "../tests/_files.fixture.ts";
import { decodeFile } from "./codec.ts";
import { encodeText } from "./write.ts";

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));
const told = (bytes: Uint8Array) => {
  const file = decodeFile(bytes);
  return file.kind === "text" ? [file.encoding, file.text] : [file.what];
};

const russian = "Все люди рождаются свободными и равными в своем достоинстве и правах. Щука, съезд.";
const bulgarian = "Всички хора се раждат свободни и равни по достойнство и права.";
const serbian = "Сва људска бића рађају се слободна и једнака у достојанству и правима.";
const common =
  "똠방각하와 펲시콜라를 쓴 사람은 그 말을 왜 썼는지 모르겠다고 했다. 인간은 형제애의 정신으로 행동하여야 한다.";
const korean = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.";

/** Made with Python's codecs. */
const samples: readonly [codec: string, encoding: string, text: string, hex: string][] = [
  [
    "cp855",
    "ibm855",
    russian,
    "ece3a820d09ca6b720e1d6e9a6a09ce5e3de20e3ebd6a2d6a6d4f1d2b720b720e1a0ebd4f1d2b720eb20e3ebd6a8d220a6d6e3e5d6b7d4e3e5eba820b720d8e1a0eba0b52e20fae7c6a02c20e39ea8f3a62e",
  ],
  [
    "mac_cyrillic",
    "x-mac-cyrillic",
    russian,
    "82f1e520ebfee4e820f0eee6e4e0fef2f1df20f1e2eee1eee4edfbece820e820f0e0e2edfbece820e220f1e2eee5ec20e4eef1f2eee8edf1f2e2e520e820eff0e0e2e0f52e2099f3eae02c20f1fae5e7e42e",
  ],
  [
    "cp866",
    "ibm866",
    russian,
    "82e1a520abeea4a820e0aea6a4a0eee2e1ef20e1a2aea1aea4adebaca820a820e0a0a2adebaca820a220e1a2aea5ac20a4aee1e2aea8ade1e2a2a520a820afe0a0a2a0e52e2099e3aaa02c20e1eaa5a7a42e",
  ],
  [
    "koi8_r",
    "koi8-r",
    russian,
    "f7d3c520ccc0c4c920d2cfd6c4c1c0d4d3d120d3d7cfc2cfc4ced9cdc920c920d2c1d7ced9cdc920d720d3d7cfc5cd20c4cfd3d4cfc9ced3d4d7c520c920d0d2c1d7c1c82e20fdd5cbc12c20d3dfc5dac42e",
  ],
  [
    "cp1251",
    "windows-1251",
    russian,
    "c2f1e520ebfee4e820f0eee6e4e0fef2f1ff20f1e2eee1eee4edfbece820e820f0e0e2edfbece820e220f1e2eee5ec20e4eef1f2eee8edf1f2e2e520e820eff0e0e2e0f52e20d9f3eae02c20f1fae5e7e42e",
  ],
  [
    "iso8859_5",
    "iso-8859-5",
    russian,
    "b2e1d520dbeed4d820e0ded6d4d0eee2e1ef20e1d2ded1ded4ddebdcd820d820e0d0d2ddebdcd820d220e1d2ded5dc20d4dee1e2ded8dde1e2d2d520d820dfe0d0d2d0e52e20c9e3dad02c20e1ead5d7d42e",
  ],
  [
    "cp855",
    "ibm855",
    bulgarian,
    "ece3b7fbc6b720b5d6e1a020e3a820e1a0e9a6a0e520e3ebd6a2d6a6d4b720b720e1a0ebd4b720d8d620a6d6e3e5d6bdd4e3e5ebd620b720d8e1a0eba02e",
  ],
  [
    "mac_cyrillic",
    "x-mac-cyrillic",
    bulgarian,
    "82f1e8f7eae820f5eef0e020f1e520f0e0e6e4e0f220f1e2eee1eee4ede820e820f0e0e2ede820efee20e4eef1f2eee9edf1f2e2ee20e820eff0e0e2e02e",
  ],
  [
    "cp1251",
    "windows-1251",
    bulgarian,
    "c2f1e8f7eae820f5eef0e020f1e520f0e0e6e4e0f220f1e2eee1eee4ede820e820f0e0e2ede820efee20e4eef1f2eee9edf1f2e2ee20e820eff0e0e2e02e",
  ],
  [
    "cp855",
    "ibm855",
    serbian,
    "e4eba02090e7a6e3c6a020a2b794a020e1a080a08ee720e3a820e3d0d6a2d6a6d4a020b7208ea8a6d4a0c6a020e720a6d6e3e5d68ea0d4e3e5ebe720b720d8e1a0ebb7d2a02e",
  ],
  [
    "mac_cyrillic",
    "x-mac-cyrillic",
    serbian,
    "91e2e020bdf3e4f1eae020e1e8cce020f0e0ace0c0f320f1e520f1ebeee1eee4ede020e820c0e5e4ede0eae020f320e4eef1f2eec0e0edf1f2e2f320e820eff0e0e2e8ece02e",
  ],
  [
    "cp949",
    "euc-kr",
    common,
    "8c63b9e6b0a2c7cfbfcd20bc84bdc3c4ddb6f3b8a620beb420bbe7b6f7c0ba20b1d720b8bbc0bb20bfd620bde8b4c2c1f620b8f0b8a3b0dab4d9b0ed20c7dfb4d92e20c0ceb0a3c0ba20c7fcc1a6bed6c0c720c1a4bdc5c0b8b7ce20c7e0b5bfc7cfbfa9bedf20c7d1b4d92e",
  ],
  [
    "johab",
    "johab",
    korean,
    "a1a1976520b7a58865b76520c881b4e19069209881a681c8e120b861b7419da1b681a161208b6120b9a5b4f189c1208aa59fa1b54120b7b6b4e12095b79777d06194612e",
  ],
  [
    "euc_kr",
    "euc-kr",
    korean,
    "b8f0b5e720c0ceb0a3c0ba20c5c2beeeb3af20b6a7bacec5cd20c0dac0afb7cebfecb8e720b1d720c1b8bef6b0fa20b1c7b8aebfa120c0d6beee20b5bfb5eec7cfb4d92e",
  ],
];

describe("encodings of one language are told apart", () => {
  test.each(samples)("%s is %s: %j", async (codec, encoding, text, hex) => {
    const bytes = bytesOf(hex);
    expect(told(bytes)).toEqual([encoding, text]);
    expect(decodeFile(bytes, codec)).toMatchObject({ text, encoding });
    expect(encodeText(text, encoding)).toEqual(bytes);
  });

  test("capitals are no other language", () => {
    const bytes = encodeText(russian.toUpperCase(), "windows-1251");
    expect(told(bytes)).toEqual(["windows-1251", russian.toUpperCase()]);
  });

  test.each(["ibm855", "johab"])("a file in %s is edited in it", async (encoding) => {
    const text = `${encoding === "johab" ? korean : russian} word\n`;
    const edited = text.replace("word", encoding === "johab" ? "권리" : "щука");
    const files = await editOnce(encodeText(text, encoding), "word", edited.slice(text.indexOf("word"), -1));
    expect(await files.bytes("/f")).toEqual(encodeText(edited, encoding));
  });
});

describe("UTF-16 without a byte order mark", () => {
  const texts = [
    ["一天晚上，一个人一起去看了一场电影。"],
    ["　第一章　一つ\n　昨日の夜、友達と一緒に映画を見た。\n"],
    ["Ā Ē: Āda, Ābele un Āfrika\nĀzija\n"],
    ["hi 😀 一 ok\n"],
    ["สวัสดีชาวโลก\n"],
    ["ab"],
  ];
  test.each(texts)("bug: is told in either order though characters have a zero low byte: %j", (text) => {
    expect(told(encodeText(text, "utf-16le"))).toEqual(["utf-16le", text]);
    expect(told(encodeText(text, "utf-16be"))).toEqual(["utf-16be", text]);
  });

  test("UTF-32, too", () => {
    expect(told(encodeText("hi 😀 一 ok\n", "utf-32le"))).toEqual(["utf-32le", "hi 😀 一 ok\n"]);
  });
});

describe("bug: a few bytes with a NUL are data", () => {
  test.each([
    "00",
    "6100",
    "61620063",
    "48656c6c6f00",
    "636166e900",
    "7f454c00",
    "0100020003000400050006000700",
    "fffe0000ff",
  ])("%s", (hex) => {
    expect(told(bytesOf(hex))).toEqual(["binary data"]);
  });
});

test("no byte of a decoded file means nothing in its encoding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.constantFrom("", "and some words "), (bytes, words) => {
      const file = decodeFile(Buffer.concat([Buffer.from(words), bytes.map((byte) => byte | 0x20)]));
      return file.kind === "binary" || file.malformed !== undefined || !file.text.includes("\ufffd");
    }),
    { numRuns: process.env.HOLDALL_STRESS ? 2_000 : 300 },
  );
});

test("what is not in an encoding is refused when that encoding is asked for", () => {
  for (const encoding of ["johab", "cp949"])
    expect(() => decodeFile(Uint8Array.of(0x61, 0xff, 0xff), encoding)).toThrow(ToolError);
});

import { allow, contentText, createRegistry, openSession } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { cachedClient } from "../client/cached-client.ts";
import { openWebClient } from "../client/open-web-client.ts";
import { decodeBody, encodingNote } from "../http/decode-body.ts";
import { playHost, say } from "../http/hostile-server.fixture.ts";
import { webTools } from "../web-tools.ts";

/** Pages after public reports about other tools: nothing declares their encodings. The bytes are Python's. */
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));

const samples: readonly [encoding: string, text: string, hex: string][] = [
  [
    "windows-1251",
    "Все люди рождаются свободными и равными в своем достоинстве и правах.",
    "c2f1e520ebfee4e820f0eee6e4e0fef2f1ff20f1e2eee1eee4edfbece820e820f0e0e2edfbece820e220f1e2eee5ec20e4eef1f2eee8edf1f2e2e520e820eff0e0e2e0f52e",
  ],
  [
    "koi8-r",
    "Все люди рождаются свободными и равными в своем достоинстве и правах.",
    "f7d3c520ccc0c4c920d2cfd6c4c1c0d4d3d120d3d7cfc2cfc4ced9cdc920c920d2c1d7ced9cdc920d720d3d7cfc5cd20c4cfd3d4cfc9ced3d4d7c520c920d0d2c1d7c1c82e",
  ],
  [
    "euc-kr",
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
    "b8f0b5e720c0ceb0a3c0ba20c5c2beeeb3af20b6a7bacec5cd20c0dac0afb7cebfecb8e720b1d720c1b8bef6b0fa20b1c7b8aebfa120c0d6beee20b5bfb5eec7cfb4d92e",
  ],
  [
    "shift_jis",
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
    "82b782d782c482cc906c8ad482cd814190b682dc82ea82c882aa82e782c982b582c48ea9975282c582a082e8814182a982c2814191b88cb582c68ca0979882c682c982c282a282c495bd939982c582a082e98142",
  ],
  [
    "euc-jp",
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
    "a4b9a4d9a4c6a4cebfcdb4d6a4cfa1a2c0b8a4dea4eca4caa4aca4e9a4cba4b7a4c6bcabcdb3a4c7a4a2a4eaa1a2a4aba4c4a1a2c2bab8b7a4c8b8a2cdf8a4c8a4cba4c4a4a4a4c6cabfc5f9a4c7a4a2a4eba1a3",
  ],
  [
    "gb18030",
    "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
    "c8cbc8cbc9fab6f8d7d4d3c9a3acd4dad7f0d1cfbacdc8a8c0fbc9cfd2bbc2c9c6bdb5c8a1a3cbfbc3c7b8b3d3d0c0edd0d4bacdc1bcd0c4a3acb2a2d3a6d2d4d0d6b5dcb9d8cfb5b5c4beabc9f1cfe0b6d4b4fda1a3",
  ],
  [
    "big5",
    "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。",
    "a448a448a5cda6d3a6dba5d1a141a662b44cc459a94dc576a751a457a440abdfa5adb5a5a143a54cadccbde1a6b3b27aa9caa94da87da4dfa141a8c3c0b3a548a553a7ccc3f6ab59aababaebafabacdbb9efabdda143",
  ],
  [
    "iso-8859-2",
    "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.",
    "57737a79736379206c75647a696520726f647ab1207369ea20776f6c6e6920692072f3776e6920706f6420777a676cea64656d207377656a20676f646e6fb66369206920737779636820707261772e",
  ],
  [
    "windows-1253",
    "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
    "bcebefe920efe920dcede8f1f9f0efe920e3e5edede9effdedf4e1e920e5ebe5fde8e5f1efe920eae1e920dff3efe920f3f4e7ed20e1eee9eff0f1ddf0e5e9e120eae1e920f4e120e4e9eae1e9feece1f4e12e",
  ],
  [
    "windows-1255",
    "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
    "ebec20e1f0e920e4e0e3ed20f0e5ece3e520e1f0e920e7e5f8e9ef20e5f9e5e5e9ed20e1f2f8ebed20e5e1e6ebe5e9e5fae9e4ed2e",
  ],
  [
    "windows-1256",
    "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق.",
    "ede6e1cf20cce3edda20c7e1e4c7d320c3cdd1c7d1c7f020e3cad3c7e6ede420dded20c7e1dfd1c7e3c920e6c7e1cddee6de2e",
  ],
  [
    "windows-1254",
    "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler.",
    "42fc74fc6e20696e73616e6c61722068fc722c2068617973697965742076652068616b6c61722062616bfd6dfd6e64616e2065fe697420646ff061726c61722e20416bfd6c2076652076696364616e612073616869707469726c65722e",
  ],
  [
    "windows-874",
    "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
    "c1b9d8c9c2ecb7d1e9a7cbc5d2c2e0a1d4b4c1d2c1d5cdd4cac3d0e1c5d0e0cac1cdc0d2a4a1d1b9e3b9e0a1d5c2c3b5d4c8d1a1b4d4ece1c5d0cad4b7b8d4",
  ],
  [
    "windows-1252",
    "Tous les êtres humains naissent libres et égaux en dignité et en droits.",
    "546f7573206c657320ea747265732068756d61696e73206e61697373656e74206c696272657320657420e96761757820656e206469676e6974e920657420656e2064726f6974732e",
  ],
];

const page = (words: Uint8Array, script = ""): Uint8Array =>
  Buffer.concat([
    Buffer.from(`<!doctype html><html><head>${script}<title>`),
    words,
    Buffer.from('</title></head><body class="a"><p>'),
    words,
    Buffer.from("</p></body></html>"),
  ]);

describe("a page that declares no encoding is read by its letters", () => {
  test.each(samples)("%s", async (encoding, text, hex) => {
    const long = `<script>${"var x = 1;".repeat(8_000)}</script>`;
    for (const body of [page(bytesOf(hex)), page(bytesOf(hex), long)]) {
      const decoded = await decodeBody(body, "text/html");
      expect(decoded).toMatchObject({ charset: encoding, from: "content", isGuess: true });
      expect(decoded.text).toContain(`<p>${text}</p>`);
      const how = decoded.isLikely ? "fit it well" : "may be wrong";
      expect(encodingNote(decoded)).toBe(
        `No encoding is declared: it was read as ${encoding}, a guess by its letters, which ${how}.`,
      );
    }
  });
});

test("a stray byte in UTF-8 leaves the rest as it is, and is told", async () => {
  const body = Buffer.concat([Buffer.from("café ok 漢 "), Buffer.from([0xff]), Buffer.from(" – fin")]);
  const decoded = await decodeBody(body, "text/html");
  expect(decoded).toMatchObject({ text: "café ok 漢 \ufffd – fin", charset: "utf-8", isMalformed: true });
  expect(encodingNote(decoded)).toBe("Some of its bytes are not utf-8: they are shown as \ufffd.");
  const declared = await decodeBody(body, "text/html; charset=utf-8");
  expect(encodingNote(declared)).toBe("Some of its bytes are not utf-8, which it declares: they are shown as \ufffd.");
});

test("a page that declares UTF-8 and is none is read by its letters as well", async () => {
  const [, text, hex] = samples[0]!;
  for (const type of ["text/html; charset=utf-8", "text/html"]) {
    const decoded = await decodeBody(Buffer.concat([Buffer.from("<meta charset=utf-8>"), bytesOf(hex)]), type);
    expect(decoded.text).toContain(text);
    expect(encodingNote(decoded)).toBe(
      "It declares utf-8, which its bytes are not: it was read as windows-1251, a guess by its letters, which may be wrong.",
    );
  }
});

test.each(["web_fetch", "scrape_page", "fetch_url"])("%s tells the guess", async (name) => {
  const [, text, hex] = samples[2]!;
  await using host = await playHost({ "/": say(page(bytesOf(hex)), { "content-type": "text/html" }) });
  const client = cachedClient(openWebClient({ allow: ["127.0.0.0/8"], perHost: false }));
  const session = openSession(createRegistry(webTools({ client })), { policy: allow() });
  const shown = contentText((await session.call(name, { url: host.origin })).content);
  expect(shown).toContain(text);
  expect(shown).toContain("read as euc-kr, a guess by its letters");
});

test("what is as it was declared needs no word", async () => {
  const body = bytesOf("cafe");
  expect(encodingNote(await decodeBody(body, "text/html; charset=windows-1251"))).toBeUndefined();
  expect(encodingNote(await decodeBody(Buffer.from("é"), "text/html"))).toBeUndefined();
});

import { expect, test } from "vitest";
import { characterName, dropSequences, replaceUnseen } from "./plain-text.ts";

const named = (raw: string) => replaceUnseen(dropSequences(raw).text, (run) => [...run].map(characterName).join(""));

test.each([
  ["\u001b[1;31mred\u001b[0m", "red"],
  ["\u001b]8;;http://e\u001b\\link\u001b]8;;\u0007", "link"],
  ["never \u001b]0;closed\nshown", "never 0;closed\nshown"],
  ["\u009b2Jgone", "gone"],
  ["bell\u0007 nul\0 next\u0085", "bell<U+0007> nul<U+0000> next<U+0085>"],
  ["a\u202eb\u2066c\u200fd\u061ce", "a<U+202E>b<U+2066>c<U+200F>d<U+061C>e"],
  ["pay\u200bpal pay\u200cpal pay\u200dpal", "pay<U+200B>pal pay<U+200C>pal pay<U+200D>pal"],
  ["x\u{e0041}\u{e0001}\u2060\ufeff", "x<U+E0041><U+E0001><U+2060><U+FEFF>"],
  ["data\ufe01\u{e0101} 😀\ufe0f\ufe0f 6\ufe0f", "data<U+FE01><U+E0101> 😀\ufe0f<U+FE0F> 6<U+FE0F>"],
  ["safe\rrm -rf\r\n", "safe<U+000D>rm -rf\r\n"],
  ["half \ud83d pair", "half <U+D83D> pair"],
  ["🏴\u{e0069}\u{e0067}\u{e006e}\u{e007f}", "🏴<U+E0069><U+E0067><U+E006E><U+E007F>"],
  ["نم\u200c\u200cخ", "نم\u200c<U+200C>خ"],
])("%j is shown as %j", (raw, shown) => {
  expect(named(raw)).toBe(shown);
});

test.each([
  ["emoji", "👩‍👩‍👧 👩🏽‍🚀 ❤️‍🔥 🏳️‍🌈 ☎︎ 1️⃣ #️⃣ 🇪🇺"],
  ["flags of tags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿"],
  ["Arabic and Persian", "العربية ١٢٣ ۝ نمی‌خواهم ه‍ می‌روم"],
  ["Hebrew", "בְּרֵאשִׁית בָּרָא"],
  ["Indic", "क्‍ष श्रीमान् ಬ್ಯಾಂಕ್‌ ශ්‍රී ലങ്ക ന്‍ বাংলা தமிழ்"],
  ["South-East Asian", "ภาษา\u200bไทย ភាសា\u200bខ្មែរ မြန်မာ"],
  ["East Asian", "日本語 葛󠄀飾区 中文 한국어 ᄒᆞᆫ"],
  ["Mongolian", "ᠮᠣᠩᠭᠣᠯ ᠪᠠᠢᠨ᠎ᠠ"],
  ["others", "Ελληνικά Русский Հայերեն ქართული አማርኛ ᏣᎳᎩ ⵜⴰⵎⴰⵣⵉⵖⵜ"],
  ["signs", "∩︀ → © “quoted” – 1 000 €"],
])("what a script needs stays: %s", (_, text) => {
  expect(named(text)).toBe(text);
});

test("everywhere, nothing stays that is not seen", () => {
  const write = (run: string) => [...run].map(characterName).join("");
  expect(replaceUnseen("👩‍🚀 نمی‌خ\n\t\r\n", write, { everywhere: true })).toBe(
    "👩<U+200D>🚀 نمی<U+200C>خ\n\t<U+000D>\n",
  );
});

/** Letters and marks of every script that may stand in a text, by a generator that always gives the same. */
test("random text of many scripts stays as it is, and hostile characters between its letters never do", {
  timeout: 120_000,
}, () => {
  const rounds = process.env.HOLDALL_STRESS ? 50_000 : 300;
  const letters = everyLetter();
  const hostile = [
    ..."\u0000\u0007\u0008\u001b\u009b\u007f\u202a\u202e\u2066\u2069\u200e\u200f\u061c\u2060\ufeff",
  ].concat(["\u2028", "\u3164", "\ufe05", "\u{e0001}", "\u{e0041}", "\u{e01ef}", "\ud800"]);
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < rounds; round++) {
    const script = letters[random(letters.length)]!;
    const text = Array.from({ length: 40 }, () => script[random(script.length)]).join("");
    expect(named(text)).toBe(text);
    const at = random(40);
    const bad = hostile[random(hostile.length)]!;
    const characters = [...text];
    const attacked = [...characters.slice(0, at), bad, ...characters.slice(at)].join("");
    expect([...named(attacked)].includes(bad), JSON.stringify(attacked)).toBe(false);
  }
});

function everyLetter(): string[][] {
  const names =
    "Latn Grek Cyrl Armn Hebr Arab Syrc Thaa Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Geor Ethi Cher Khmr Mong Hira Kana Bopo Hani Hang Tfng Nkoo Copt Goth Adlm".split(
      " ",
    );
  return names.map((name) => {
    const isOne = new RegExp(`(?=[\\p{L}\\p{M}\\p{N}])(?!\\p{DI})\\p{sc=${name}}`, "u");
    const found: string[] = [];
    for (let code = 0x41; code < 0x1e960; code += code < 0x3400 || code > 0x9fff ? 1 : 97) {
      const character = String.fromCodePoint(code);
      if (isOne.test(character)) found.push(character);
    }
    return found;
  });
}

test("long texts take linear time", () => {
  const before = process.cpuUsage();
  for (const part of ["\u001b]", "\u001b[", "\u200d", "a\u200c", "👩‍", "\u001b]0;"]) named(part.repeat(100_000));
  // Milliseconds of this process alone, whatever else runs.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});

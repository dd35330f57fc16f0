import { expect, test } from "vitest";
import { openDesk, testFonts } from "../../_docs.fixture.ts";
import { fontCharacters, hasCluster } from "./font-characters.ts";

/** Characters of scripts that only the given fonts have, a few of each. */
const ranges = [
  [0x0530, 0x058f],
  [0x0900, 0x097f],
  [0x0a80, 0x0aff],
  [0x0e00, 0x0e7f],
  [0x10a0, 0x10ff],
  [0x1400, 0x167f],
  [0x3040, 0x30ff],
  [0x4e00, 0x9fff],
  [0x10300, 0x1032f],
  [0x1d300, 0x1d35f],
] as const;

test("the fonts have what the compiler for Node shows with them", async () => {
  const points = ranges.flatMap(([first, last]) =>
    Array.from({ length: 14 }, (_, at) => first + Math.floor((at * (last - first)) / 14)),
  );
  const letters = points.map((point) => String.fromCodePoint(point)).filter((letter) => /^\p{L}$/u.test(letter));
  const fonts = await testFonts();
  const covered = fonts.map(fontCharacters);
  const missing = letters.filter((letter) => !covered.some((has) => hasCluster(has, letter)));
  expect(missing.length).toBeGreaterThan(20);
  expect(missing.length).toBeLessThan(letters.length - 20);
  const { session } = openDesk({}, { fonts: async () => fonts });
  const refused = await session.call("generate_pdf", { markdown: letters.join(" "), output_path: "/a.pdf" });
  const { data } = (refused as unknown as { error: { data: { missing: string[] } } }).error;
  expect(data.missing.toSorted()).toEqual(missing.toSorted());
});

test("marks count with their letter, and what is not visible needs no glyph", async () => {
  const [sans] = await testFonts();
  const has = fontCharacters(sans!);
  for (const cluster of ["e\u0301", "\u00e9", "ſ\u0323", "a\u200d", "☑\ufe0f", "שׁ"])
    expect(hasCluster(has, cluster)).toBe(true);
  for (const cluster of ["q\u1abe", "日", "\u{1f9d0}\u200d"]) expect(hasCluster(has, cluster)).toBe(false);
});

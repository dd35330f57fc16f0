import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const styles = readFileSync(join(import.meta.dirname, "styles.css"), "utf8");
const page = readFileSync(join(import.meta.dirname, "../../../docs/guides/theming.md"), "utf8");

/** Variables with their values in light and dark, where they are colors. */
const declared = [...styles.matchAll(/var\((--holdall-[a-z]+)(?:, light-dark\((#\w+), (#\w+)\))?/g)].map(
  ([, name = "", light, dark]) => ({ name, light, dark }),
);

test("the page of theming has every variable of the styles, with its values", () => {
  expect(declared.length).toBeGreaterThan(12);
  const rows = page.split("\n").filter((line) => line.startsWith("| `--holdall-"));
  expect(rows).toHaveLength(declared.length);
  for (const { name, light, dark } of declared) {
    const row = rows.find((line) => line.includes(`\`${name}\``));
    expect(row, name).toBeDefined();
    if (light !== undefined) expect(row).toMatch(new RegExp(`${light}.*${dark}`));
  }
});

/** Of a color as #rrggbb, by WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(["light", "dark"] as const)("in %s, text can be read on what it stands on", (scheme) => {
  const colorOf = (name: string) => declared.find((each) => each.name === `--holdall-${name}`)?.[scheme] ?? "";
  const contrast = (one: string, other: string) => {
    const [high = 0, low = 0] = [luminance(colorOf(one)), luminance(colorOf(other))].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  for (const text of ["text", "quiet", "accent", "good", "bad", "ask"])
    for (const ground of ["paper", "well"]) expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThan(4.5);
  for (const ground of ["added", "removed", "match"]) {
    expect(contrast("text", ground), ground).toBeGreaterThan(4.5);
    expect(contrast("quiet", ground), ground).toBeGreaterThan(4.5);
  }
});

import { describe, expect, it } from "vitest";
import { estimateTokens, limitTokens } from "./_limit-tokens.ts";

const text = (value: string) => ({ type: "text" as const, text: value });
const textOf = ({ content }: { content: readonly object[] }) =>
  content.map((block) => ("text" in block ? String(block.text) : "")).join("");

describe("limitTokens", () => {
  it.each([
    ["prose", "The quick brown fox jumps over the lazy dog. ".repeat(5000)],
    ["code", 'if (a[i]?.b === "x") { return f(i++, { k: 1 }); }\n'.repeat(5000)],
    ["numbers", "3.14159,2.71828,1.41421\n".repeat(8000)],
    ["Chinese", "工具的结果太长了，".repeat(8000)],
    ["a light start and a heavy end", `${" ".repeat(200_000)}${"错".repeat(60_000)}`],
  ])("keeps the start and the end of too much %s within the limit, and says what is missing", (_, value) => {
    const limited = textOf(limitTokens({ content: [text(value)] }, 25_000));
    expect(estimateTokens(limited)).toBeLessThanOrEqual(25_000);
    expect(limited.slice(0, 100)).toBe(value.slice(0, 100));
    expect(limited.slice(-100)).toBe(value.slice(-100));
    const [, left] = /\[(\d+) characters left out here/.exec(limited) ?? [];
    const note = /\n\[\d+ characters left out here[^\]]*\]\n/.exec(limited)?.[0] ?? "";
    expect(Number(left)).toBe(value.length - (limited.length - note.length));
  });

  it("leaves what fits as it is, and what is no text", () => {
    const image = { type: "image" as const, data: "A".repeat(500_000), mimeType: "image/png" };
    const result = { content: [text("x".repeat(20_000)), image] };
    expect(limitTokens(result, 25_000)).toBe(result);
  });

  it("answers with an error instead of structured content that is too much, which nobody could cut", () => {
    const structuredContent = { rows: Array.from({ length: 20_000 }, (_, id) => ({ id })) };
    const limited = limitTokens({ content: [text("20000 rows")], structuredContent }, 25_000);
    expect(limited).toMatchObject({ isError: true, _meta: { "holdall/error": { code: "too_large" } } });
    expect(limited).not.toHaveProperty("structuredContent");
    expect(textOf(limited)).toMatch(/about \d+ tokens.*The call has been carried out/);
  });

  it("splits no character in two", () => {
    const limited = textOf(limitTokens({ content: [text("😀".repeat(40_000))] }, 25_000));
    expect(limited.isWellFormed()).toBe(true);
  });
});

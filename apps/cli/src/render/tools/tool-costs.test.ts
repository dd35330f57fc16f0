import { memoryBackend } from "@holdall/backends-memory";
import { coding } from "@holdall/presets/coding";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { toolCosts } from "./cost-of-tools.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { renderToolCosts } from "./tool-costs.ts";

const preset = coding({ backend: memoryBackend() });
const costs = toolCosts(preset);

test("each definition is counted within a tenth, all of them within a twentieth, prose within a tenth", () => {
  const real = new Map(
    preset.registry
      .list()
      .map(({ name, description, inputSchema }) => [
        name,
        encode(JSON.stringify({ name, description, inputSchema })).length,
      ]),
  );
  for (const { name, tokens } of costs.tools) {
    expect(
      Math.abs(tokens - (real.get(name) ?? 0)),
      `${name}: ${tokens}, really ${real.get(name)}`,
    ).toBeLessThanOrEqual(Math.max(6, (real.get(name) ?? 0) / 10));
  }
  const sum = costs.tools.reduce((total, { name }) => total + (real.get(name) ?? 0), 0);
  expect(Math.abs(costs.definitions / sum - 1)).toBeLessThan(0.05);
  expect(Math.abs(costs.instructions / encode(preset.instructions).length - 1)).toBeLessThan(0.1);
});

test("sums are of what is shown, the most expensive tool first", () => {
  expect(costs.definitions).toBe(costs.tools.reduce((sum, { tokens }) => sum + tokens, 0));
  expect(costs.total).toBe(costs.definitions + costs.instructions);
  const lines = renderToolCosts(costs, { width: 80, colour: false });
  const numbers = lines.slice(1, costs.tools.length + 1).map((line) => Number(/\d+$/.exec(line)?.[0]));
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(lines.join("\n")).toMatch(
    new RegExp(`${costs.tools.length} tools +${costs.definitions}\n +instructions +\\d+`),
  );
});

test("nothing costs nothing, in any script", () => {
  expect(estimateTokens("")).toBe(0);
  expect(estimateTokens("読む 書く")).toBeGreaterThan(1);
});

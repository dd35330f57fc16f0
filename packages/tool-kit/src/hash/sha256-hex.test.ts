import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256Hex, toHex } from "./sha256-hex.ts";

test("hashes bytes, views of longer buffers and texts as other programs do", async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => i % 256);
  const cases = [new Uint8Array(), bytes, bytes.subarray(7, 19), "", "grüße, 世界"];
  for (const content of cases) {
    expect(await sha256Hex(content)).toBe(createHash("sha256").update(content).digest("hex"));
  }
});

test("writes every byte with two digits", () => {
  expect(toHex(Uint8Array.of(0, 9, 16, 255))).toBe("000910ff");
});

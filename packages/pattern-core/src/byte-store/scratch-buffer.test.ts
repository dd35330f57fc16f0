import { expect, test } from "vitest";
import { createArena } from "../arena.ts";
import { compileTextPattern } from "../matcher/text-pattern.ts";
import { scratchBuffer } from "./scratch-buffer.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const patterns = ["needle", "(?i)NEEDLE", "[a-z]+_[0-9]{4}", "needle\\d|x.*é", "[0-9]{9}"].map((source) =>
  compileTextPattern(source),
);
const texts = [
  "",
  "a needle",
  `${"x".repeat(200)}needle`,
  "order_10042",
  "é needle7",
  "x\n\0",
  `${"y ".repeat(90)}123456789`,
];

test("a file in the room is judged as it is elsewhere, whatever else lies there", () => {
  for (const text of texts) {
    const file = utf8(text);
    for (const pattern of patterns) {
      for (const rest of ["", "needle order_10042 123456789\0é"]) {
        const room = scratchBuffer(file.length + 100)!;
        room.set(utf8(rest.padEnd(100)), file.length);
        room.set(file);
        const there = room.subarray(0, file.length);
        expect(pattern.mayMatch(there), `${text} ${rest}`).toBe(pattern.mayMatch(file.slice()));
        // Testing other bytes copied them here.
        room.set(file);
        expect([...there]).toEqual([...file]);
      }
    }
  }
});

test("the room has place for 4 MiB and no more", () => {
  expect(scratchBuffer(4 * 1024 * 1024)!.length).toBeGreaterThanOrEqual(4 * 1024 * 1024);
  expect(scratchBuffer(4 * 1024 * 1024 + 1)).toBeUndefined();
});

test("a file between others in an arena is judged by its own bytes", () => {
  const arena = createArena();
  const files = ["needle order_10042", ...texts, "123456789 needle"].map(
    (text) => [text, arena.add(utf8(text))!] as const,
  );
  for (const pattern of patterns) {
    const mayHold = arena.search(pattern);
    for (const [text, file] of files) if (pattern.mayMatch(utf8(text))) expect(mayHold(file), text).toBe(true);
    expect(files.filter(([, file]) => mayHold(file)).length).toBeLessThan(files.length);
  }
});

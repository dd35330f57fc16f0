import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tempFolder } from "../tests/_session.fixture.ts";
import { createCapture } from "./capture.ts";

test("start, end and file hold what was pushed, however it was cut", () => {
  const folder = tempFolder();
  let files = 0;
  const sizes = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 200_000 }), (lengths, most) => {
      const capture = createCapture(() => `${folder}/${++files}`, most);
      const all = Buffer.concat(lengths.map((length, i) => Buffer.alloc(length, 65 + i)));
      for (let i = 0, at = 0; i < lengths.length; at += lengths[i++] ?? 0)
        capture.push(all.subarray(at, at + (lengths[i] ?? 0)));
      expect(capture.bytes).toBe(all.length);
      expect(Buffer.from(capture.start).equals(all.subarray(0, 65_536))).toBe(true);
      const rest = Math.min(65_536, Math.max(0, all.length - 65_536));
      expect(Buffer.from(capture.end).equals(all.subarray(all.length - rest))).toBe(true);
      const path = capture.save() ?? "";
      expect(readFileSync(path).equals(all.subarray(0, most))).toBe(true);
      expect(capture.missing).toBe(Math.max(0, all.length - most));
      capture.close();
    }),
    { numRuns: 40 },
  );
});

test("a disk that takes nothing costs the file and nothing else", () => {
  const capture = createCapture(() => "/proc/nowhere/file", 1_000_000);
  capture.push(Buffer.alloc(200_000, 120));
  expect([capture.bytes, capture.start.length, capture.end.length]).toEqual([200_000, 65_536, 65_536]);
  expect(capture.save()).toBeUndefined();
  capture.close();
});

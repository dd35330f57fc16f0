import fc from "fast-check";
import { expect, test } from "vitest";
import { createNonceStream } from "./nonce-stream.ts";

test("a nonce is found wherever chunks are cut, and nothing before or after it is lost", async () => {
  const noise = fc
    .array(fc.constantFrom("t", "i", "ti", "tic", "non", "x", "\n"), { maxLength: 12 })
    .map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(noise, noise, fc.array(fc.nat(60), { maxLength: 8 }), async (before, after, cuts) => {
      fc.pre(!before.includes("nonce"));
      let [got, rest] = ["", ""];
      const stream = createNonceStream((chunk) => {
        rest += Buffer.from(chunk);
      });
      const found = stream.until("nonce", (chunk) => {
        got += Buffer.from(chunk);
      });
      const all = Buffer.from(`${before}nonce${after}`);
      const edges = [0, ...cuts.map((cut) => Math.min(cut, all.length)).sort((a, b) => a - b), all.length];
      for (let i = 1; i < edges.length; i++) stream.push(all.subarray(edges[i - 1], edges[i]));
      await found;
      expect([got, rest]).toEqual([before, after]);
    }),
  );
});

test("what looked like the start of a nonce comes out at the end", async () => {
  let got = "";
  const stream = createNonceStream(() => {});
  const found = stream.until("nonce", (chunk) => {
    got += Buffer.from(chunk);
  });
  stream.push(Buffer.from("so far: non"));
  expect(got).toBe("so far: ");
  stream.end();
  await found;
  expect(got).toBe("so far: non");
});

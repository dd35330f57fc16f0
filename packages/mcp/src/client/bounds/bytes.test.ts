import { expect, it } from "vitest";
import { bytesOf, concatBytes, decodeBase64, textOf } from "./bytes.ts";

it.each([
  ["+/8=", "with padding"],
  ["+/8", "without"],
  ["-_8", "for URLs"],
  ["+/\n8=\n", "in lines"],
])("base64 %j, %s, is decoded", (text) => {
  expect(decodeBase64(text)).toEqual(Uint8Array.of(0xfb, 0xff));
});

it("text that is not base64 has no bytes", () => {
  for (const text of ["a", "%%%%", "ab=c"]) expect(decodeBase64(text), text).toBeUndefined();
  expect(decodeBase64("")).toEqual(new Uint8Array());
});

it("a byte order mark stays, and bytes that are cut in a character are replaced", () => {
  expect(textOf(bytesOf("\ufeffé"))).toBe("\ufeffé");
  expect(textOf(bytesOf("é").subarray(0, 1))).toBe("\ufffd");
  expect(concatBytes([bytesOf("a"), new Uint8Array(), bytesOf("b")])).toEqual(bytesOf("ab"));
});

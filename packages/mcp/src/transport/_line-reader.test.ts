import { expect, it } from "vitest";
import { createLineReader } from "./_line-reader.ts";

it.each([1, 2, 3, 5, 8, 100])("finds the lines of a stream in pieces of %i bytes, characters cut through", (size) => {
  const sent = ["", "a", "größer 😀", "x".repeat(99), "", "last"];
  const bytes = Buffer.from(sent.map((line) => `${line}\n`).join(""));
  const lines: string[] = [];
  const read = createLineReader((line) => lines.push(line));
  for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
  expect(lines).toEqual(sent);
});

it("keeps what is not a line yet", () => {
  const lines: string[] = [];
  const read = createLineReader((line) => lines.push(line));
  read(Buffer.from("a\nb"));
  expect(lines).toEqual(["a"]);
  read(Buffer.from("c\n"));
  expect(lines).toEqual(["a", "bc"]);
});

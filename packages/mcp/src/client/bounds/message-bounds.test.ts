import { expect, it } from "vitest";
import { createBoundedLines, isTooLong, replacementOf, type TooLong } from "./message-bounds.ts";

const long = "x".repeat(2000);
const cut = (text: string): TooLong => ({ size: text.length, head: text.slice(0, 512), tail: text.slice(-512) });
const idOf = (text: string): unknown => {
  const instead = replacementOf(cut(text));
  return instead === undefined ? undefined : JSON.parse(instead).id;
};

it.each([
  [{ jsonrpc: "2.0", id: 7, result: { text: long } }, 7],
  [{ id: "a-b", jsonrpc: "2.0", result: { text: long } }, "a-b"],
  [{ result: { text: long }, jsonrpc: "2.0", id: 8 }, 8],
  [{ result: { text: long }, id: 9, jsonrpc: "2.0" }, 9],
  [{ jsonrpc: "2.0", result: { text: long, id: 5 } }, undefined],
  [{ jsonrpc: "2.0", id: 3, method: "elicitation/create", params: { long } }, undefined],
  [{ jsonrpc: "2.0", method: "notifications/message", params: { long } }, undefined],
])("finds out what a thrown-away message answers: case %#", (message, id) => {
  expect(idOf(JSON.stringify(message))).toBe(id);
});

it.each([1, 7, 100, 5000])("keeps lines whole and throws away what is too long, in pieces of %i bytes", (size) => {
  const sent = ["a", "größer 😀", "y".repeat(1000), "", "z"];
  const bytes = Buffer.from(sent.map((line) => `${line}\n`).join(""));
  const seen: unknown[] = [];
  const read = createBoundedLines(100, (line) => seen.push(isTooLong(line) ? line.size : Buffer.from(line).toString()));
  for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
  expect(seen).toEqual(["a", "größer 😀", 1000, "", "z"]);
});

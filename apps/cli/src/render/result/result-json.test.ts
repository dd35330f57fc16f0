import { failure, ToolError, type ToolResult } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { resultJson } from "./result-json.ts";

const parse = (result: ToolResult, more?: Record<string, unknown>) => JSON.parse(resultJson(result, more));

test("files carry their size, and their bytes up to 1 MiB", () => {
  const file = (data: Uint8Array | URL) => ({ type: "file", mediaType: "image/png", data }) as const;
  const content = [
    file(new Uint8Array([1, 2])),
    file(new Uint8Array(1024 * 1024 + 1)),
    file(new URL("https://a.example/b.png")),
  ];
  expect(parse({ ok: true, output: null, content }).content).toEqual([
    { type: "file", mediaType: "image/png", bytes: 2, base64: "AQI=" },
    { type: "file", mediaType: "image/png", bytes: 1048577 },
    { type: "file", mediaType: "image/png", url: "https://a.example/b.png" },
  ]);
});

test("bytes in the output are encoded the same way, Buffers too, views by their own part", () => {
  const view = new Uint8Array([9, 1, 2, 9]).subarray(1, 3);
  const output = { image: { data: view }, buffer: Buffer.from([1, 2]) };
  const bytes = { bytes: 2, base64: "AQI=" };
  expect(parse({ ok: true, output, content: [] }).output).toEqual({ image: { data: bytes }, buffer: bytes });
});

test("a failure has code, message and hint, and no cause", () => {
  const error = new ToolError("not_found", "No.", { hint: "Look.", cause: new Error("secret") });
  const json = resultJson(failure(error), { id: 7 });
  expect(JSON.parse(json)).toMatchObject({
    id: 7,
    ok: false,
    error: { code: "not_found", message: "No.", hint: "Look." },
  });
  expect(json).not.toContain("secret");
});

test("what a terminal would not show is escaped, and the value is the same", () => {
  const output = { a: "x\u202ey\u009b2J\u200b\u{e0041}", "k\u2066": "👩‍🚀 نمی‌خواهم" };
  const json = resultJson({ ok: true, output, content: [] }, {}, { indent: 2 });
  expect(json).toContain("x\\u202ey\\u009b2J\\u200b\\udb40\\udc41");
  expect(json).toContain("👩‍🚀 نمی‌خواهم");
  expect(JSON.parse(json).output).toEqual(output);
});

import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { md5Base64 } from "../client/md5.ts";
import { pauseBefore } from "../client/retry.ts";
import { childText, escapeXml, fitsXml, parseXml } from "../client/xml.ts";

test("MD5 is Node's, at every length around a block and for any bytes", () => {
  const same = (bytes: Uint8Array) => {
    expect(md5Base64(bytes)).toBe(createHash("md5").update(bytes).digest("base64"));
  };
  for (let length = 0; length < 200; length++) same(new Uint8Array(length).fill(length));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), same));
});

test("any text that XML can hold survives escaping and reading", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }).filter(fitsXml), (text) => {
      expect(childText(parseXml(`<a><Key>${escapeXml(text)}</Key></a>`), "Key")).toBe(text);
    }),
  );
});

test("namespaces, attributes, entities, comments, CDATA and empty elements are read", () => {
  const source = `<?xml version="1.0"?>\n<!-- <no> --><s3:R xmlns:s3="u" a='1'><s3:K>a&amp;b&#10;&#x1F600;&lt;&unknown;</s3:K><E/><![CDATA[<x>]]></s3:R>\n`;
  const root = parseXml(source);
  expect([root.name, childText(root, "K"), childText(root, "E"), root.text]).toEqual([
    "R",
    "a&b\n😀<&unknown;",
    "",
    "<x>",
  ]);
  expect(childText(root, "missing")).toBeUndefined();
});

test.each([
  "",
  "text",
  "<a>",
  "<a></b>",
  "</a>",
  "<a/><b/>",
  "<a><",
  "<a><!--",
  "<!DOCTYPE html><html>",
  "<a>".repeat(100),
])("%s is no XML of a store", (source) => {
  expect(() => parseXml(source)).toThrow("not well-formed");
});

test("a megabyte of hostile XML is read or refused", () => {
  for (const piece of ["<a>", "&", "&amp;", "<!--", "<a ", "]]>", "<a/>"]) {
    try {
      parseXml(`<r>${piece.repeat(1_000_000 / piece.length)}</r>`);
    } catch {}
  }
});

test("pauses double, vary and end; what the store asks for is the least", () => {
  const most = (count: number) => Math.max(...Array.from({ length: 200 }, () => pauseBefore(count, 100, null) ?? 0));
  expect(most(0)).toBeLessThanOrEqual(100);
  expect(most(3)).toBeGreaterThan(400);
  expect(most(3)).toBeLessThanOrEqual(800);
  expect(most(50)).toBeLessThanOrEqual(20_000);
  expect(pauseBefore(0, 1, "2")).toBe(2000);
  expect(pauseBefore(0, 1, new Date(Date.now() + 10_000).toUTCString())).toBeGreaterThan(8000);
  expect(pauseBefore(0, 1, "nonsense")).toBeLessThanOrEqual(1);
  expect(pauseBefore(0, 1, "21")).toBeUndefined();
});

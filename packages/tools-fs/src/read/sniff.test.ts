import sharp from "sharp";
import { expect, test } from "vitest";
import { imageFacts } from "./image.ts";
import { recogniseImage } from "./sniff.ts";

const picture = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: "#a02040" } });

/** Two frames of 40 × 30 pixels. */
const frames = () =>
  sharp({ create: { width: 40, height: 60, channels: 4, background: "#a02040", pageHeight: 30 } }).composite([
    { input: { create: { width: 40, height: 30, channels: 4, background: "#000000" } }, top: 0, left: 0 },
  ]);

const made: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ["image/png", () => picture().png().toBuffer()],
  ["image/jpeg", () => picture().jpeg().toBuffer()],
  ["image/jpeg", () => picture().jpeg({ progressive: true }).withMetadata({ orientation: 1 }).toBuffer()],
  ["image/gif", () => picture().gif().toBuffer()],
  ["image/webp", () => picture().webp().toBuffer()],
  ["image/webp", () => picture().webp({ lossless: true }).toBuffer()],
  ["image/webp", () => picture().ensureAlpha(0.5).webp().toBuffer()],
  ["image/avif", () => picture().avif().toBuffer()],
  ["image/tiff", () => picture().tiff().toBuffer()],
];

test.each(made)("%s is known by its bytes, with its size, and known to be cut off", async (mediaType, make) => {
  const bytes = await make();
  expect(await recogniseImage(bytes)).toEqual({ mediaType, width: 40, height: 30, animated: false, complete: true });
  if (mediaType === "image/tiff") return;
  expect(await recogniseImage(bytes.subarray(0, bytes.length - 8))).toMatchObject({ mediaType, complete: false });
});

test("a BMP file is known, and text that begins with BM is not one", async () => {
  const bytes = new Uint8Array(58);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, 58, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, 1, true);
  view.setInt32(22, -1, true);
  expect(await recogniseImage(bytes)).toEqual({
    mediaType: "image/bmp",
    width: 1,
    height: 1,
    animated: false,
    complete: true,
  });
  expect(
    await recogniseImage(new TextEncoder().encode("BMW builds cars in several places of the world.")),
  ).toBeUndefined();
});

test.each([
  ["gif", () => frames().gif().toBuffer()],
  ["webp", () => frames().webp().toBuffer()],
])("a moving %s is known to move", async (_, make) => {
  expect(await recogniseImage(await make())).toMatchObject({ animated: true, complete: true, width: 40, height: 30 });
});

test("no prefix of any image makes the recogniser fail", async () => {
  for (const [, make] of made) {
    const bytes = await make();
    for (let end = 0; end <= bytes.length; end++) imageFacts(bytes.subarray(0, end));
    for (let at = 0; at < bytes.length; at++) imageFacts(bytes.with(at, 0xff));
  }
});

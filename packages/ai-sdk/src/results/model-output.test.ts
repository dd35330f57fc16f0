import { expect, it } from "vitest";
import { toModelOutput } from "./model-output.ts";

it.each([0, 1, 2, 3, 24_575, 24_576, 24_577, 100_000])("encodes %i bytes so that they come back", (length) => {
  const data = Uint8Array.from({ length }, (_, i) => (i * 7) % 256);
  const output = toModelOutput([{ type: "file", mediaType: "image/png", data }], { ok: true, taggedFiles: false });
  const [part] = output.type === "content" ? output.value : [];
  const encoded = part?.type === "image-data" ? part.data : "";
  expect(Buffer.from(encoded, "base64").equals(data)).toBe(true);
  expect(encoded.length).toBe(Math.ceil(length / 3) * 4);
});

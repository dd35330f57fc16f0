import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { corpus, type EvalRows, readCases, tally } from "./lib/corpus.ts";
import { openMemory } from "./lib/memory-session.ts";

export const about = "PDF: pages counted, text read, encrypted and damaged ones refused";

interface Sample {
  readonly pages?: number;
  readonly text_chars?: number;
  readonly encrypted?: boolean;
}

/**
 * Characters that the reference counts and no reader of the page sees: ImageMagick writes the label of a layer 16 points
 * up on a page that is 3.84 points high, four times "Background" and a line break.
 */
const offPage: Readonly<Record<string, number>> = { "007-imagemagick-images/imagemagick-images.pdf": 44 };

export async function* rows(): EvalRows {
  const folder = corpus("pdf");
  const samples = Object.entries(readCases<Record<string, Sample>>(folder, "manifest.json")).filter(([file]) =>
    existsSync(join(folder, file)),
  );
  const [pages, lengths, encrypted, damaged] = [tally(), tally(), tally(), tally()];
  for (const [file, sample] of samples) {
    const bytes = readFileSync(join(folder, file));
    const found = await readAll(bytes);
    if (sample.encrypted) encrypted.add(found.code === "unsupported", file);
    else {
      const expected = (sample.text_chars ?? 0) - (offPage[file] ?? 0);
      pages.add(found.pages === sample.pages, file);
      const name = `${file}: ${found.text.length} characters, expected ${expected}`;
      lengths.add(Math.abs(found.text.length - expected) <= Math.max(1, expected * 0.2), name);
    }
    for (const [name, broken] of damages(bytes)) {
      const { code = "read" } = await readAll(broken);
      damaged.add(["read", "parse_error", "unsupported"].includes(code), `${file}, ${name}: ${code}`);
    }
  }
  yield { what: "pages equal", value: pages.right, of: pages.all, least: pages.all };
  yield { what: "text length within 20 %", value: lengths.right, of: lengths.all, least: lengths.all };
  yield { what: "encrypted refused", value: encrypted.right, of: encrypted.all, least: encrypted.all };
  yield { what: "damaged: read or refused, never a crash", value: damaged.right, of: damaged.all, least: damaged.all };
}

interface Found {
  readonly pages: number;
  readonly text: string;
  readonly code?: string;
}

/** All pages the way a model reads them: call after call, until there is no next. */
async function readAll(bytes: Uint8Array): Promise<Found> {
  const { session, put } = openMemory();
  await put("/a.pdf", bytes);
  let text = "";
  let total = 0;
  for (let pages: string | undefined, more = true; more; more = pages !== undefined) {
    const read = await session.call("read_file", { path: "/a.pdf", ...(pages && { pages }) });
    if (!read.ok) return { pages: total, text, code: read.error.code };
    const { content, part, next_pages } = read.output as {
      content: string;
      part?: { total: number };
      next_pages?: string;
    };
    text += content.replace(/\n*^\[page \d+[^\]]*\]\n?/gm, "");
    total = part?.total ?? -1;
    pages = next_pages;
  }
  return { pages: total, text };
}

/** What happens to files: they are cut off, or bytes in them turn. */
function damages(bytes: Uint8Array): readonly (readonly [string, Uint8Array])[] {
  const turned = Uint8Array.from(bytes, (byte, i) => (i > 1_000 && i % 997 === 0 ? byte ^ 0xff : byte));
  return [
    ["half of it", bytes.subarray(0, bytes.length / 2)],
    ["turned bytes", turned],
  ];
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, type ToolResult, toPath } from "@holdall/tool-core";
import { type ReadFileOutput, readFile } from "@holdall/tools-fs";
import { corpus, type EvalRows, readCases, tally } from "./_corpus.ts";

export const about = "read_file on PDFs: pages, text, encrypted ones refused";

type Expected =
  | { readonly encrypted: true }
  | { readonly encrypted?: undefined; readonly pages: number; readonly text_chars: number };

export async function* rows(): EvalRows {
  const folder = corpus("pdf");
  const backend = memoryBackend();
  const session = openSession(createRegistry([readFile({ backend, maxChars: 1_000_000 })]), { policy: allow() });
  const [pages, text, refused] = [tally(), tally(), tally()];
  for (const [name, expected] of Object.entries(readCases<Record<string, Expected>>(folder, "manifest.json"))) {
    await backend.write(toPath("/file.pdf"), readFileSync(join(folder, name)));
    const result = await session.call("read_file", { path: "/file.pdf", pages: "1-100" });
    if (expected.encrypted) {
      refused.add(!result.ok && /encrypt|password/i.test(result.error.message), name);
      continue;
    }
    const read = outcome(result);
    pages.add(read.pages === expected.pages, `${name}: ${read.pages} of ${expected.pages} pages`);
    const off = Math.abs(read.chars - expected.text_chars);
    text.add(
      off <= Math.max(0.2 * expected.text_chars, 2),
      `${name}: ${read.chars} of ${expected.text_chars} characters`,
    );
  }
  yield { what: "number of pages right", value: pages.right, of: pages.all, least: pages.all };
  yield { what: "length of text within a fifth", value: text.right, of: text.all, least: text.all };
  yield { what: "encrypted ones refused with the reason", value: refused.right, of: refused.all, least: refused.all };
}

function outcome(result: ToolResult): { readonly pages: number; readonly chars: number } {
  if (!result.ok) return { pages: -1, chars: -1 };
  const { content, part } = result.output as ReadFileOutput;
  return { pages: part?.total ?? 0, chars: content.replace(/^\[page \d+.*\]\n?/gm, "").trim().length };
}

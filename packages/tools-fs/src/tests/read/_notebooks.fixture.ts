import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { fsTools } from "../../fs-tools.ts";
import type { ReadFileInput } from "../../read/schema.ts";
import type { ReadFileOptions } from "../../tools/read/read-file.ts";

/** A session with all file tools over files in memory. */
export function openFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Omit<ReadFileOptions, "backend"> = {},
) {
  const backend = memoryBackend({ files });
  const session = openSession(createRegistry(fsTools({ backend, ...options })), { policy: allow() });
  return {
    backend,
    session,
    async text(path: string): Promise<string> {
      const { bytes } = await backend.read(path as never);
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    },
    async read(input: ReadFileInput) {
      const result = await session.call("read_file", input);
      if (!result.ok) throw result.error;
      return { output: result.output, content: result.content };
    },
  };
}

/** A cell as Jupyter writes it. */
export const codeCell = (id: string | undefined, source: string[], more: object = {}) => ({
  cell_type: "code",
  execution_count: null,
  ...(id !== undefined && { id }),
  metadata: {},
  outputs: [],
  source,
  ...more,
});

export const notebookText = (cells: readonly object[], { minor = 5, indent = 1 as number | string } = {}): string =>
  `${JSON.stringify({ cells, metadata: { language_info: { name: "python" } }, nbformat: 4, nbformat_minor: minor }, null, indent)}\n`;

const helvetica = "/Type /Font /Subtype /Type1 /BaseFont /Helvetica";

/** A PDF with one line of text a page; `letters` are what its bytes mean, as pairs of hexadecimal numbers. */
export function makePdf(pages: readonly string[], trailer = "", letters: Readonly<Record<string, string>> = {}) {
  const pairs = Object.entries(letters).map(([byte, text]) => `<${byte}> <${text}>`);
  const map = `1 begincodespacerange <00> <ff> endcodespacerange ${pairs.length} beginbfchar ${pairs.join(" ")} endbfchar`;
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    `<< ${helvetica} /ToUnicode ${4 + pages.length * 2} 0 R >>`,
  ];
  for (const text of pages) {
    const stream = `BT /F1 2 Tf 72 720 Td (${text}) Tj ET`;
    const at = objects.length + 2;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${at} 0 R >>`,
    );
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  objects.push(`<< /Length ${map.length} >>\nstream\n${map}\nendstream`);
  let out = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const offset = out.length;
    out += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${out.length}\n%%EOF\n`;
  return new TextEncoder().encode(out);
}

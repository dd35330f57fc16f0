/** The formats that data is read and written in. */
export const formats = ["csv", "tsv", "json", "jsonl", "yaml", "toml", "xml", "xlsx", "parquet", "markdown"] as const;
export type Format = (typeof formats)[number];

const byExtension: Readonly<Record<string, Format>> = {
  csv: "csv",
  tsv: "tsv",
  tab: "tsv",
  json: "json",
  geojson: "json",
  jsonl: "jsonl",
  ndjson: "jsonl",
  yaml: "yaml",
  yml: "yaml",
  toml: "toml",
  xml: "xml",
  xlsx: "xlsx",
  xlsm: "xlsx",
  xls: "xlsx",
  parquet: "parquet",
  md: "markdown",
  markdown: "markdown",
};

/** Other names of formats, as models write them. */
const aliases: Readonly<Record<string, Format>> = {
  ...byExtension,
  excel: "xlsx",
  jsonlines: "jsonl",
  json_lines: "jsonl",
};

/** The format that a name or an extension means, in any case and with a dot or without. */
export const formatOf = (name: string): Format | undefined => aliases[name.trim().toLowerCase().replace(/^\./, "")];

/** The format by the end of a file's name. */
export const formatOfPath = (path: string): Format | undefined =>
  byExtension[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ""];

/** The head of a compound file, in which Excel kept workbooks until 2003, and keeps those with a password. */
export const isLegacyWorkbook = (start: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0].every((byte, i) => start[i] === byte);

/** The format by how the content begins. */
export function sniffFormat(start: Uint8Array): Format {
  if (isLegacyWorkbook(start)) return "xlsx";
  const text = new TextDecoder()
    .decode(start.subarray(0, 2048))
    .replace(/^\ufeff/, "")
    .trimStart();
  if (text.startsWith("PK\u0003\u0004")) return "xlsx";
  if (text.startsWith("PAR1")) return "parquet";
  if (/^[[{]/.test(text)) return /^\{[^\n]*\}\s*\n\s*\{/.test(text) ? "jsonl" : "json";
  if (text.startsWith("<")) return "xml";
  if (/^---\s*\n|^[\w-]+:([ \t]+[^,;\t|\n]*)?(\n|$)|^- /.test(text)) return "yaml";
  return /^[^\n,]*\t/.test(text) ? "tsv" : "csv";
}

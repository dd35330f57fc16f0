import { fromBase64 } from "../text/base64.ts";
import { group } from "../text/lines.ts";
import { sizeText } from "../text/size-text.ts";
import { type CellValue, joined, type OutputValue } from "./notebook.ts";

export interface OutputBounds {
  /** Characters shown of one output, and outputs shown of one cell. */
  readonly maxChars: number;
  readonly maxOutputs: number;
  /** Takes an image and gives the words that stand for it. */
  readonly image: (bytes: Uint8Array) => string;
}

/** A cell's outputs as indented text below labels; of HTML and other rich forms only the kind and size are told. */
export function renderOutputs(
  { outputs = [], attachments = {} }: CellValue,
  bounds: OutputBounds,
): { text: string; cut: boolean } {
  const rows = Object.entries(attachments).map(([name, data]) => `  attachment ${name}: ${kindsOf(data).join(", ")}`);
  let cut = outputs.length > bounds.maxOutputs;
  for (const output of outputs.slice(0, bounds.maxOutputs)) {
    const { label, body, more = [] } = describe(output, bounds);
    const shown = shorten(body, bounds.maxChars);
    cut ||= shown !== body;
    const lines = shown === "" ? [] : shown.replace(/\n+$/, "").split("\n");
    rows.push(`  ${label}:${lines.length === 0 ? "" : `\n${lines.map((line) => `    ${line}`).join("\n")}`}`);
    rows.push(...more.map((kind) => `  ${kind}`));
  }
  if (outputs.length > bounds.maxOutputs) rows.push(`  … and ${outputs.length - bounds.maxOutputs} more outputs`);
  return { text: rows.join("\n"), cut };
}

interface Described {
  readonly label: string;
  readonly body: string;
  readonly more?: readonly string[];
}

function describe(output: OutputValue, { image }: OutputBounds): Described {
  if (output.output_type === "stream") return { label: output.name ?? "stream", body: asPrinted(joined(output.text)) };
  if (output.output_type === "error") {
    const body = asPrinted((output.traceback ?? []).join("\n"));
    return { label: `error ${output.ename}`, body: body || (output.evalue ?? "") };
  }
  const data = output.data ?? {};
  const more: string[] = [];
  for (const [type, value] of Object.entries(data)) {
    if (type === "text/plain") continue;
    const bytes = /^image\/(?!svg)/.test(type) ? decode(joined(value)) : undefined;
    more.push(bytes ? image(bytes) : `${type}, ${sizeText(lengthOf(value))}, not shown`);
  }
  return {
    label: output.output_type === "execute_result" ? "result" : "display",
    body: asPrinted(joined(data["text/plain"])),
    more,
  };
}

const kindsOf = (data: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(data).map(([type, value]) => `${type}, ${sizeText(Math.floor(lengthOf(value) * 0.75))}`);

const lengthOf = (value: unknown): number =>
  typeof value === "string" || Array.isArray(value) ? joined(value).length : (JSON.stringify(value)?.length ?? 0);

function decode(base64: string): Uint8Array | undefined {
  try {
    return fromBase64(base64);
  } catch {
    return undefined;
  }
}

const ESC = String.fromCharCode(27);
const colours = new RegExp(`${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${ESC}]{0,2000}?(?:\\x07|${ESC}\\\\)|[@-Z_])`, "g");

/** What a terminal would show: no colours, and of a line that was written over only its last state. */
function asPrinted(text: string): string {
  const plain = text.includes(ESC) ? text.replace(colours, "") : text;
  if (!plain.includes("\r")) return plain;
  const lines = plain.replaceAll("\r\n", "\n").split("\n");
  return lines
    .map((line) => line.replace(/\r+$/, ""))
    .map((line) => line.slice(line.lastIndexOf("\r") + 1))
    .join("\n");
}

/** The head and the tail of a long text, with the number of characters between them. */
function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = Math.floor(max / 3);
  const tail = text.length - (max - head);
  return `${text.slice(0, head).toWellFormed()}\n… ${group(tail - head)} characters left out …\n${text.slice(tail).toWellFormed()}`;
}

import * as z from "zod";
import { countBreaks } from "./bytes.ts";
import type { TextFile } from "./codec.ts";
import { countLines, isSpace, plural } from "./lines.ts";
import { isWide } from "./wide-encodings.ts";

export const metadataSchema = z.object({
  encoding: z.string(),
  bom: z.boolean(),
  line_endings: z.enum(["LF", "CRLF", "mixed", "none"]),
  indentation: z.string().optional(),
  lines: z.number(),
  final_newline: z.boolean(),
  version: z.string(),
  malformed_bytes: z.number().optional(),
  encoding_guess: z.enum(["likely", "unsure"]).optional(),
});

/** What a model must know about a text file to edit it well. */
export type FileMetadata = z.infer<typeof metadataSchema>;

/** Characters looked at to tell the indentation. */
const SAMPLE = 16_384;
/** Indented lines that are enough to tell it. */
const SAMPLE_LINES = 100;

type Decoded = Pick<TextFile, "text" | "encoding" | "bom" | "malformed" | "guess">;

export function fileMetadata(
  { text, encoding, bom, malformed, guess }: Decoded,
  version: string,
  lines = countLines(text),
  endings = lineEndingsOf(text),
): FileMetadata {
  const indentation = indentationOf(text);
  return {
    encoding,
    bom: bom > 0,
    line_endings: endings,
    ...(indentation && { indentation }),
    lines,
    final_newline: text === "" || text.endsWith("\n"),
    version,
    ...(malformed && { malformed_bytes: malformed }),
    ...(guess && { encoding_guess: guess }),
  };
}

/** Lines of a file, counted in its bytes where a line break is one of them. */
export function lineCount({ text, bytes, encoding }: Pick<TextFile, "text" | "bytes" | "encoding">): number {
  if (text === "" || isWide(encoding)) return countLines(text);
  return countBreaks(bytes) + (text.endsWith("\n") ? 0 : 1);
}

const guesses = { likely: " (likely, by its letters)", unsure: " (a guess: name the encoding if words look wrong)" };

/** `utf-8 · LF · 4 spaces · 1,234 lines · version ab12cd`, with whatever is out of the ordinary. */
export function renderMetadata(metadata: FileMetadata): string {
  return [
    `${metadata.encoding}${metadata.bom ? " bom" : ""}${metadata.encoding_guess ? guesses[metadata.encoding_guess] : ""}`,
    metadata.malformed_bytes && `${plural(metadata.malformed_bytes, "byte")} not utf-8`,
    metadata.line_endings === "mixed"
      ? "mixed line endings"
      : metadata.line_endings !== "none" && metadata.line_endings,
    metadata.indentation,
    plural(metadata.lines, "line"),
    !metadata.final_newline && "no final newline",
    `version ${metadata.version}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Which line endings a text has. */
export function lineEndingsOf(text: string): FileMetadata["line_endings"] {
  const first = text.indexOf("\n");
  if (first === -1) return "none";
  let at = text.indexOf("\r\n");
  if (at === -1) return "LF";
  if (at !== first - 1) return "mixed";
  for (let next = first; next !== -1; next = text.indexOf("\n", next + 1)) {
    if (text.charCodeAt(next - 1) !== 13) return "mixed";
    at = next;
  }
  return "CRLF";
}

const [TAB, BLANK, STAR] = [9, 32, 42];

/** `tabs`, `4 spaces` or `tabs and spaces`; nothing when no line is indented. */
export function indentationOf(text: string): string | undefined {
  const max = Math.min(text.length, SAMPLE);
  let [tabs, spaces, last] = [0, 0, 0];
  const steps = new Uint16Array(9);
  for (let start = 0; start < max && tabs + spaces < SAMPLE_LINES; start = text.indexOf("\n", start) + 1 || max) {
    let tabbed = false;
    const from = start;
    let code = text.charCodeAt(start);
    for (; code === TAB || code === BLANK; code = text.charCodeAt(++start)) tabbed ||= code === TAB;
    if (start >= max || code === STAR || isSpace(code)) continue;
    const width = start - from;
    if (tabbed) tabs++;
    else if (width > 0) spaces++;
    const step = Math.abs(width - last);
    if (!tabbed && step > 1 && step <= 8) steps[step]!++;
    last = width;
  }
  if (tabs === 0 && spaces === 0) return undefined;
  if (tabs > 0 && spaces > tabs / 10 && tabs > spaces / 10) return "tabs and spaces";
  if (tabs > spaces) return "tabs";
  const often = Math.max(...steps);
  return often === 0 ? "spaces" : `${steps.indexOf(often)} spaces`;
}

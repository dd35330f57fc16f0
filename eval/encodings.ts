import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeFile } from "../packages/tools-fs/src/text/codec.ts";
import { corpus, type EvalRows, readCases, tally } from "./_corpus.ts";
import { type MemorySession, openMemory } from "./_memory-session.ts";

export const about = "Text in any encoding: decoded as it was meant, and edited without touching another byte";

interface Sample {
  readonly file: string;
  readonly python_codec: string;
  readonly utf8_sha256: string;
}

interface Malformed {
  readonly name: string;
  readonly hex: string;
}

/** The best detector on this corpus gets 155 of 165 files right. */
const bestPeer = 155 / 165;

export async function* rows(): EvalRows {
  const folder = corpus("encodings");
  const samples = readCases<Sample[]>(folder, "manifest.json");
  const [detected, told, edited] = [tally(), tally(), tally()];
  const memory = openMemory();
  for (const { file, python_codec, utf8_sha256 } of samples) {
    const bytes = readFileSync(join(folder, file));
    detected.add(sha256(decoded(bytes)) === utf8_sha256, `${file}: ${python_codec}`);
    told.add(sha256(decoded(bytes, spelled(python_codec))) === utf8_sha256, `${file} as ${python_codec}`);
    const word = asciiWord(decoded(bytes));
    if (word) edited.add(await keepsOtherBytes(memory, bytes, word), `${file}: edit of ${word}`);
  }
  yield {
    what: "decoded right, encoding unknown",
    value: detected.right,
    of: detected.all,
    least: Math.ceil(bestPeer * detected.all),
  };
  yield { what: "decoded right, encoding given", value: told.right, of: told.all };
  yield {
    what: "an ASCII word edited, all other bytes the same",
    value: edited.right,
    of: edited.all,
    least: edited.all,
  };

  const malformed = tally();
  for (const { name, hex } of readCases<Malformed[]>(folder, "malformed-utf8.json")) {
    // A word in front, since the tool edits words and not the single letters of these cases.
    const bytes = Buffer.concat([Buffer.from("some plain text first: marker\n"), Buffer.from(hex, "hex")]);
    malformed.add(await keepsOtherBytes(memory, bytes, "marker"), name);
  }
  yield {
    what: "the same with malformed UTF-8 beside it",
    value: malformed.right,
    of: malformed.all,
    least: malformed.all,
  };
}

/** An encoding of Python's by the name it has elsewhere. */
function spelled(codec: string): string {
  return codec.replace(/^utf_(\d+)_/, "utf-$1").replace(/^iso2022_/, "iso-2022-");
}

function decoded(bytes: Uint8Array, encoding?: string): string {
  try {
    const file = decodeFile(bytes, encoding);
    return file.kind === "text" ? file.text : "";
  } catch {
    return "";
  }
}

/** Edit one word through the tools and look at every byte. */
async function keepsOtherBytes(
  { session, put, get }: MemorySession,
  before: Uint8Array,
  word: string,
): Promise<boolean> {
  await put("/file.txt", before);
  const read = await session.call("read_file", { path: "/file.txt" });
  const edit = read.ok
    ? await session.call("edit_file", { path: "/file.txt", old_string: word, new_string: `${word}Q` })
    : read;
  if (!edit.ok) {
    if (process.env.HOLDALL_EVAL_MISSES) console.error(`  refused: ${edit.error.message}`);
    return false;
  }
  const after = Buffer.from(await get("/file.txt"));
  return spellings.some((spell) => {
    const [old, fresh] = [spell(word), spell(`${word}Q`)];
    const at = Buffer.from(before).indexOf(old);
    return at >= 0 && Buffer.concat([before.subarray(0, at), fresh, before.subarray(at + old.length)]).equals(after);
  });
}

/** ASCII in one, two and four bytes a letter, in both orders. */
const spellings: readonly ((word: string) => Buffer)[] = [
  (word) => Buffer.from(word, "latin1"),
  (word) => Buffer.from(word, "utf16le"),
  (word) => Buffer.from(word, "utf16le").swap16(),
  (word) => Buffer.from([...word].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0])),
  (word) => Buffer.from([...word].flatMap((letter) => [0, 0, 0, letter.charCodeAt(0)])),
];

/** A word of ASCII letters that stands in the text once. */
function asciiWord(text: string): string | undefined {
  const words = text.match(/(?<![\p{L}\p{N}_])[A-Za-z]{4,}(?![\p{L}\p{N}_])/gu) ?? [];
  return words.find((word) => text.indexOf(word) === text.lastIndexOf(word));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

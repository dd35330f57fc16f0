import { refusedDocument } from "../container/document-error.ts";
import type { Parts } from "../container/parts.ts";

/** A part as text that comes out as the same bytes where it is not changed. */
export async function sourceOf(parts: Parts, name: string): Promise<string> {
  const bytes = await parts.zip.read(name);
  const source = bytes && new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (
    !bytes ||
    source === undefined ||
    source !== (await parts.source(name)) ||
    new TextEncoder().encode(source).length !== bytes.length
  )
    throw refusedDocument(
      `Part ${name} of the document is not UTF-8, so it is not edited.`,
      "Save it again with an office program.",
    );
  return source;
}

/** The name of the part that holds the document. */
export const mainPart = async (parts: Parts): Promise<string> =>
  [...(await parts.relations("")).values()].find(({ type }) => type === "officeDocument")!.target;

import type { ContentPart } from "@holdall/tool-core";
import { wrapUntrusted } from "./envelope.ts";
import type { Fetched } from "./fetched-schema.ts";

/** What a model reads of a page: where it comes from, its words between marks, and what is to be known about them. */
export function renderFetched(fetched: Fetched): readonly ContentPart[] {
  const { final_url, status, content_type, extraction, answer, image, notes, size, sha256 } = fetched;
  const how = `${content_type}, ${extraction === "none" ? `${size} bytes, sha256 ${sha256}` : extraction}`;
  const words = answer ? answerLines(answer) : [...headLines(fetched), fetched.text];
  const said = words.join("\n").trim();
  const lines = [
    `HTTP ${status} ${final_url} (${how}${fetched.from_cache ? `, as of ${fetched.fetched_at}` : ""})`,
    ...(said === "" ? [] : [wrapUntrusted(said, { source: final_url })]),
    ...(said === "" && !image && notes.length === 0 ? ["It is empty."] : []),
    ...notes,
  ];
  const text: ContentPart = { type: "text", text: lines.join("\n") };
  if (!image) return [text];
  const data = Uint8Array.from(atob(image.base64), (character) => character.charCodeAt(0));
  return [text, { type: "file", mediaType: image.media_type, data }];
}

/** What the page says it is, before its first words. */
function headLines({ title, byline, published, offset, found }: Fetched): string[] {
  if (offset > 0 || found) return [];
  const lines = [title && `Title: ${title}`, byline && `By: ${byline}`, published && `Published: ${published}`];
  const known = lines.flatMap((line) => line || []);
  return known.length > 0 ? [...known, ""] : [];
}

function answerLines({ text, passages }: NonNullable<Fetched["answer"]>): string[] {
  const quotes = passages.map(
    (passage) => `- ${passage.text.replace(/\s+/g, " ")} [characters ${passage.offset} to ${passage.end}]`,
  );
  return [text, ...(quotes.length > 0 ? ["", "Passages it rests on:", ...quotes] : [])];
}

import { ToolError } from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import type { WebAnswer } from "../client/web-client.ts";
import { type DecodedBody, decodeBody, encodingNote, mediaTypeOf } from "../http/decode-body.ts";
import { toMarkdown } from "./markdown/to-markdown.ts";
import { createNeutralizer } from "./page/neutral-text.ts";
import { collectLinks, collectTables, readPage } from "./page/read-page.ts";
import { visiblePage } from "./page/visible-page.ts";
import type { ScrapePageInput, ScrapePageOutput } from "./scrape-schema.ts";
import { type Match, selectIn } from "./select.ts";
import { type Element, element } from "./tree.ts";

/** Extract the requested part of an answer. Invisible characters are removed and reported. */
export async function scrape(answer: WebAnswer, asked: ScrapePageInput): Promise<ScrapePageOutput> {
  const neutral = createNeutralizer();
  const { selector, fields, include = [], offset = 0, limit = 50, max_chars = 20_000 } = asked;
  const decoded = await htmlOf(answer);
  const html = decoded.text;
  const note = encodingNote(decoded);
  const notes: string[] = note === undefined ? [] : [note];
  if (answer.status >= 400) notes.push(`The server answered with status ${answer.status}: this may be an error page.`);
  if (answer.truncated)
    notes.push(`The page is larger than the ${answer.body.length} bytes that were read; the rest is missing.`);

  const page = visiblePage(html, answer.url);
  notes.push(...page.notes);
  const { url, status, truncated } = answer;
  const common = { url, status, title: page.metadata.title, ...leftOut({ too_large: truncated }) };
  if (selector === undefined && fields === undefined) {
    const read = await readPage(html, { url: answer.url });
    const text = neutral.text(read.markdown);
    checkOffset(offset, text.length, "characters");
    const end = wholeEnd(text, offset + max_chars);
    const next = end < text.length ? end : null;
    if (next !== null) notes.push(`Characters ${offset} to ${end} of ${text.length}. Continue with offset ${end}.`);
    const parts = partsOf(read.links, read.tables, limit, include, notes);
    return told({
      ...common,
      title: read.title,
      text: text.slice(offset, end),
      ...parts,
      ...metadataOf(),
      offset,
      total: text.length,
      next_offset: next,
    });
  }

  const selection = await selectIn(page);
  const matches = selector === undefined ? [selection.whole] : selection.all(selector);
  checkOffset(offset, matches.length, "items");
  const items = itemsOf(matches.slice(offset, offset + limit));
  const end = offset + items.length;
  const next = end < matches.length ? end : null;
  if (next !== null) notes.push(`Items ${offset + 1} to ${end} of ${matches.length}. Continue with offset ${end}.`);
  for (const name of Object.keys(fields ?? {})) {
    if (items.length > 0 && items.every((item) => typeof item !== "string" && item[name] === null)) {
      notes.push(`The field ${name} (${fields?.[name]}) did not match in any of these items.`);
    }
  }
  const scope: Element = { ...element("div"), children: matches.map((match) => match.element) };
  const parts =
    include.length > 0 ? partsOf(collectLinks(scope, page.base), collectTables(scope), limit, include, notes) : {};
  return told({ ...common, items, ...parts, ...metadataOf(), offset, total: matches.length, next_offset: next });

  function told(output: Omit<ScrapePageOutput, "notes">): ScrapePageOutput {
    const words = neutral.json(output);
    return { ...words, notes: [...notes, ...neutral.notes()] };
  }

  function metadataOf(): { metadata?: Record<string, unknown> } {
    if (!include.includes("metadata")) return {};
    notes.push(...page.metadata.problems);
    return { metadata: { ...page.metadata } };
  }

  /** As many as fit. The first is always included, shortened and reported if it is too long. */
  function itemsOf(found: readonly Match[]): (string | Record<string, string | null>)[] {
    const made: (string | Record<string, string | null>)[] = [];
    let left = max_chars;
    for (const match of found) {
      const item = fields
        ? Object.fromEntries(Object.entries(fields).map(([name, css]) => [name, match.field(name, css)]))
        : neutral.text(
            toMarkdown({ ...element("div"), holdsBlocks: true, children: [match.element] }, page.base).trim(),
          );
      const length = typeof item === "string" ? item.length : JSON.stringify(item).length;
      if (length > left && made.length > 0) break;
      if (typeof item === "string" && length > left) {
        notes.push(
          `Item ${offset + 1} has ${length} characters, of which the first ${max_chars} are shown. Raise max_chars, or select something smaller.`,
        );
        made.push(item.slice(0, wholeEnd(item, max_chars)));
        break;
      }
      made.push(item);
      left -= length;
    }
    return made;
  }
}

function partsOf(
  links: ReturnType<typeof collectLinks>,
  tables: ReturnType<typeof collectTables>,
  limit: number,
  include: readonly string[],
  notes: string[],
): Pick<ScrapePageOutput, "links" | "tables"> {
  const parts: Pick<ScrapePageOutput, "links" | "tables"> = {};
  if (include.includes("links")) {
    if (links.length > limit)
      notes.push(`${limit} of ${links.length} links are shown. Raise limit, or select a part of the page.`);
    parts.links = links.slice(0, limit).map((link) => ({ ...link }));
  }
  if (include.includes("tables")) {
    const cut = tables.filter(({ rows }) => rows.length > limit).length;
    if (cut > 0)
      notes.push(
        `${cut} of ${tables.length} tables have more than ${limit} rows. Raise limit, or select "tr" to page through them.`,
      );
    parts.tables = tables.map(({ caption, headers, rows }) => ({
      ...(caption !== undefined && { caption }),
      headers: [...headers],
      rows: rows.slice(0, limit).map((row) => [...row]),
      total: rows.length,
    }));
  }
  return parts;
}

function htmlOf({ body, headers, url }: WebAnswer): Promise<DecodedBody> {
  const type = headers["content-type"];
  const media = mediaTypeOf(type);
  if (media !== "" && !/html|xml/.test(media)) {
    throw new ToolError("unsupported", `${url} is ${media}, not a web page.`, { hint: "Use {fetch_url}." });
  }
  return decodeBody(body, type);
}

function checkOffset(offset: number, total: number, unit: string): void {
  if (offset === 0 || offset < total) return;
  throw new ToolError("invalid_input", `offset ${offset} is past the end: there are ${total} ${unit}.`, {
    hint: "Use next_offset from the previous call.",
    data: { total },
  });
}

/** A position that does not part a character. */
function wholeEnd(text: string, at: number): number {
  const end = Math.min(at, text.length);
  return /[\ud800-\udbff]/.test(text[end - 1] ?? "") && end < text.length ? end - 1 : end;
}

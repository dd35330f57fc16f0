import { isTooDeep } from "@holdall/tool-kit";
import { type DocumentParts, lineOf, resolveUrl, textOf } from "../tree.ts";

/** A page's metadata in its head. */
export interface PageMetadata {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly byline?: string | undefined;
  readonly published?: string | undefined;
  readonly language?: string | undefined;
  readonly canonical?: string | undefined;
  readonly site?: string | undefined;
  readonly image?: string | undefined;
  readonly feeds: readonly { readonly title: string; readonly type: string; readonly url: string }[];
  /** Every `og:`, `article:`, `twitter:`, `dc.` and named meta element; the first of each name. */
  readonly meta: Readonly<Record<string, string>>;
  readonly jsonLd: readonly unknown[];
  /** What could not be read, such as JSON-LD that is not JSON. */
  readonly problems: readonly string[];
}

/** Read the head of a page. `base` makes addresses absolute. */
export function readMetadata({ head, language }: DocumentParts, base: string): PageMetadata {
  const meta: Record<string, string> = {};
  const feeds: { title: string; type: string; url: string }[] = [];
  const jsonLd: unknown[] = [];
  const problems: string[] = [];
  let title: string | undefined;
  let canonical: string | undefined;
  for (const found of head) {
    const { attributes } = found;
    if (found.tag === "title") title ??= lineOf(found) || undefined;
    if (found.tag === "meta" && attributes.content !== undefined) {
      const names =
        attributes.property ??
        attributes.name ??
        attributes.itemprop ??
        (attributes["http-equiv"] && `http-equiv:${attributes["http-equiv"]}`);
      for (const name of names?.toLowerCase().split(/\s+/).filter(Boolean) ?? []) {
        if (name !== "__proto__" && !Object.hasOwn(meta, name)) meta[name] = attributes.content.trim();
      }
    }
    if (found.tag === "link" && attributes.href) {
      const relations = (attributes.rel ?? "").toLowerCase().split(/\s+/);
      const url = resolveUrl(attributes.href, base);
      if (relations.includes("canonical")) canonical ??= url;
      const type = attributes.type?.toLowerCase() ?? "";
      if (relations.includes("alternate") && /rss|atom|feed\+json|json/.test(type) && !type.includes("oembed")) {
        feeds.push({ title: attributes.title ?? "", type, url });
      }
    }
    if (found.tag === "script") readJsonLd(textOf(found), jsonLd, problems);
  }
  const first = (...names: readonly string[]) => names.map((name) => meta[name]).find(Boolean);
  const linked = jsonLd.flatMap(describedThings);
  const image = first("og:image", "og:image:url", "twitter:image");
  return {
    title:
      first("og:title", "twitter:title", "dc.title", "dcterms.title") ??
      linked.map(({ headline }) => text(headline)).find(Boolean) ??
      title,
    description: first("og:description", "description", "twitter:description", "dc.description"),
    byline:
      first("author", "article:author", "parsely-author", "dc.creator") ??
      linked.map(({ author }) => names(author)).find(Boolean),
    published:
      first("article:published_time", "parsely-pub-date", "dc.date", "dcterms.created", "date") ??
      linked.map(({ datePublished }) => text(datePublished)).find(Boolean),
    language: language ?? first("og:locale", "http-equiv:content-language"),
    canonical: canonical ?? (meta["og:url"] && resolveUrl(meta["og:url"], base)),
    site: first("og:site_name", "application-name"),
    image: image && resolveUrl(image, base),
    feeds,
    meta,
    jsonLd,
    problems,
  };
}

type JsonObject = Readonly<Record<string, unknown>>;

function describedThings(data: unknown): JsonObject[] {
  if (Array.isArray(data)) return data.slice(0, 100).flatMap((item) => (isThing(item) ? [item] : []));
  if (!isThing(data)) return [];
  return Array.isArray(data["@graph"]) ? [data, ...data["@graph"].filter(isThing)] : [data];
}

function isThing(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function names(value: unknown): string | undefined {
  const people = (Array.isArray(value) ? value : [value]).map(
    (person) => text(person) ?? (isThing(person) ? text(person.name) : undefined),
  );
  return people.filter(Boolean).join(", ") || undefined;
}

/** Levels that data about a page has at most; it is walked and rewritten. */
const maxLevels = 50;

/** The JSON of a data script without the comment or CDATA marks that some pages put around it. */
export function bareJson(source: string): string {
  return source
    .replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|(?:\/\/\s*)?<!\[CDATA\[)/, "")
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|(?:\/\/\s*)?\]\]>)\s*;?\s*$/, "");
}

/** Parse one block of JSON-LD. Trailing commas and raw line breaks in strings are common, and tried away. */
export function readJsonLd(source: string, into: unknown[], problems: string[]): void {
  const bare = bareJson(source);
  if (bare.trim() === "") return;
  const repaired = () => bare.replace(/[\n\r\t]+/g, " ").replace(/,\s*([\]}])/g, "$1");
  for (const attempt of [() => bare, repaired]) {
    try {
      const data: unknown = JSON.parse(attempt());
      if (isTooDeep(data, maxLevels)) problems.push("A JSON-LD script is nested too deep.");
      else into.push(data);
      return;
    } catch {
      // Without the parser's words, which quote the page: notes are outside the marks around it.
      if (attempt === repaired) problems.push("A JSON-LD script is not valid JSON.");
    }
  }
}

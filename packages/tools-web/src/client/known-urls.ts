import type { Call, Middleware, Policy } from "@holdall/tool-core";
import { canonicalUrl } from "./safe-url.ts";

export interface KnownUrlsOptions {
  /** The decision for an unknown URL: deny or ask. */
  readonly otherwise?: "deny" | "ask" | undefined;
  /** Hosts, including subdomains, of which every URL is allowed. */
  readonly domains?: readonly string[] | undefined;
  /** Texts of the user so far. Use `add` for later ones. */
  readonly texts?: readonly string[] | undefined;
}

/** The URLs that were named in one conversation. */
export interface KnownUrls {
  /** A policy for calls with a `url`. Makes no decision on others. Combine it with `strictest`, before policies that allow. */
  readonly policy: Policy;
  /** Middleware that records URLs from the results of web_search, web_fetch, fetch_url and scrape_page. */
  readonly middleware: Middleware;
  /** Add URLs from a text of the user; `example.com/page` counts as one. */
  add(text: string): void;
  /** Get all known URLs, for storage: `add(urls().join("\n"))` restores them. */
  urls(): readonly string[];
}

/** URLs that are remembered, the latest. */
const maxUrls = 100_000;

/**
 * Allow only URLs that the user or an earlier result contained verbatim, so that a page cannot make the model leak data in a
 * URL. Create one for each conversation.
 */
export function knownUrls({ otherwise = "deny", domains = [], texts = [] }: KnownUrlsOptions = {}): KnownUrls {
  const known = new Map<string, string>();
  const trusted = domains.map((domain) => domain.toLowerCase().replace(/^(\*\.|\.)/, ""));
  const learn = (urls: Iterable<string>) => {
    for (const url of urls) {
      const key = keyOf(url);
      if (key === undefined) continue;
      known.delete(key);
      known.set(key, url);
      if (known.size > maxUrls) known.delete(known.keys().next().value ?? "");
    }
  };
  const add = (text: string) => learn(urlsIn(text, { bare: true }));
  texts.forEach(add);

  return {
    policy({ tool, input, access }) {
      const url = access?.action === "network" && Object(input).url;
      if (typeof url !== "string") return undefined;
      const key = keyOf(url);
      if (key === undefined || known.has(key) || isBelow(new URL(canonicalUrl(url)).hostname, trusted))
        return undefined;
      if (otherwise === "ask") {
        return {
          effect: "ask",
          prompt: `${tool.title}: ${access?.target}, which neither you nor an earlier result mentioned`,
        };
      }
      return {
        effect: "deny",
        reason:
          "Neither the user nor an earlier result mentioned this URL. Search for it, follow a link, or ask the user for it.",
      };
    },
    async middleware(call, next) {
      const result = await next(call);
      if (result.ok) for (const text of wordsOfOthers(call, result.output)) learn(urlsIn(text));
      return result;
    },
    add,
    urls: () => [...known.values()],
  };
}

/** One name for what is the same page in practice: with or without `www.`, a last slash, encryption, an anchor. */
function keyOf(url: string): string | undefined {
  try {
    return canonicalUrl(url)
      .replace(/^https?:\/\/(www\.)?/, "")
      .replace(/\/$/, "");
  } catch {
    return undefined;
  }
}

const isBelow = (host: string, domains: readonly string[]) =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`));

/** Readings of one address that are tried, where it is not plain where it ends. */
const maxReadings = 8;

/** Addresses that a text names. Where one may end at several places, in brackets or before a full stop, each is one. */
export function* urlsIn(text: string, { bare = false } = {}): Generator<string, void, void> {
  for (const [written] of text.matchAll(/https?:\/\/[^\s<>"`\\^|]{1,2048}/gi)) yield* readingsOf(written);
  if (!bare) return;
  const names =
    /(?<![\w@/.:%-])(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}(?![\w@.-]*@)(?:[/?][^\s<>"`\\^|]{0,2048})?/gi;
  for (const [written] of text.matchAll(names)) yield* readingsOf(`https://${written}`);
}

/** An address as far as it may go, and up to each bracket, quote or mark that may be the text's own. */
function* readingsOf(written: string): Generator<string, void, void> {
  const ends = [...written.matchAll(/(?<![.,;:!?*_~])[.,;:!?*_~]*(?:[)\]}'»“”]|$)/g)].map(({ index }) => index);
  for (const end of [...new Set([written.length, ...ends])].slice(0, maxReadings)) {
    if (end > 0) yield written.slice(0, end);
  }
}

/** Tools whose results say what others have written. */
const sources = new Set(["web_search", "web_fetch", "fetch_url", "scrape_page"]);

/** Fields that hold what the model has said, or a model for it. */
const own = new Set(["query", "notes", "tried"]);

/** Every text of a web tool's output that its caller cannot have put there. */
export function* wordsOfOthers({ tool, input }: Pick<Call, "tool" | "input">, output: unknown): Generator<string> {
  // A server may repeat the headers it was sent.
  if (sources.has(tool.name) && Object(input).headers === undefined) yield* textsOf(output, "");
}

function* textsOf(value: unknown, name: string): Generator<string> {
  if (own.has(name)) return;
  if (typeof value === "string") {
    if (name !== "answer") yield value;
  } else if (Array.isArray(value)) {
    for (const item of value) yield* textsOf(item, "");
  } else if (typeof value === "object" && value !== null) {
    // Keys may be the caller's; an answer is a model's, but its passages are the page's.
    const entries = Object.entries(name === "answer" ? { passages: Object(value).passages } : value);
    for (const [key, item] of entries) yield* textsOf(item, key);
  }
}

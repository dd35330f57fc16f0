import type { Middleware, Policy } from "@holdall/tool-core";
import { urlsIn } from "./known-urls/urls-in.ts";
import { wordsOfOthers } from "./known-urls/words-of-others.ts";
import { canonicalUrl } from "./safe-url.ts";

export interface KnownUrlsOptions {
  /** What becomes of a URL that nobody has named: it is refused, or a person is asked. */
  readonly otherwise?: "deny" | "ask" | undefined;
  /** Hosts of which every URL may be asked for, and those below them. */
  readonly domains?: readonly string[] | undefined;
  /** What the user has written so far; `add` takes the rest. */
  readonly texts?: readonly string[] | undefined;
}

/** What is known to have been named in one conversation. */
export interface KnownUrls {
  /** Judges calls that name a `url`, abstains on the rest: goes in front of what allows, with `strictest`. */
  readonly policy: Policy;
  /** Learns URLs from what web_search, web_fetch, fetch_url and scrape_page find. */
  readonly middleware: Middleware;
  /** Learn URLs from what the user has written; `example.com/page` counts as one. */
  add(text: string): void;
  /** Everything that is known, for keeping: `add(urls().join("\n"))` brings it back. */
  urls(): readonly string[];
}

/** URLs that are remembered, the latest. */
const most = 100_000;

/**
 * Let a model ask only for URLs that the user or an earlier result has named word for word, so that no page can make it
 * carry out what it knows in a URL of its own making. One for each conversation.
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
      if (known.size > most) known.delete(known.keys().next().value ?? "");
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
          prompt: `${tool.title}: ${access?.target}, which neither you nor an earlier result has named`,
        };
      }
      return {
        effect: "deny",
        reason:
          "Neither the user nor an earlier result has named this URL. Search for it, follow a link, or ask the user for it.",
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

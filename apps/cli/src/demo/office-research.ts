import { pick } from "./pick.ts";
import type { Answer } from "./scripted-model.ts";

export interface Finding {
  readonly what: string;
  readonly until: string;
  readonly source: string;
}

/**
 * How the scripted model finds things out: it searches, reads each page, and keeps what stands there with its address. The
 * only part of the demo that knows by which tools that is done.
 */
export function* findOut(question: string): Generator<Answer, Finding[], readonly string[]> {
  let read = yield { say: "I look it up first.", calls: [{ tool: "web_search", input: { query: question } }] };
  const found = (read[0] ?? "").match(/http:\/\/127\.0\.0\.1:\d+\/\w+/g) ?? [];
  const urls = [...new Set(found)];
  pick(String(urls.length), /^3$/, "three pages");

  read = yield {
    say: "Three suppliers. I read each page, and take only what stands on it.",
    calls: urls.map((url) => ({ tool: "web_fetch", input: { url } })),
  };
  return read.map((page, at) => ({
    what: pick(page, /(\w+): deliveries in December/, "what the page is about"),
    until: pick(page, /Orders until (\d+ December)/, "the last day"),
    source: urls[at] ?? "",
  }));
}

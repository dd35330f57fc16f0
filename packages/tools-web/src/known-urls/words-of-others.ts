import type { Call } from "@holdall/tool-core";

/** Tools whose results say what others have written. */
const sources = new Set(["web_search", "web_fetch", "fetch_url", "scrape_page"]);

/** Fields that hold what the model has said, or a model for it. */
const own = new Set(["query", "notes", "warnings", "tried"]);

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

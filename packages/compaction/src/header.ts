import type { MessageLike } from "./message.ts";
import type { Past } from "./past.ts";
import { type PinnedState, renderPinned } from "./pinned-state.ts";
import { renderSummary } from "./summary.ts";

/** Characters of a request that are repeated word for word; a longer one is cut, and says so. */
const maxVerbatim = 8000;

/** The message in place of what was cut away. */
export function headerMessage(past: Past, pinned: PinnedState): MessageLike {
  const { count, first, last, between, failed, unlisted, removed, places, summary } = past;
  const state = renderPinned(pinned);
  const names = Object.entries(removed).sort(([a], [b]) => (a < b ? -1 : 1));
  const results = names.reduce((sum, [, each]) => sum + each, 0);
  const sections = [
    `# Notes of the conversation so far\n${count} earlier messages were removed to make room. The conversation continues below.`,
    first !== null && `## The user's first request\n${verbatim(first, places)}`,
    between.length > 0 &&
      `## Requests in between\n${unlistedLine(unlisted.requests, "request", places)}${between.map((text) => `- ${text.replaceAll("\n", "\n  ")}`).join("\n")}`,
    last !== null && `## The user's latest request before this point\n${verbatim(last, places)}`,
    summary && `## Summary, written by a model\n${renderSummary(summary).join("\n")}`,
    state.length > 0 && `## State of the session, as it is now\n${state.join("\n")}`,
    failed.length > 0 &&
      `## Calls that failed: do not repeat them unchanged\n${unlistedLine(unlisted.failed, "failed call", places)}${failed
        .map(({ call, error, count: times }) => `- ${call} → ${error}${times > 1 ? ` (${times} times)` : ""}`)
        .join("\n")}`,
    results > 0 &&
      `## Removed\n${results} ${results === 1 ? "result was" : "results were"} removed: ${names.map(([tool, each]) => `${tool} ×${each}`).join(", ")}. Values that are not written here must be read again, never guessed.`,
    places.length > 0 && `The removed messages can be read in: ${places.join(", ")}`,
  ];
  const content = sections.filter((section) => typeof section === "string").join("\n\n");
  return { role: "user", content, providerOptions: { holdall: { past } } } as MessageLike;
}

/** A line about what is too old to be listed; nothing if there is none. */
function unlistedLine(count: number, what: string, places: readonly string[]): string {
  if (count === 0) return "";
  const where = places.length > 0 ? `; read ${places.join(", ")}` : "";
  return `- [${count} earlier ${what}${count === 1 ? " is" : "s are"} not listed${where}]\n`;
}

function verbatim(text: string, places: readonly string[]): string {
  if (text.length <= maxVerbatim) return text;
  const where = places.length > 0 ? `; the rest is in ${places.at(-1)}` : "";
  return `${text.slice(0, maxVerbatim).toWellFormed()}\n[${text.length - maxVerbatim} characters cut${where}]`;
}

/** Between the notes and a message of the user, so that roles alternate. */
export const acknowledgement: MessageLike = {
  role: "assistant",
  content: "I have read the notes and continue from there.",
};

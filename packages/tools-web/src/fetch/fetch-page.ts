import { type ToolContext, ToolError } from "@holdall/tool-core";
import { leftOut, sha256Hex, toBase64 } from "@holdall/tool-kit";
import { withOwnServers } from "../client/own-servers.ts";
import { canonicalUrl } from "../client/safe-url.ts";
import type { WebAnswer, WebClient } from "../client/web-client.ts";
import { createNeutralizer } from "../html/page/neutral-text.ts";
import { retryAfter } from "../http/headers.ts";
import type { WebToolsOptions } from "../options.ts";
import { type Answer, askModel } from "./ask-model.ts";
import type { Fetched, WebFetchInput } from "./fetched.ts";
import { type PagePart, partOf } from "./page-parts.ts";
import { type Format, type Snapshot, takeSnapshot } from "./snapshot.ts";

export type FetchPage = (asked: WebFetchInput, ctx: ToolContext) => Promise<Fetched>;

/** What is asked for first; a page's own Markdown only where Markdown is wanted. */
const accept: Readonly<Record<Format, string>> = {
  markdown: "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5",
  text: "text/html, application/xhtml+xml, text/plain;q=0.9, */*;q=0.5",
  html: "text/html, application/xhtml+xml, */*;q=0.5",
  links: "text/html, application/xhtml+xml, */*;q=0.5",
  json: "application/json, text/html;q=0.8, */*;q=0.5",
};

/** Open a function that fetches pages. Each page is read once per format while its response is stored. */
export function openFetchPage(client: WebClient, options: WebToolsOptions): FetchPage {
  const { pdf, model, contentSignal = "honor", ownServers } = options;
  const known = new WeakMap<Uint8Array, Partial<Record<Format, Snapshot>>>();

  return async (asked, ctx) => {
    const { signal, require } = ctx;
    const { url, prompt, format = "markdown", offset = 0, max_chars = 20_000, find, section, fresh = false } = asked;
    const maxAge = fresh ? 0 : offset > 0 ? Number.POSITIVE_INFINITY : undefined;
    const headers = { accept: accept[format] };
    const given = await withOwnServers(client, ownServers?.(ctx)).request(url, { headers, signal, require, maxAge });
    const snapshot = await read(given, format, signal);
    const answer = forwarded(given, snapshot);
    const isCut = answer.truncated || snapshot.isCut === true;
    const notes = [...notesOn(answer, offset), ...snapshot.notes];
    const common = factsOf(answer, canonicalUrl(url), snapshot, await sha256Hex(answer.body));
    if (contentSignal === "honor" && refusesModels(common.content_signal)) {
      return { ...common, ...withheld, notes: [...notes, withheldNote] };
    }
    if (prompt !== undefined && model) {
      const reply = await replyOf(prompt, answer, snapshot, isCut, signal);
      if (typeof reply !== "string") {
        const neutral = createNeutralizer();
        const words = { ...reply, text: neutral.text(reply.text) };
        notes.push(...neutral.notes());
        const hasPlace = offset > 0 || find !== undefined || section !== undefined;
        if (hasPlace) notes.push("A prompt applies to the whole page: find, section and offset were ignored.");
        return { ...common, ...answered(words, snapshot.text.length, isCut, notes) };
      }
      notes.push(reply);
    }
    const image = snapshot.isImage && { image: { media_type: snapshot.mediaType, base64: toBase64(answer.body) } };
    const part = partOf(snapshot, { offset, max_chars, section, find, anchor: anchorOf(url), url: answer.url });
    return { ...common, ...image, ...shown(part, isCut), notes: [...part.notes, ...notes] };
  };

  async function read(answer: WebAnswer, format: Format, signal: AbortSignal): Promise<Snapshot> {
    const taken = known.get(answer.body) ?? {};
    known.set(answer.body, taken);
    try {
      taken[format] ??= await takeSnapshot(answer, { format, pdf, signal });
      return taken[format];
    } catch (thrown) {
      if (!ToolError.is(thrown)) throw thrown;
      throw new ToolError(thrown.code, `${answer.url}: ${thrown.message}`, { hint: thrown.hint, cause: thrown });
    }
  }

  /** What the model answers, or why there is no answer of it. */
  async function replyOf(
    prompt: string,
    { url, status }: WebAnswer,
    { text }: Snapshot,
    isCut: boolean,
    signal: AbortSignal,
  ): Promise<Answer | string> {
    if (!model || text === "" || status >= 400) {
      return "The prompt was not sent to a model: there is no page to answer it from.";
    }
    try {
      return await askModel(model, { prompt, text, url, isCut, signal });
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      return "The model that answers prompts failed. This is the page itself.";
    }
  }
}

/** The answer, with the page's own way onward as a redirect that was not followed. */
function forwarded(answer: WebAnswer, { forwardsTo }: Snapshot): WebAnswer {
  if (!forwardsTo || answer.redirect) return answer;
  return { ...answer, redirect: { to: forwardsTo, reason: "the page itself sends its readers there" } };
}

function factsOf(answer: WebAnswer, url: string, snapshot: Snapshot, hash: string) {
  const { title, byline, published, language } = snapshot;
  const { "content-signal": signal } = answer.headers;
  const wait = retryAfter(answer.headers, Date.now());
  return {
    url,
    final_url: answer.url,
    status: answer.status,
    content_type: snapshot.mediaType,
    ...(title && { title }),
    ...(byline && { byline }),
    ...(published && { published }),
    ...(language && { language }),
    total: snapshot.text.length,
    extraction: snapshot.extraction,
    links_count: snapshot.links,
    bytes: answer.body.length,
    sha256: hash,
    from_cache: answer.keptSince !== undefined,
    fetched_at: new Date(answer.keptSince ?? Date.now()).toISOString(),
    ...(answer.redirect && { redirect: { ...answer.redirect } }),
    ...(wait !== undefined && { retry_after: wait }),
    ...(signal && { content_signal: createNeutralizer().text(signal) }),
    checked: answer.checked,
  };
}

function notesOn(
  { redirect, truncated, body, headers, checked, keptSince, status }: WebAnswer,
  offset: number,
): string[] {
  const wait = retryAfter(headers, Date.now());
  return [
    redirect &&
      `It redirects to ${redirect.to}. Not followed: ${redirect.reason}. Call again with that URL if you want it.`,
    status >= 400 && `The server answered with status ${status}: this is its error page.`,
    headers["cf-mitigated"] === "challenge" &&
      "The site requires a human in a browser (CAPTCHA). Look for the same facts elsewhere.",
    wait !== undefined && `The server asks to retry after ${wait} s.`,
    truncated && `The response is larger than the ${body.length} bytes that were read; this tool cannot read the rest.`,
    offset > 0 &&
      keptSince === undefined &&
      "The first response is no longer cached: this part is from a new one, which may differ.",
    checked === "literals" && "The address behind the host name could not be checked here.",
  ].filter((note) => typeof note === "string");
}

const refusesModels = (signal = "") => /(^|[,;\s])ai-input\s*=\s*no\b/i.test(signal);

const withheld = { text: "", offset: 0, next_offset: null, ...leftOut({ not_permitted: true }) };
const withheldNote =
  "The site does not allow models to read this page (content-signal: ai-input=no), so its text is omitted. Only the user can change that, in the settings of the web tools.";

function shown({ notes: _, section, found, ...part }: PagePart, isCut: boolean) {
  return {
    ...part,
    ...leftOut({ too_large: isCut }),
    ...(section && { section }),
    ...(found && { found: { total: found.matches, windows: found.windows.map((window) => ({ ...window })) } }),
  };
}

function answered({ text, passages, dropped, seen }: Answer, total: number, isCut: boolean, notes: string[]) {
  const unseen = total - seen.reduce((sum, { offset, end }) => sum + end - offset, 0);
  const parts = seen.map(({ offset, end }) => `${offset} to ${end}`).join(", ");
  return {
    text: "",
    offset: 0,
    next_offset: null,
    ...leftOut({ too_large: isCut, unseen, unsupported: dropped }),
    answer: {
      text,
      passages: passages.map((passage) => ({ ...passage })),
      seen: seen.map((span) => ({ ...span })),
    },
    notes: [
      ...(passages.length === 0 ? ["No passage of the page supports this answer. Check it with find."] : []),
      ...(dropped > 0 ? [`${dropped} of the quoted passages do not occur in the page and were omitted.`] : []),
      ...(unseen === 0 ? [] : [`The model saw only characters ${parts} of ${total}.`]),
      ...notes,
    ],
  };
}

/** What is after # in a URL as it was written. */
function anchorOf(url: string): string | undefined {
  const at = url.indexOf("#");
  const written = at < 0 ? "" : url.slice(at + 1);
  try {
    return decodeURIComponent(written) || undefined;
  } catch {
    return written;
  }
}

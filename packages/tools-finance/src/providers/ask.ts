import { abortedError, ToolError } from "@holdall/tool-core";
import type { FinanceIo } from "./provider.ts";
import { type Fields, parseExact } from "./read.ts";

/** Who is asked, as messages call it. */
export interface ProviderLabel {
  readonly label: string;
  /** The setting that holds the key. */
  readonly keyName?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The answer as JSON with numbers as text; `undefined` where it is none. */
  readonly json: unknown;
  /** Seconds to wait, where the provider says so. */
  readonly retryAfter: number | undefined;
}

/** Ask once. Errors are in words of our own: those of others may name the URL, and a URL may hold a key. */
export async function ask(
  asked: ProviderLabel,
  url: string,
  headers: Readonly<Record<string, string>>,
  { client, signal, now }: FinanceIo,
): Promise<Answer> {
  let answer: Awaited<ReturnType<typeof client.request>>;
  try {
    answer = await client.request(url, {
      ...{ method: "GET", headers: { accept: "application/json", ...headers }, timeout: 15_000, maxBytes: 5_000_000 },
      ...{ maxAge: 0, redirects: "none", robots: false, signal },
    } as const);
  } catch (thrown) {
    if (signal.aborted) throw abortedError(signal.reason);
    throw unreached(asked, thrown);
  }
  const text = new TextDecoder().decode(answer.body);
  return { status: answer.status, text, json: jsonOf(text), retryAfter: waitOf(answer.headers["retry-after"], now()) };
}

/** Ask for JSON, and throw for the statuses that mean the same everywhere. */
export async function askJson(
  asked: ProviderLabel,
  url: string,
  headers: Readonly<Record<string, string>>,
  io: FinanceIo,
): Promise<Answer & { readonly fields: Fields }> {
  const answer = await ask(asked, url, headers, io);
  const { status, json, retryAfter } = answer;
  if (status === 429) throw limited(asked, `HTTP ${status}`, retryAfter);
  if (status === 401 && asked.keyName !== undefined) throw refusedKey(asked, `HTTP ${status}`);
  if (status >= 500 || (status >= 300 && status < 400)) throw failed(asked, `answered with HTTP ${status}`);
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw unreadable(asked);
  return { ...answer, fields: json as Fields };
}

function unreached({ label }: ProviderLabel, thrown: unknown): ToolError {
  if (!ToolError.is(thrown)) return failed({ label }, "could not be reached");
  const { code } = thrown;
  if (code === "permission_denied")
    return new ToolError("unavailable", `${label} was not called: its address is not allowed.`, {
      hint: "Tell the user, or name another provider.",
    });
  if (code === "timeout")
    return new ToolError("timeout", `${label} did not answer in time.`, {
      hint: "Try again, or name another provider.",
    });
  return failed({ label }, `could not be reached (${code})`);
}

function jsonOf(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

function waitOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(Math.min(seconds, 86_400)) : undefined;
}

/** The limit of a plan, in every form in which it is reported. */
export function limited({ label }: ProviderLabel, how: string, retryAfter = 60): ToolError {
  return new ToolError("unavailable", `${label} is rate limiting (${how}).`, {
    hint: `Wait ${retryAfter} seconds, or name another provider.`,
    data: { retry_after: retryAfter },
  });
}

export const refusedKey = ({ label, keyName = "its key" }: ProviderLabel, how: string): ToolError =>
  new ToolError("permission_denied", `${label} rejected the key in ${keyName} (${how}).`, {
    hint: `Tell the user to set ${keyName} to a valid key; asking again will not help.`,
  });

export const failed = ({ label }: ProviderLabel, what: string): ToolError =>
  new ToolError("unavailable", `${label} ${what}.`, { hint: "Try again later, or name another provider." });

export const unreadable = ({ label }: ProviderLabel): ToolError =>
  new ToolError("parse_error", `${label} returned a response in an undocumented form.`, {
    hint: "Try again later, or name another provider.",
  });

export const unknownTo = ({ label }: ProviderLabel, what: string, hint: string): ToolError =>
  new ToolError("not_found", `${label} does not know ${what}.`, { hint });

import { abortedError, ToolError, type ToolErrorDetails } from "@holdall/tool-core";
import type { WebAnswer, WebRequest } from "../client/web-client.ts";
import { retryAfter } from "../http/headers.ts";
import type { SearchIo } from "./providers/provider.ts";

/** Who is asked, as messages call it. */
export interface ServiceDescription {
  readonly label: string;
  /** The setting that holds the key. */
  readonly keyName?: string | undefined;
  /** Whether an answer says that the key is wrong; 401 and 403 do by default. */
  readonly refusesKey?: (status: number, body: string) => boolean;
  /** Added to every message. */
  readonly note?: string | undefined;
  /** What is set up wrongly when it forbids the search or answers in another form. */
  readonly fix?: string | undefined;
}

const quotaStatuses = new Set([402, 432, 433]);

/** Send one request to a provider and return an answer that is not an error. No message holds anything of headers or body. */
export async function ask(
  asked: ServiceDescription,
  url: string,
  request: WebRequest,
  io: SearchIo,
): Promise<WebAnswer> {
  const { client, signal, require } = io;
  let answer: WebAnswer;
  try {
    answer = await client.request(url, {
      timeout: 15_000,
      maxBytes: 5_000_000,
      maxAge: 0,
      ...request,
      signal,
      require,
    });
  } catch (cause) {
    if (signal.aborted) throw abortedError(signal.reason);
    if (ToolError.is(cause)) throw cause;
    throw failure(asked, "could not be reached", { cause });
  }
  if (answer.status >= 300) throw refused(asked, answer, io);
  return answer;
}

/** The same for a JSON answer. */
export async function askJson(
  asked: ServiceDescription,
  url: string,
  request: WebRequest,
  io: SearchIo,
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { accept: "application/json", ...request.headers };
  const answer = await ask(asked, url, { ...request, headers, robots: false }, io);
  try {
    const value: unknown = JSON.parse(bodyText(answer));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, without the body, which is untrusted.
  }
  throw unreadable(asked);
}

/** POST a JSON body and read a JSON answer. */
export function postJson(
  asked: ServiceDescription,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  io: SearchIo,
): Promise<Readonly<Record<string, unknown>>> {
  const all = { ...headers, "content-type": "application/json" };
  return askJson(asked, url, { method: "POST", headers: all, body: JSON.stringify(body) }, io);
}

export const bodyText = ({ body }: WebAnswer): string => new TextDecoder().decode(body);

/** The error for an answer that is not in the form this provider is known for. */
export const unreadable = ({
  label,
  note,
  fix = "Try again later, or set the key of another search provider.",
}: ServiceDescription) =>
  new ToolError("parse_error", sentence(`${label} returned something other than search results`, note), {
    hint: fix,
  });

/** The error of a provider that gives no answer now. */
export function failure({ label, note }: ServiceDescription, what: string, details: ToolErrorDetails = {}): ToolError {
  return new ToolError("unavailable", sentence(`${label} ${what}`, note), {
    hint: "Try again later, or set the key of another search provider.",
    ...details,
  });
}

const sentence = (what: string, note?: string) => [`${what}.`, note].filter(Boolean).join(" ");

function refused(asked: ServiceDescription, answer: WebAnswer, { now }: SearchIo): ToolError {
  const { label, keyName, note, fix, refusesKey = (code) => code === 401 || code === 403 } = asked;
  const { status } = answer;
  const data = { status };
  if (status === 429) {
    const told = retryAfter(answer.headers, now());
    const seconds = told === undefined ? undefined : Math.min(told, 3600);
    const data = { status, ...(seconds !== undefined && { retry_after: seconds }) };
    const hint = `Wait ${seconds === undefined ? "a minute" : `${seconds} seconds`}, or set the key of another search provider.`;
    return failure(asked, "is rate limiting (HTTP 429)", { data, hint });
  }
  if (quotaStatuses.has(status))
    return failure(asked, `has no searches left on this plan (HTTP ${status})`, {
      data,
      hint: `Tell the user: the plan behind ${keyName ?? label} is used up.`,
    });
  if (keyName !== undefined && refusesKey(status, bodyText(answer)))
    return new ToolError(
      "permission_denied",
      sentence(`${label} refused the key in ${keyName} (HTTP ${status})`, note),
      {
        hint: `Tell the user to set ${keyName} to a valid key; searching again will not help.`,
        data,
      },
    );
  if (answer.redirect) return failure(asked, "redirected the search, which is not followed", { data });
  return failure(asked, `answered with HTTP ${status}`, { data, ...(status === 403 && fix && { hint: fix }) });
}

import { ToolError } from "@holdall/tool-core";
import {
  fillSecrets,
  isSecretName,
  placeOfUrl,
  refuseLeaks,
  replaceSecrets,
  type Secrets,
  secretFor,
  secretInfo,
  secretNames,
} from "@holdall/tool-kit/secrets";
import type { SafeUrl } from "../client/safe-url.ts";
import { toSafeUrl } from "../client/safe-url.ts";
import type { UrlRules } from "./rules.ts";
import type { Outgoing } from "./transport.ts";

/** One hop as it is sent. */
interface Hop extends Pick<Outgoing, "headers" | "body"> {
  readonly url: SafeUrl;
}

/**
 * Put values in for the references of one hop, as far as the user has named its host for them. Throws `permission_denied` for
 * another host, for a reference in the host or path of a URL, and for a value that is there already.
 */
export function putSecrets(hop: Hop, secrets: Secrets, rules: UrlRules): Hop {
  const { url, headers, body } = hop;
  const text = typeof body === "string" ? body : body && new TextDecoder().decode(body);
  refuseLeaks(
    secrets,
    [url, ...Object.keys(headers), ...Object.values(headers), ...(text ? [text] : [])],
    `The request to ${new URL(url).host}`,
  );
  const place = placeOfUrl(url);
  const fill = (value: string) => fillSecrets(value, secrets, place);
  return {
    url: withQuery(url, secrets, rules),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerValue(name, fill(value))])),
    // A body can be a text about anything; only names of secrets stand for values in it.
    body:
      text !== undefined && secretNames(text).some((name) => isSecretName(secrets, name))
        ? replaceSecrets(text, (name, written) =>
            isSecretName(secrets, name) ? secretFor(secrets, name, place) : written,
          )
        : body,
  };
}

function withQuery(url: SafeUrl, secrets: Secrets, rules: UrlRules): SafeUrl {
  const parsed = new URL(url);
  // Values are filled as they are decoded, where a reference may be one that the URL spells in another way.
  const names = [url, ...parsed.searchParams.values()].flatMap(secretNames);
  if (names.length === 0) return url;
  const place = placeOfUrl(url);
  const elsewhere = [parsed.origin, parsed.pathname, ...parsed.searchParams.keys()].flatMap(secretNames)[0];
  if (elsewhere !== undefined)
    throw notInUrl(elsewhere, "In a URL, a secret is put only into the value of a query parameter");
  const closed = names.find((name) => !secretInfo(secrets, name).query);
  if (closed !== undefined) throw notInUrl(closed, `The user has not allowed secret:${closed} in a URL`);
  // Each value separately, so that one with `&` stays a value.
  const filled = Array.from(parsed.searchParams, ([key, value]) => [key, fillSecrets(value, secrets, place)]);
  parsed.search = new URLSearchParams(filled).toString();
  return toSafeUrl(parsed.href, rules, 16_384);
}

const notInUrl = (name: string, what: string) =>
  new ToolError("permission_denied", `${what}. Nothing was sent.`, {
    hint: `Send secret:${name} in a header, such as authorization: Bearer secret:${name}.`,
    data: { secret: name },
  });

/** Values with line breaks would be other headers. The message must not have the value. */
function headerValue(name: string, value: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw new ToolError(
    "invalid_input",
    `The secret for the header ${JSON.stringify(name)} cannot be sent in a header.`,
    {
      hint: "Its value has line breaks or characters beyond Latin-1. Ask the user to correct it.",
    },
  );
}

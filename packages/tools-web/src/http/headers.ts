import { ToolError } from "@holdall/tool-core";

type Headers = Readonly<Record<string, string>>;

/** Headers that say how a message is framed or where it goes; those are not the caller's. */
const framing =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-connection)$/;

/** Headers that say nothing about who asks: all that another origin gets to see. */
const harmless = /^(accept|accept-language|user-agent|cache-control|pragma)$/;

/** Names in lower case. Throws `invalid_input` for what cannot be a header, or is not the caller's to set. */
export function requestHeaders(headers: Headers, userAgent: string): Headers {
  const checked: Record<string, string> = { accept: "*/*", "user-agent": userAgent };
  for (const [name, value] of Object.entries(headers)) {
    const wrong = !/^[\w!#$%&'*+.^`|~-]+$/.test(name)
      ? "is not a valid header name"
      : framing.test(name.toLowerCase())
        ? "is set automatically"
        : !/^[\t\x20-\x7e\x80-\xff]*$/.test(value) && "has a value with line breaks or characters beyond Latin-1";
    if (wrong) {
      throw new ToolError("invalid_input", `The header ${JSON.stringify(name)} ${wrong}.`, { hint: "Leave it out." });
    }
    checked[name.toLowerCase()] = value;
  }
  return checked;
}

/** What goes along to another origin: no credentials under any name. */
export const withoutSender = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.test(name)));

/** What goes along when a redirect turns a POST into a GET. */
export const withoutContent = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("content-")));

/** One text for each name. Cookies are left out, because they must not be used. */
export function flatHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Headers {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (value !== undefined && key !== "set-cookie") flat[key] = typeof value === "string" ? value : value.join(", ");
  }
  return flat;
}

/** Seconds after which the server wants to be asked again, from `retry-after` as seconds or date. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headers["retry-after"]?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

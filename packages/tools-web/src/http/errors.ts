import { abortedError, ToolError } from "@holdall/tool-core";

const again = "Try once more, then use another source.";
const elsewhere = "Use another source.";

/** First fit: codes of Node, undici and zlib, then what to say of the host, and the next move. */
const known: readonly (readonly [RegExp, string, string])[] = [
  [
    /^EAI_/,
    "cannot be found now: the service for names does not answer",
    "This machine may have no network. Try again later, or work without the web.",
  ],
  [
    /^(ENOTFOUND|ENODATA)/,
    "cannot be found: its name has no address",
    "Check the spelling of the host. If it is right, this machine may have no network.",
  ],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)/, "does not accept the connection", again],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|ETIMEOUT)/, "did not accept a connection in time", again],
  [/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/, "failed the TLS certificate check", elsewhere],
  [/^(UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW)/, "sent more than 64 KiB of headers", elsewhere],
  [/^(HPE_|UND_ERR_INFO|UND_ERR_REQ|UND_ERR_INVALID)/, "sent an invalid HTTP response", elsewhere],
  [/^Z_BUF_ERROR/, "sent an incomplete response", again],
  [
    /^(Z_|ERR_BROTLI|ERR__ERROR|BROTLI|ZSTD|ERR_ZSTD|ERR_ZLIB)/,
    "sent a body that its content-encoding cannot decode",
    elsewhere,
  ],
  [
    /^(UND_ERR_RES_CONTENT_LENGTH|UND_ERR_SOCKET|UND_ERR_BODY|ECONNRESET|EPIPE|UND_ERR_ABORTED)/,
    "closed the connection before the response was complete",
    again,
  ],
];

/** What went wrong on the way, for a model. Deadlines become `timeout`, cancelled calls `aborted`, all else `unavailable`. */
export function webError(thrown: unknown, url: string, signal: AbortSignal): ToolError {
  if (ToolError.is(thrown)) return thrown;
  const { host } = new URL(url);
  if (signal.aborted) {
    const stopped = abortedError(signal.reason);
    if (stopped.code !== "timeout") return stopped;
    return new ToolError("timeout", `${host} did not finish its response in time.`, {
      hint: "Try once more, allow more time, or use another source.",
      cause: thrown,
    });
  }
  const code = codeOf(thrown);
  const [, what, hint] = known.find(([codes]) => codes.test(code)) ?? [undefined, "could not be reached", again];
  return new ToolError("unavailable", `${host} ${what}.`, { hint, data: { reason: code || "unknown" }, cause: thrown });
}

function codeOf(thrown: unknown): string {
  const { code, cause, errors } = Object(thrown) as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === "string") return code;
  if (Array.isArray(errors)) return codeOf(errors[0]);
  return cause ? codeOf(cause) : "";
}

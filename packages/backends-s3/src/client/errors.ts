import { type Path, ToolError, type ToolErrorCode } from "@holdall/tool-core";
import { childText, parseXml, type XmlElement } from "./xml.ts";

export * from "@holdall/tool-kit/backends";

export const badName = (path: Path): ToolError =>
  new ToolError(
    "too_large",
    `${path.slice(0, 200)}${path.length > 200 ? "…" : ""} cannot be a key: it has more than 1024 bytes of UTF-8, or half a character.`,
    { hint: "Choose a shorter name, of whole characters.", data: { bytes: new TextEncoder().encode(path).length } },
  );

export const tooLarge = (path: Path | undefined, size: number): ToolError =>
  new ToolError("too_large", `${path ?? "The answer"} has ${size} bytes, too many to read at once.`, {
    hint: "Read it in ranges.",
    data: { path, size },
  });

/** More parts than an upload may have. */
export const tooManyParts = (path: Path): ToolError =>
  new ToolError("too_large", `${path} would have more than 10,000 parts; nothing was written.`, {
    hint: "Set a larger `partSize`, or write several files.",
    data: { path },
  });

/** The store keeps conditions on single requests only, and the content is too large for one. */
export const tooLargeForCondition = (path: Path, max: number): ToolError =>
  new ToolError(
    "too_large",
    `${path} would have more than ${max} bytes, and this store does not support conditions on multipart uploads; nothing was written.`,
    { hint: "Write without a version, or several smaller files.", data: { path, max } },
  );

export const isEncoded = (path: Path, encoding: string): ToolError =>
  new ToolError(
    "unsupported",
    `${path} is stored with Content-Encoding ${encoding}, so its bytes cannot be determined.`,
    {
      hint: "Ask the user to store it again without a Content-Encoding.",
      data: { path, encoding },
    },
  );

export const hasNoEtag = (path: Path): ToolError =>
  new ToolError("unavailable", `The object store returned no ETag for ${path}.`, {
    hint: "In a browser, the bucket's CORS rules must expose the headers ETag and Content-Range; tell the user.",
    data: { path },
  });

export const unsorted = (): ToolError =>
  new ToolError("unsupported", "The object store does not list its keys in byte order.", {
    hint: "Use a general purpose bucket; directory buckets are not sorted.",
  });

type KnownError = readonly [code: ToolErrorCode, what: string, hint: string];

const wrongKeys: KnownError = [
  "permission_denied",
  "the store does not know these credentials",
  "Tell the user to check the access key, the secret and the region.",
];

const elsewhere: KnownError = [
  "unavailable",
  "the bucket is in another region or behind another endpoint",
  "Tell the user to set the region (AWS_REGION) or the endpoint of the bucket.",
];

const outdated: KnownError = [
  "permission_denied",
  "the temporary credentials have expired",
  "Tell the user to renew them; a function as `credentials` is called again automatically.",
];

/** The store's code → ours, the end of a sentence, and the next move. */
const known: Readonly<Record<string, KnownError>> = {
  InvalidAccessKeyId: wrongKeys,
  SignatureDoesNotMatch: wrongKeys,
  ExpiredToken: outdated,
  InvalidToken: outdated,
  TokenRefreshRequired: outdated,
  PermanentRedirect: elsewhere,
  TemporaryRedirect: elsewhere,
  AuthorizationHeaderMalformed: elsewhere,
  IllegalLocationConstraintException: elsewhere,
  NoSuchKey: ["not_found", "it does not exist", "Check the spelling, or list the folder to see what is there."],
  NoSuchUpload: ["unavailable", "the store has dropped the upload", "Write it again."],
  InvalidObjectState: ["unavailable", "it is in an archive", "Ask the user to restore it first."],
  QuotaExceeded: ["unavailable", "the store is full", "Tell the user; free some space before trying again."],
  XMinioStorageFull: ["unavailable", "the store is full", "Tell the user; free some space before trying again."],
  KeyTooLongError: ["too_large", "the name is too long for this store", "Choose a shorter name."],
  EntityTooLarge: ["too_large", "it is larger than the store allows", "Split the content into several files."],
  NotImplemented: ["unsupported", "the store cannot do it", "Try another approach."],
};

const denied: KnownError = [
  "permission_denied",
  "these credentials do not permit it",
  "Use another path, or ask the user for access.",
];

const odd: KnownError = [
  "unavailable",
  "the store answered with an error",
  "Try again, or tell the user what it said.",
];

interface About {
  readonly bucket: string;
  readonly region: string;
  readonly path: Path | undefined;
}

interface Refusal {
  readonly status: number;
  readonly code: string | undefined;
  readonly bytes: Uint8Array;
}

/** The error for an answer that says no. The store's own words stay in `cause`. */
export function fromAnswer({ status, code, bytes }: Refusal, { bucket, region, path }: About): ToolError {
  const text = new TextDecoder().decode(bytes.subarray(0, 4000));
  const data = { path, status, reason: code };
  const subject = path === undefined ? `The bucket ${bucket} cannot be used` : `${path} cannot be used`;
  if (code === "NoSuchBucket") {
    return new ToolError("unavailable", `There is no bucket ${bucket} at this endpoint.`, {
      hint: "Tell the user to check the bucket's name, the endpoint and the region, or to create it.",
      data,
      cause: text,
    });
  }
  if (code === "RequestTimeTooSkewed") return skewed(bytes, data);
  const [kind, what, hint] =
    known[code ?? ""] ?? (status >= 300 && status < 400 ? elsewhere : status === 403 || status === 401 ? denied : odd);
  const where =
    kind === "unavailable" && (known[code ?? ""] === elsewhere || status < 400)
      ? `; the request was sent to ${region}`
      : "";
  return new ToolError(kind, `${subject}: ${what}${where} (${code ?? `status ${status}`}).`, {
    hint,
    data,
    cause: text,
  });
}

function skewed(bytes: Uint8Array, data: Readonly<Record<string, unknown>>): ToolError {
  const here = Date.now();
  const theirs = Date.parse(childText(tryXml(bytes), "ServerTime") ?? "");
  const minutes = Math.round((here - theirs) / 60_000);
  const how = Number.isNaN(minutes)
    ? "differs"
    : `is ${Math.abs(minutes)} minutes ${minutes > 0 ? "ahead of" : "behind"}`;
  return new ToolError(
    "unavailable",
    `The clock of this machine ${how} the object store's, which refuses such requests.`,
    {
      hint: "Tell the user to set this machine's clock, by NTP for example.",
      data: { ...data, here: new Date(here).toISOString() },
    },
  );
}

function tryXml(bytes: Uint8Array): XmlElement {
  try {
    return parseXml(new TextDecoder().decode(bytes));
  } catch {
    return { name: "", children: [], text: "" };
  }
}

/** The same failure, about a change that may have been made nevertheless. */
export const asUncertain = (error: unknown): unknown =>
  ToolError.is(error)
    ? new ToolError(error.code, error.message, {
        hint: "The change may or may not have been made. Check what is there now before you try again.",
        data: { ...error.data, uncertain: true },
        cause: error.cause,
      })
    : error;

/** For a request about the result of a change: if it fails as well, the result stays unknown. */
export function rethrowUncertain(error: unknown): never {
  throw asUncertain(error);
}

/** The same failure, with what was done before. */
export const halfDone = (error: unknown, done: string, hint: string, data: Readonly<Record<string, unknown>> = {}) =>
  ToolError.is(error)
    ? new ToolError(error.code, `${error.message} ${done}`, { hint, data: { ...error.data, ...data }, cause: error })
    : error;

/** The error after all attempts failed: no answer, or a store that stays busy. */
export function gaveUp(
  last: { readonly status: number } | { readonly lost: unknown },
  path: Path | undefined,
  tries: number,
): ToolError {
  const why = "lost" in last ? "did not answer" : `is busy or broken (status ${last.status})`;
  const times = tries === 1 ? "" : ` after ${tries} tries`;
  const store = path === undefined ? "The" : `${path}: the`;
  return new ToolError("unavailable", `${store} object store ${why}${times}.`, {
    hint: "Try again later; if it continues, tell the user.",
    data: { path, ...("status" in last && { status: last.status }), uncertain: false },
    cause: "lost" in last ? last.lost : undefined,
  });
}

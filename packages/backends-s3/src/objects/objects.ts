import type { ByteRange, FileBytes, Path } from "@holdall/tool-core";
import type { Answer, Client } from "../client/client.ts";
import * as failed from "../client/errors.ts";
import { conditionHeaders, versionOf } from "./conditions.ts";
import { createHeaderMemory, type KeptHeaders, keptHeaders, markHeader } from "./kept-headers.ts";

type Signal = AbortSignal | undefined;

export interface Head {
  readonly version: string;
  readonly size: number;
  readonly modified: number | undefined;
  readonly headers: KeptHeaders;
  /** The mark of the write that made it, see `_commit.ts`. */
  readonly mark: string | null;
}

export type Objects = ReturnType<typeof createObjects>;

/** Operations on one object, without looking at folders. */
export function createObjects({ send }: Client) {
  const memory = createHeaderMemory();

  const seen = (key: string, path: Path, { headers }: Answer): Head => {
    const head = describe(path, headers);
    memory.remember(key, head.version, head.headers);
    return head;
  };

  const head = async (key: string, path: Path, signal?: Signal): Promise<Head | null> => {
    const about = { key, path, signal } as const;
    const answer = await send({ ...about, method: "HEAD", answers: [400, 403, 404] });
    if (answer.status === 404) return null;
    if (answer.status < 300) return seen(key, path, answer);
    // An answer to HEAD has no body that says why; this one has, or comes through.
    const again = await send({ ...about, method: "GET", headers: { range: "bytes=0-0" }, answers: [404] });
    return again.status === 404 ? null : seen(key, path, again);
  };

  return {
    memory,
    head,

    /** The bytes of a range, of one version when it is given. Null when nothing is there; past the end there are none. */
    async get(
      key: string,
      path: Path,
      { start: from, end }: ByteRange,
      { signal, version }: { readonly signal?: Signal; readonly version?: string | undefined } = {},
    ): Promise<FileBytes | null> {
      const start = Math.max(0, from);
      if (start >= end) return withoutBytes(await head(key, path, signal));
      const isWhole = start === 0 && end === Number.POSITIVE_INFINITY;
      const last = end < Number.MAX_SAFE_INTEGER ? end - 1 : "";
      const headers = { ...(!isWhole && { range: `bytes=${start}-${last}` }), ...conditionHeaders(version) };
      const answer = await send({ method: "GET", key, path, signal, headers, answers: [404, 412, 416] });
      if (answer.status === 404) return null;
      if (answer.status === 412) throw failed.stale(path, (await head(key, path, signal))?.version ?? null);
      if (answer.status === 416) return withoutBytes(await head(key, path, signal));
      const encoding = answer.headers.get("content-encoding");
      if (encoding && !/^(identity|aws-chunked)$/.test(encoding)) throw failed.isEncoded(path, encoding);
      const found = seen(key, path, answer);
      // A store that ignores ranges sends everything.
      const bytes = answer.status === 206 || isWhole ? answer.bytes : answer.bytes.slice(start, end);
      return { bytes, version: found.version, size: answer.status === 206 ? found.size : answer.bytes.length };
    },

    /** False when it is not, or no longer, the version given. Nothing there is fine without one. */
    async delete(
      key: string,
      path: Path,
      { version, signal }: { readonly version?: string | undefined; readonly signal?: Signal },
    ) {
      const headers = conditionHeaders(version);
      const answer = await send({ method: "DELETE", key, path, signal, headers, answers: [404, 412], commits: true });
      if (answer.status < 300 || version === undefined) return true;
      if (!answer.uncertain) return false;
      const left = await head(key, path).catch(failed.rethrowUncertain);
      return left === null;
    },
  };
}

const withoutBytes = (head: Head | null): FileBytes | null =>
  head && { bytes: new Uint8Array(), version: head.version, size: head.size };

function describe(path: Path, headers: Headers): Head {
  const etag = headers.get("etag");
  const total = /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1] ?? headers.get("content-length");
  if (!etag || (total === null && headers.has("content-range"))) throw failed.hasNoEtag(path);
  const modified = Date.parse(headers.get("last-modified") ?? "");
  return {
    version: versionOf(etag),
    size: Number(total ?? 0),
    modified: Number.isNaN(modified) ? undefined : modified,
    headers: keptHeaders(headers),
    mark: headers.get(markHeader),
  };
}

import { abortedError, type Backend, type Io, type Stat } from "@holdall/tool-core";
import { checkedOptions } from "./_options.ts";
import { createLateProbes, probeConditions } from "./_probe.ts";
import { basePrefix, createAddress } from "./client/address.ts";
import { createClient } from "./client/client.ts";
import { type CredentialSource, createCredentials, credentialsFrom, environment } from "./client/credentials.ts";
import { createKeys } from "./file/keys.ts";
import { move } from "./file/move.ts";
import { readFile } from "./file/read-file.ts";
import { remove } from "./file/remove.ts";
import { headAt, isFolderAt, type Store } from "./file/store.ts";
import { streamFile } from "./file/stream-file.ts";
import { writeFile } from "./file/write-file.ts";
import { writeFrom } from "./file/write-from.ts";
import { list } from "./listing/list.ts";
import type { S3Conditions } from "./objects/conditions.ts";
import { createObjects } from "./objects/objects.ts";

export interface S3BackendOptions {
  readonly bucket: string;
  /** The folder of the bucket that is the root; the bucket itself by default. */
  readonly prefix?: string | undefined;
  /** `https://host[:port]` of any S3-compatible store; AWS_ENDPOINT_URL, else AWS itself, by default. */
  readonly endpoint?: string | undefined;
  /** AWS_REGION, else `us-east-1`, by default. */
  readonly region?: string | undefined;
  /** Fixed, or a function that is called again when they expire; AWS_ACCESS_KEY_ID and related variables by default. */
  readonly credentials?: CredentialSource | undefined;
  /** The bucket in the path instead of the host. By default so with an `endpoint`, and for names with a dot. */
  readonly forcePathStyle?: boolean | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Requests at once; 16 by default. */
  readonly concurrency?: number | undefined;
  /** Bytes of a part; larger files are written in parts of this size. 8 MiB by default, at least 5. */
  readonly partSize?: number | undefined;
  /** How often a failed attempt is repeated; 4 by default. */
  readonly retries?: number | undefined;
  /** Milliseconds of the first pause between attempts, of which a random part is waited; it doubles. 200 by default. */
  readonly retryDelay?: number | undefined;
  /** Milliseconds without a byte after which an attempt is given up; 60 000 by default. */
  readonly timeout?: number | undefined;
  /** Whether the store honors conditions: found out with eight small requests by default. */
  readonly conditions?: "probe" | "honored" | "ignored" | undefined;
  readonly name?: string | undefined;
}

export interface S3Backend extends Backend {
  /** Which conditions the store honors; `can.compareAndSwap` needs all of them. */
  readonly conditions: S3Conditions;
}

/**
 * Files in a bucket of an S3-compatible store. A version is the object's ETag.
 * The promise resolves when it is known which conditions the store honors, because `can` must not change afterwards.
 * Throws `permission_denied` for wrong credentials, `unavailable` for a bucket or store that is not there.
 */
export async function s3Backend(options: S3BackendOptions): Promise<S3Backend> {
  const { bucket, prefix = "", name = "s3", conditions: wanted = "probe" } = options;
  const env = environment();
  const region = options.region ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? "us-east-1";
  const endpoint = options.endpoint ?? env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL;
  const { concurrency, partSize, retries, retryDelay, timeout } = checkedOptions(options);
  const address = createAddress({ bucket, endpoint, region, forcePathStyle: options.forcePathStyle });
  const credentials = createCredentials(options.credentials ?? (() => credentialsFrom(environment())));
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const client = createClient({
    address,
    bucket,
    region,
    credentials,
    fetch,
    concurrency,
    retries,
    retryDelay,
    timeout,
  });
  const objects = createObjects(client);
  const base = basePrefix(prefix);

  const isTrusted = wanted === "honored";
  const trusted = { create: isTrusted, replace: isTrusted, remove: isTrusted };
  const probed = wanted === "probe" ? await probeConditions(client, objects, base) : trusted;
  const conditions = probed ?? { create: false, replace: false, remove: false };
  const late =
    wanted === "probe"
      ? createLateProbes(client, objects, base, bucket)
      : { completes: async () => isTrusted, copies: async () => isTrusted };
  const store: Store = { client, objects, keys: createKeys(base), honors: conditions, late, partSize, concurrency };
  const compareAndSwap = conditions.create && conditions.replace && conditions.remove;

  return {
    name,
    conditions,
    can: { write: probed !== undefined, compareAndSwap, emptyDirectories: false, caseSensitive: true },

    async stat(path, io) {
      begin(io);
      const found = await headAt(store, path, io?.signal);
      if (!found) return (await isFolderAt(store, path, io?.signal)) ? { kind: "directory", size: 0 } : null;
      const { size, modified, version } = found;
      const stat: Stat = { kind: "file", size, ...(modified !== undefined && { modified }) };
      return io?.version ? { ...stat, version } : stat;
    },

    async read(path, io) {
      begin(io);
      return readFile(store, path, io ?? {});
    },

    async write(path, bytes, io) {
      begin(io);
      return { version: await writeFile(store, path, new Uint8Array(bytes), io ?? {}) };
    },

    async writeFrom(path, chunks, io) {
      begin(io);
      return { version: await writeFrom(store, path, chunks, io ?? {}) };
    },

    async remove(path, io) {
      begin(io);
      await remove(store, path, io ?? {});
    },

    async *list(path, io) {
      begin(io);
      for await (const entry of list(store, path, io ?? {})) {
        begin(io);
        yield entry;
      }
    },

    async *glob(path, query, io) {
      begin(io);
      const { walk } = await import("./listing/walk.ts");
      for await (const { files, counts } of walk(store, path, query, io?.signal))
        yield { files: files.map(({ entry }) => entry), counts };
    },

    async *search(path, query, text, io) {
      begin(io);
      const { search } = await import("./listing/search.ts");
      yield* search(store, path, query, text, io);
    },

    async *stream(path, io) {
      begin(io);
      yield* streamFile(store, path, io ?? {});
    },

    ...(compareAndSwap &&
      ({
        async move(from, to, io) {
          begin(io);
          await move(store, bucket, from, to, io ?? {});
        },
      } satisfies Pick<Backend, "move">)),
  };
}

function begin(io: Io | undefined): void {
  if (io?.signal?.aborted) throw abortedError(io.signal.reason);
}

import { type Path, ToolError } from "@holdall/tool-core";
import { encodeKey } from "./client/address.ts";
import type { Client } from "./client/client.ts";
import { holdsKeys } from "./listing/pages.ts";
import { commit } from "./objects/commit.ts";
import type { S3Conditions } from "./objects/conditions.ts";
import type { Objects } from "./objects/objects.ts";
import { putParts, putWhole } from "./objects/put-file.ts";

/** Names at the root that listings leave out: the keys that a probe works on for a moment. */
export const probeName = ".holdall-probe-";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A version that nothing has. */
const wrong = "00000000000000000000000000000000";

interface ProbeKey {
  readonly key: string;
  readonly path: Path;
}

/** Let `work` use new keys, and delete them whatever happens. */
async function withKeys<T>(
  objects: Objects,
  base: string,
  count: number,
  work: (...keys: ProbeKey[]) => Promise<T>,
): Promise<T> {
  const keys = Array.from({ length: count }, () => {
    const name = probeName + crypto.randomUUID();
    return { key: base + name, path: `/${name}` as Path };
  });
  try {
    return await work(...keys);
  } finally {
    await Promise.all(keys.map(({ key, path }) => objects.delete(key, path, {}).catch(() => false)));
  }
}

/**
 * The result of a request with a condition: a version, undefined when it was refused, false when the store cannot do
 * it.
 */
async function outcome(request: Promise<string | undefined>): Promise<string | undefined | false> {
  try {
    return await request;
  } catch (error) {
    const status = ToolError.is(error) ? error.data?.status : undefined;
    if (status === 400 || status === 405 || status === 501) return false;
    throw error;
  }
}

/**
 * Find out which conditions the store honors, by asking for what must be refused: three creates of one key at once,
 * and a replacement and a delete of a version that is not there. Undefined when the credentials may read but not write.
 */
export async function probeConditions(
  client: Client,
  objects: Objects,
  base: string,
): Promise<S3Conditions | undefined> {
  try {
    return await withKeys(objects, base, 1, async (at) => {
      if (!at) throw new Error("no key");
      const put = (text: string) => putWhole(client, objects, { ...at, bytes: bytesOf(text) });
      const ask = (text: string, condition: string | null) =>
        outcome(putWhole(client, objects, { ...at, bytes: bytesOf(text), condition }));
      const created = await Promise.all(["1", "2", "3"].map((text) => ask(text, null)));
      const winners = created.filter((version) => typeof version === "string");
      const create = winners.length === 1 && created.filter((answer) => answer === undefined).length === 2;
      const version = (create ? winners[0] : await put("4")) ?? "";
      const refused = await ask("5", wrong);
      const replaced = refused === undefined ? await ask("6", version) : false;
      const current = replaced || ((await put("7")) ?? "");
      const remove = async (ifVersion: string) =>
        objects.delete(at.key, at.path, { version: ifVersion }).catch(() => undefined);
      const isKept = (await remove(wrong)) === false;
      return {
        create,
        replace: typeof replaced === "string",
        remove: isKept && (await remove(current)) === true,
      };
    });
  } catch (error) {
    const isDenied = ToolError.is(error) && error.code === "permission_denied" && error.data?.reason === "AccessDenied";
    if (!isDenied) throw error;
    await holdsKeys(client, base);
    return undefined;
  }
}

/** Values that are determined once, when they are first needed. */
export interface LateProbes {
  /** Whether conditions hold for what is written in parts. */
  completes(): Promise<boolean>;
  /** Whether conditions hold for copies within the store. */
  copies(): Promise<boolean>;
}

export function createLateProbes(client: Client, objects: Objects, base: string, bucket: string): LateProbes {
  return {
    completes: once(() =>
      withKeys(objects, base, 1, async (at) => {
        if (!at) throw new Error("no key");
        const put = { ...at, bytes: bytesOf("1") };
        await putWhole(client, objects, put);
        const made = putParts(client, objects, { ...at, parts: [bytesOf("1")], condition: null }, 1);
        return (await outcome(made)) === undefined;
      }),
    ),
    copies: once(() =>
      withKeys(objects, base, 2, async (from, to) => {
        if (!from || !to) throw new Error("no key");
        await putWhole(client, objects, { ...from, bytes: bytesOf("1") });
        await putWhole(client, objects, { ...to, bytes: bytesOf("2") });
        const made = commit(client, objects, {
          ...to,
          method: "PUT",
          headers: { "x-amz-copy-source": `/${bucket}/${encodeKey(from.key)}` },
          condition: null,
          isOwn: () => false,
        });
        return (await outcome(made)) === undefined;
      }),
    ),
  };
}

/** One run for all callers; a run that failed is made again. */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= run().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}

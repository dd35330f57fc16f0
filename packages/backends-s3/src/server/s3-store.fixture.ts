import { createHash } from "node:crypto";
import { comparePaths } from "@holdall/tool-core";

/** Conditions the server checks; without one it answers as if the condition held. */
export type Honored = "create" | "replace" | "remove" | "complete" | "copy";

export interface StoredObject {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly modified: Date;
  readonly headers: Readonly<Record<string, string>>;
}

interface Upload {
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: Map<number, Buffer>;
}

export interface Conditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** A refusal as S3 words it. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** More elements of the answer, as XML. */
  readonly detail: string;

  constructor(status: number, code: string, detail = "") {
    super(code);
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** The objects of one bucket and what S3 does with them; every operation is one step. For tests only. */
export function createStore(honored: ReadonlySet<Honored>) {
  const objects = new Map<string, StoredObject>();
  /** The keys of the objects, in byte order. */
  const keys: string[] = [];
  const uploads = new Map<string, Upload>();
  let count = 0;

  /** Where the first key stands that is not before this one. */
  const indexOf = (key: string): number => {
    let [low, high] = [0, keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comparePaths(keys[middle] ?? "", key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const drop = (key: string): void => {
    if (objects.delete(key)) keys.splice(indexOf(key), 1);
  };

  const check = (key: string, { ifMatch, ifNoneMatch }: Conditions, kinds: readonly [Honored, Honored]) => {
    const found = objects.get(key);
    if (ifNoneMatch === "*" && honored.has(kinds[0]) && found) throw new S3Refusal(412, "PreconditionFailed");
    if (ifMatch === undefined || !honored.has(kinds[1])) return;
    if (!found) throw new S3Refusal(404, "NoSuchKey");
    if (found.etag !== ifMatch) throw new S3Refusal(412, "PreconditionFailed");
  };

  const store = (key: string, bytes: Buffer, headers: Readonly<Record<string, string>>, etag?: string) => {
    const hash = etag ?? createHash("md5").update(bytes).digest("hex");
    const object = { bytes, etag: `"${hash}"`, modified: new Date(), headers };
    if (!objects.has(key)) keys.splice(indexOf(key), 0, key);
    objects.set(key, object);
    return object;
  };

  const get = (key: string): StoredObject => {
    const found = objects.get(key);
    if (!found) throw new S3Refusal(404, "NoSuchKey");
    return found;
  };

  return {
    objects: objects as ReadonlyMap<string, StoredObject>,
    uploads,
    get,
    drop,

    put(key: string, bytes: Buffer, headers: Readonly<Record<string, string>>, conditions: Conditions): StoredObject {
      if (Buffer.byteLength(key) > 1024) throw new S3Refusal(400, "KeyTooLongError");
      check(key, conditions, ["create", "replace"]);
      return store(key, bytes, headers);
    },

    delete(key: string, { ifMatch }: Pick<Conditions, "ifMatch">): void {
      check(key, { ifMatch, ifNoneMatch: undefined }, ["remove", "remove"]);
      drop(key);
    },

    copy(from: string, to: string, sourceMatch: string | undefined, conditions: Conditions): StoredObject {
      const source = get(from);
      if (sourceMatch !== undefined && source.etag !== sourceMatch) throw new S3Refusal(412, "PreconditionFailed");
      check(to, conditions, ["copy", "copy"]);
      return store(to, source.bytes, source.headers);
    },

    startUpload(key: string, headers: Readonly<Record<string, string>>): string {
      const id = `upload-${++count}`;
      uploads.set(id, { key, headers, parts: new Map() });
      return id;
    },

    putPart(id: string, number: number, bytes: Buffer): string {
      const upload = uploads.get(id);
      if (!upload) throw new S3Refusal(404, "NoSuchUpload");
      upload.parts.set(number, bytes);
      return `"${createHash("md5").update(bytes).digest("hex")}"`;
    },

    completeUpload(id: string, numbers: readonly number[], conditions: Conditions): StoredObject {
      const upload = uploads.get(id);
      if (!upload) throw new S3Refusal(404, "NoSuchUpload");
      check(upload.key, conditions, ["complete", "complete"]);
      const parts = numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0));
      if (parts.slice(0, -1).some(({ length }) => length < 5 * 1024 * 1024)) throw new S3Refusal(400, "EntityTooSmall");
      uploads.delete(id);
      const hashes = parts.map((part) => createHash("md5").update(part).digest());
      const etag = `${createHash("md5").update(Buffer.concat(hashes)).digest("hex")}-${parts.length}`;
      return store(upload.key, Buffer.concat(parts), upload.headers, etag);
    },

    /** One page: keys and common prefixes in byte order, and where the next page starts. */
    page(prefix: string, delimiter: string, after: string, most: number) {
      const items: { readonly key: string; readonly isPrefix: boolean }[] = [];
      for (let at = indexOf(comparePaths(after, prefix) > 0 ? after : prefix); at < keys.length; at++) {
        const key = keys[at] ?? "";
        if (!key.startsWith(prefix)) break;
        const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
        const item = cut === -1 ? { key, isPrefix: false } : { key: key.slice(0, cut + 1), isPrefix: true };
        const last = items.at(-1);
        if (comparePaths(item.key, after) > 0 && last?.key !== item.key) items.push(item);
        if (items.length > most) break;
      }
      return { items: items.slice(0, most), isTruncated: items.length > most };
    },
  };
}

import { comparePaths } from "@holdall/tool-core";
import type { Client } from "../client/client.ts";
import * as failed from "../client/errors.ts";
import { childText, parseXml, type XmlElement } from "../client/xml.ts";

export interface ListedKey {
  /** A key that ends in a slash stands for a folder. */
  readonly key: string;
  readonly version?: string | undefined;
  readonly size?: number;
  readonly modified?: number;
}

export interface PageOptions {
  /** Folders as they are, without what is in them. */
  readonly shallow?: boolean;
  /** Keys of a page at most; the store's own bound is 1000. */
  readonly limit?: number;
  /** Begin behind this key. A store that does not know how to begins at the start. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The keys that begin with `prefix`, in the order of their bytes, page by page: one request each. */
export async function* keyPages(
  { send }: Client,
  prefix: string,
  { shallow = false, limit, after, signal }: PageOptions = {},
): AsyncGenerator<ListedKey[], void, void> {
  let token: string | undefined;
  let last = "";
  do {
    const query = {
      ...(token !== undefined && { "continuation-token": token }),
      ...(shallow && { delimiter: "/" }),
      "encoding-type": "url",
      "list-type": "2",
      ...(limit !== undefined && { "max-keys": String(limit) }),
      prefix,
      ...(after !== undefined && token === undefined && { "start-after": after }),
    };
    const { bytes } = await send({ method: "GET", query, signal });
    const page = parseXml(new TextDecoder().decode(bytes));
    const keys = readKeys(page);
    for (const { key } of keys) {
      if (comparePaths(last, key) > 0) throw failed.unsorted();
      last = key;
    }
    const next = childText(page, "IsTruncated") === "true" ? childText(page, "NextContinuationToken") : undefined;
    if (next !== undefined && next === token) throw failed.unsorted();
    token = next;
    yield after === undefined ? keys : keys.filter(({ key }) => comparePaths(key, after) > 0);
  } while (token !== undefined);
}

/** True when a key begins with `prefix`. */
export async function holdsKeys(client: Client, prefix: string, signal?: AbortSignal): Promise<boolean> {
  for await (const keys of keyPages(client, prefix, { limit: 1, signal })) if (keys.length > 0) return true;
  return false;
}

function readKeys(page: XmlElement): ListedKey[] {
  const isEncoded = childText(page, "EncodingType") === "url";
  const decode = (text = "") => (isEncoded ? decodeURIComponent(text.replaceAll("+", " ")) : text);
  const objects: ListedKey[] = [];
  const folders: ListedKey[] = [];
  for (const child of page.children) {
    if (child.name === "CommonPrefixes") folders.push({ key: decode(childText(child, "Prefix")) });
    if (child.name === "Contents") {
      objects.push({
        key: decode(childText(child, "Key")),
        version: childText(child, "ETag"),
        size: Number(childText(child, "Size") ?? 0),
        modified: Date.parse(childText(child, "LastModified") ?? ""),
      });
    }
  }
  return folders.length === 0 ? objects : [...objects, ...folders].sort((a, b) => comparePaths(a.key, b.key));
}

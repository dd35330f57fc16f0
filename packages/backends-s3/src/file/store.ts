import type { Path } from "@holdall/tool-core";
import type { LateProbes } from "../_probe.ts";
import type { Client } from "../client/client.ts";
import * as failed from "../client/errors.ts";
import { holdsKeys } from "../listing/pages.ts";
import type { S3Conditions } from "../objects/conditions.ts";
import type { Head, Objects } from "../objects/objects.ts";
import { type Keys, parentsOf } from "./keys.ts";

/** State that the operations of one backend share. */
export interface Store {
  readonly client: Client;
  readonly objects: Objects;
  readonly keys: Keys;
  readonly honors: S3Conditions;
  readonly late: LateProbes;
  readonly partSize: number;
  readonly concurrency: number;
}

type Signal = AbortSignal | undefined;

/** The object at a path, or null; the root and names that cannot be keys have none. */
export async function headAt({ objects, keys }: Store, path: Path, signal?: Signal): Promise<Head | null> {
  const key = keys.key(path);
  return key === undefined ? null : objects.head(key, path, signal);
}

/** A folder is there when something is in it; the root always is. */
export async function isFolderAt({ client, keys }: Store, path: Path, signal?: Signal): Promise<boolean> {
  return path === "/" || (keys.key(path) !== undefined && holdsKeys(client, keys.below(path), signal));
}

/** Throw if a new file at `path` conflicts with a file among its parents or a folder of its name. */
export async function checkPlace(store: Store, path: Path, signal?: Signal): Promise<void> {
  const parents = parentsOf(path);
  const [isFolder, ...heads] = await Promise.all([
    isFolderAt(store, path, signal),
    ...parents.map((parent) => headAt(store, parent, signal)),
  ]);
  const blocking = parents.find((_, i) => heads[i]);
  if (blocking !== undefined) throw failed.isFile(blocking);
  if (isFolder) throw failed.isFolder(path);
}

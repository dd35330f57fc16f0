import type { Entry, Path } from "@holdall/tool-core";

/** Content of workspace files that something else keeps, such as the objects of git: it need not be copied to come back. */
export interface ExternalContent {
  /** A reference for each entry whose content is kept, exactly as it is now. */
  refsOf(entries: readonly Entry[]): Promise<ReadonlyMap<Path, string>>;
  /** The contents, each checked against its reference; undefined for what is not there any more. */
  read(refs: readonly string[]): Promise<readonly (Uint8Array | undefined)[]>;
}

const prefix = "ref:";

export const refHash = (ref: string): string => `${prefix}${ref}`;

/** The reference in a hash; undefined for content that is in the store. */
export const refIn = (hash: string): string | undefined =>
  hash.startsWith(prefix) ? hash.slice(prefix.length) : undefined;

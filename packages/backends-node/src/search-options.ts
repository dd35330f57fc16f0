export interface NodeSearchOptions {
  /**
   * The program that helps with large trees, or false for none. By default that of the package
   * `@vscode/ripgrep`, else `rg` on the PATH, as far as it lies outside of the roots.
   */
  readonly ripgrep?: string | false;
  /** Bytes of files that are worth asking it: 8 MiB by default; with 0 it is asked about all files, by every search. */
  readonly readBytes?: number;
  /**
   * Bytes of memory for an index of what files hold, so that the next search reads only those that may match; an eighth
   * of the files' size is usual. 32 MiB by default; 0 for none, then names are not kept either.
   */
  readonly indexBytes?: number;
}

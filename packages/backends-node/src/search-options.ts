export interface NodeSearchOptions {
  /**
   * The program that helps with large trees, or false for none. By default that of the package
   * `@vscode/ripgrep`, else `rg` on the PATH, as far as it lies outside of the roots.
   */
  readonly ripgrep?: string | false;
  /** Bytes of files that are worth asking it: 8 MiB by default; with 0 it is asked about all files, by every search. */
  readonly readBytes?: number;
  /** Bytes of files that stay in memory, so that the next search only reads what has changed. 64 MiB by default; 0 for none. */
  readonly keptBytes?: number;
}

export interface NodeSearchOptions {
  /**
   * The program for searches in large trees, or false for none. Defaults to that of the package `@vscode/ripgrep`, otherwise
   * `rg` on the PATH, if it is outside the roots.
   */
  readonly ripgrep?: string | false;
  /** The size of files in bytes from which it is used: 8 MiB by default. With 0, every search uses it for all files. */
  readonly readBytes?: number;
  /**
   * The memory in bytes for an index of file contents, so that the next search reads only files that may match. It usually
   * needs an eighth of the files' size. 32 MiB by default; with 0, names are not cached either.
   */
  readonly indexBytes?: number;
}

export interface NodeSearchOptions {
  /**
   * The memory in bytes for an index of file contents, so that the next search reads only files that may match. It usually
   * needs an eighth of the files' size. 32 MiB by default; with 0, names are not cached either.
   */
  readonly indexBytes?: number;
}

/** The limits of one query. */
export interface SqlLimits {
  /** Milliseconds, 60,000 by default. */
  readonly time?: number | undefined;
  /** MiB that the engine may take, 1,024 by default. Nothing is moved to disk beyond them. */
  readonly memory?: number | undefined;
  /** Rows of a result, 10,000,000 by default. */
  readonly rows?: number | undefined;
  /** Bytes of files that are copied for the engine, 1 GiB by default; files of the disk are opened where they are. */
  readonly copied?: number | undefined;
}

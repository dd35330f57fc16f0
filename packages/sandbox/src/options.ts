export interface SandboxOptions {
  /** Host folders that programs work in. They must exist. Links are resolved once, when the sandbox is created. */
  readonly roots: readonly string[];
  /** Host paths that programs cannot read, in addition to credentials such as `~/.ssh` and `~/.aws`. */
  readonly secrets?: readonly string[] | undefined;
  /** Writable host paths in addition to the roots. */
  readonly writable?: readonly string[] | undefined;
  readonly limits?: ResourceLimits | undefined;
}

/** Limits of each started program and its descendants. */
export interface ResourceLimits {
  /** Processor time of one process in seconds. */
  readonly cpuSeconds?: number | undefined;
  /** Address space of one process in bytes. None by default, because WebAssembly and garbage collectors reserve far more than they use. */
  readonly memory?: number | undefined;
  /** Size of one file in bytes; 4 GB by default. */
  readonly fileSize?: number | undefined;
  /**
   * Processes and threads of a program and its descendants; 4,096 by default. Enforced by the kernel for unprivileged users
   * (Linux 5.14 and later), but not for root.
   */
  readonly processes?: number | undefined;
  /**
   * Size of each of /tmp, /var/tmp, /run and /dev/shm in bytes, which are in memory; a quarter of the machine's memory by
   * default. Requires bubblewrap 0.7; with older versions, each has half of the memory.
   */
  readonly temporary?: number | undefined;
}

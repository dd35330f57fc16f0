export interface SandboxOptions {
  /** Host folders that programs work in. They must exist; links are followed once, when the sandbox is made. */
  readonly roots: readonly string[];
  /** Host paths that nobody may read, on top of what keeps logins: `~/.ssh`, `~/.aws` and their like. */
  readonly secrets?: readonly string[] | undefined;
  /** Host paths beside the roots that may be written. */
  readonly writable?: readonly string[] | undefined;
  readonly limits?: ResourceLimits | undefined;
}

/** Bounds of each program that is started; what it starts has the same. */
export interface ResourceLimits {
  /** Seconds of processor time of one process. */
  readonly cpuSeconds?: number | undefined;
  /** Bytes of address space of one process. None by default: WebAssembly and garbage collectors reserve far more than they use. */
  readonly memory?: number | undefined;
  /** Bytes of one file; 4 GB by default. */
  readonly fileSize?: number | undefined;
  /**
   * Processes and threads of a program and all that it starts; 4,096 by default. Kept by the kernel for ordinary users
   * (Linux 5.14 and later); root is exempt from it.
   */
  readonly processes?: number | undefined;
  /**
   * Bytes that each of /tmp, /var/tmp, /run and /dev/shm holds, which lie in memory; a quarter of the machine's memory by
   * default. Needs bubblewrap 0.7; before, each holds half of the memory.
   */
  readonly temporary?: number | undefined;
}

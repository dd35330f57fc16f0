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
  /** Processes and threads of the user, counted over the whole machine where the kernel does; root is exempt. */
  readonly processes?: number | undefined;
}

export { type BubblewrapOptions, bubblewrap } from "./bubblewrap/bubblewrap.ts";
export { describeLimits } from "./bubblewrap/describe-limits.ts";
export { type ChooseSandboxOptions, type ChosenSandbox, chooseSandbox, prepareSandbox } from "./choose-sandbox.ts";
export { createPointedReason } from "./indirect-paths.ts";
export { noSandbox } from "./no-sandbox.ts";
export type { ResourceLimits, SandboxOptions } from "./options.ts";
export { type Probe, probeSandbox } from "./probe.ts";
export { type SandboxRuntimeOptions, sandboxRuntime } from "./runtime/sandbox-runtime.ts";

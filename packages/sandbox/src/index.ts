export { type BubblewrapOptions, bubblewrap } from "./bubblewrap.ts";
export { type ChooseSandboxOptions, type ChosenSandbox, chooseSandbox } from "./choose-sandbox.ts";
export { describeLimits } from "./describe-limits.ts";
export { noSandbox } from "./no-sandbox.ts";
export type { ResourceLimits, SandboxOptions } from "./options.ts";
export { type Probe, probeSandbox } from "./probe.ts";
export { type SandboxRuntimeOptions, sandboxRuntime } from "./sandbox-runtime.ts";

export { type BubblewrapOptions, bubblewrap } from "./bubblewrap.ts";
export type { ResourceLimits, SandboxOptions } from "./options.ts";

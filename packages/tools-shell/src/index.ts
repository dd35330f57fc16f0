export { startBroker } from "./_process/broker.ts";
export { type BashInput, type BashOutput, bash } from "./bash.ts";
export type { ProcessLimits, ShellToolsOptions } from "./options.ts";

export { type Effect, effectOf, factsOf } from "@holdall/command-core";
export { startBroker } from "./_process/broker.ts";
export { type BashInput, type BashOutput, bash } from "./bash.ts";
export { type GetEnvironmentInput, type GetEnvironmentOutput, getEnvironment } from "./get-environment.ts";
export type { ProcessLimits, ProtectedChange, ShellToolsOptions } from "./options.ts";
export { shellTools } from "./shell-tools.ts";

export { type Effect, effectOf, factsOf } from "@holdall/command-core";
export type { BashOutput } from "./_bash-output.ts";
export { startBroker } from "./_process/broker.ts";
export { type BashInput, bash } from "./bash.ts";
export { type GetEnvironmentInput, type GetEnvironmentOutput, getEnvironment } from "./get-environment.ts";
export type { ProcessLimits, ProtectedChange, ShellToolsOptions } from "./options.ts";
export { shellTools } from "./shell-tools.ts";

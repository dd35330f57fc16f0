export { type Effect, effectOf, factsOf } from "@holdall/shell-analysis";
export { reclaimProtected } from "./access/reclaim-protected.ts";
export { type BashInput, bash } from "./bash.ts";
export { startBroker } from "./broker/broker.ts";
export { type GetEnvironmentInput, type GetEnvironmentOutput, getEnvironment } from "./get-environment.ts";
export type { ProcessLimits, ProtectedChange, ShellToolsOptions } from "./options.ts";
export type { BashOutput } from "./run/bash-output.ts";
export { type ShellTool, shellTools } from "./shell-tools.ts";

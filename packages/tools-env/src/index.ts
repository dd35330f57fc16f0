export { type CurrentTimeInput, type CurrentTimeOptions, type CurrentTimeOutput, currentTime } from "./current-time.ts";
export { type EnvInfoOptions, type EnvInfoOutput, envInfo } from "./env-info.ts";
export { type EnvTool, type EnvToolsOptions, envTools } from "./env-tools.ts";

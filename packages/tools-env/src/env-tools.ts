import { type CurrentTimeOptions, currentTime } from "./current-time.ts";
import { type EnvInfoOptions, envInfo } from "./env-info.ts";

export interface EnvToolsOptions extends CurrentTimeOptions, EnvInfoOptions {}

/** One of these tools. */
export type EnvTool = ReturnType<typeof currentTime | typeof envInfo>;

/** Create the tools of this package, for `createRegistry`. */
export function envTools(options: EnvToolsOptions = {}): readonly EnvTool[] {
  return [currentTime(options), envInfo(options)];
}

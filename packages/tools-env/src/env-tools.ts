import type { Tool } from "@holdall/tool-core";
import { type CurrentTimeOptions, currentTime } from "./current-time.ts";
import { type EnvInfoOptions, envInfo } from "./env-info.ts";

export interface EnvToolsOptions extends CurrentTimeOptions, EnvInfoOptions {}

/** The tools of this package, for `createRegistry`. */
export function envTools(options: EnvToolsOptions = {}): readonly Tool[] {
  return [currentTime(options), envInfo(options)];
}

import type { WebClient } from "./web-client.ts";

/** What every web tool is made from. */
export interface WebToolsOptions {
  /** The way to the web. By default one that keeps answers for a quarter of an hour and reaches public addresses only. */
  readonly client?: WebClient | undefined;
}

import type { Asker } from "./port/index.ts";

/** The options of the tools in this package. */
export interface InteractToolsOptions {
  /** The asker to use if the session has none (`answerWith`). Without either, the user cannot be asked. */
  readonly asker?: Asker | undefined;
  /**
   * Use the default answers if the user does not answer in time or cannot be asked. The result says so. False by default: a default is then
   * only the initial value of a form.
   */
  readonly useDefaults?: boolean | undefined;
  /** Additional tools that plan mode allows, by canonical name, because they only read, such as MCP tools. */
  readonly readers?: readonly string[] | undefined;
}

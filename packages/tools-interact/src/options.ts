import type { Asker } from "@holdall/tool-core/interact";

/** What the tools of this package are made from. */
export interface InteractToolsOptions {
  /** The way to a person where the session has none open (`answerWith`). Without either, nobody can be asked. */
  readonly asker?: Asker | undefined;
  /**
   * Use the defaults of questions that nobody has answered in time, or can be asked; the answer says so. False by default: then a
   * default is only what a form starts with.
   */
  readonly useDefaults?: boolean | undefined;
  /** Tools beyond the session that plan mode lets through, by canonical name, because they only read: tools of MCP servers. */
  readonly readers?: readonly string[] | undefined;
}

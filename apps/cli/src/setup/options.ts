import type { ChatRules } from "@holdall/chat";
import type { ServerConfig, Servers } from "@holdall/mcp/client";
import type { PresetAgents, PresetOptions } from "@holdall/presets";
import type { DisposeStack } from "@holdall/tool-kit/node";
import type { TextModel } from "@holdall/tool-kit/text";
import type { SetupValues } from "../config/read/setup-options.ts";
import type { Defer } from "../config/tools/defer-tools.ts";
import type { AskToLoad } from "../extensions/ask-to-load.ts";
import type { Io } from "../io.ts";

/** What a command needs of a preset. */
export interface SetupOptions {
  /** False where no tool of an MCP server can be meant. */
  readonly wantsServers?: boolean;
  /** The tool that is called, and no other, where nothing is listed: only what it needs is loaded. */
  readonly calls?: string | undefined;
  /** Servers connect while the command continues, and their tools are added when they have. */
  readonly background?: boolean;
  /** False where no model waits for the results: the user or a script gets them whole, and can end a call itself. */
  readonly hasLimits?: boolean;
  /** The user sees the results of calls. Only what no result says is printed on stderr then. */
  readonly showsCalls?: boolean;
  /** MCP servers that the caller starts and stops. */
  readonly servers?: Servers | undefined;
  /** MCP servers in addition to those of the configuration, which they replace by name. */
  readonly moreServers?: readonly ServerConfig[] | undefined;
  /** Milliseconds between signs of life of a command. */
  readonly progressEvery?: number | undefined;
  /** What tools read and write instead of the disk itself. */
  readonly layer?: PresetOptions["layer"];
  /** Answers web_fetch's questions about pages, and writes and judges for research_topic and fact_check. */
  readonly webModel?: TextModel | undefined;
  /** How agents work that a model starts; without it there is no tool for them. The configuration adds its own. */
  readonly agents?: PresetAgents | undefined;
  /** What is kept beside the root for tools to read. */
  readonly kept?: PresetOptions["kept"];
  /** Offer schedules and workflows where a database for them is named, and carry them out; `on use`: open it with their first call. */
  readonly orchestrates?: boolean | "on use";
  /** False if skipped skills are reported elsewhere. */
  readonly tellsSkills?: boolean;
  /** Questions and plan mode, for sessions that open a way to their person. False where no model talks to one. */
  readonly interacts?: boolean;
  /** Which tools the model does not see before it has searched for them. */
  readonly defer?: Defer;
  /** Where changes of sessions are recorded; the user's state folder by default. False for no record. */
  readonly history?: PresetOptions["history"];
  /** Asks the user about code that a checkout names; where the user cannot be asked, it is not loaded. */
  readonly askToLoad?: AskToLoad | undefined;
  /** Gets the rules that were found and the root; gives those that count. */
  readonly live?: ChatRules["live"];
}

/** What every step of a setup gets. */
export interface SetupContext {
  readonly values: SetupValues;
  readonly io: Io;
  readonly options: SetupOptions;
  /** Closes what a step has opened, the last first. */
  readonly opened: DisposeStack;
}

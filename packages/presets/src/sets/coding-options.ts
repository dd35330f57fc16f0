import type { CodeServer, ProgramRunner } from "@holdall/language-servers/port";
import type { Dialect, ToolTypesOf } from "@holdall/tool-core";
import type { CodeTool, readLints } from "@holdall/tools-code";
import type { DataTool } from "@holdall/tools-data";
import type { DocsTool } from "@holdall/tools-docs";
import type { EnvTool } from "@holdall/tools-env";
import type { FinanceTool } from "@holdall/tools-finance";
import type { FsTool } from "@holdall/tools-fs";
import type { InteractTool, InteractToolsOptions, think } from "@holdall/tools-interact";
import type { MemoryTool, MemoryToolsOptions } from "@holdall/tools-memory";
import type { MessageTool } from "@holdall/tools-messages";
import type { ProgramTool } from "@holdall/tools-program";
import type { ResearchTool } from "@holdall/tools-research";
import type { ShellTool } from "@holdall/tools-shell";
import type { LoadSkillOptions, loadSkill } from "@holdall/tools-skills";
import type { TaskTool } from "@holdall/tools-tasks";
import type { TodoTool, TodoToolsOptions } from "@holdall/tools-todos";
import type { WebTool } from "@holdall/tools-web";
import type { SearchTool } from "../families/_search.ts";
import type { PresetWeb } from "../families/_web.ts";
import type { OrchestrationTool } from "../families/orchestration.ts";
import type { PresetOptions } from "../session/preset.ts";
import type { ShellChoice } from "../shell/_shell-choice.ts";

export interface CodingOptions<D extends Dialect = Dialect> extends PresetOptions<D> {
  readonly todos?: TodoToolsOptions | undefined;
  /**
   * The storage of notes for later sessions. Without it, there are no memory tools. Writing a note after reading text from
   * others always asks, regardless of the user's rules.
   */
  readonly memory?: MemoryToolsOptions | undefined;
  /** Agent Skills, opened with `openSkills`. Without them, there is no load_skill. */
  readonly skills?: LoadSkillOptions | undefined;
  /**
   * Options of the shell, including its sandbox; `false` for no shell. Without a sandbox, a command asks unless all of its
   * effects are known and allowed; not available if the files are not on the disk of this machine. `"portable"` for a shell
   * that is interpreted over the files, wherever they are: it runs no programs, and the policy decides on each file. It needs
   * the package just-bash. Windows, which has no bash, has it also if options of the other are given.
   */
  readonly shell?: ShellChoice | undefined;
  readonly web?: PresetWeb | undefined;
  /**
   * Questions and plan mode, with an asker. Without it, these tools are left out. Use `{}` if each session adds its own with
   * `answerWith`, as the MCP server does for clients that show forms.
   */
  readonly interact?: InteractToolsOptions | undefined;
  /**
   * Language servers, such as `serverPool` of @holdall/language-servers, for read_lints, definitions, references and calls.
   * Without them, the index answers the latter. Dispose of them yourself.
   */
  readonly servers?: CodeServer | undefined;
  /**
   * Runs the project's own compilers and linters for read_lints, such as `localPrograms` of @holdall/language-servers.
   * Programs that run code of the project ask first. Without servers and linters, there is no read_lints.
   */
  readonly linters?: ProgramRunner | undefined;
  /**
   * The maximum time in milliseconds that a file change waits for new errors from running `servers`. 400 is enough for
   * TypeScript. 0 by default: errors are reported only by read_lints.
   */
  readonly lintsAfterEdit?: number | undefined;
}

type SkillTool = ReturnType<typeof loadSkill>;
type ThinkTool = ReturnType<typeof think>;
/** The types of all tools that the preset can have. */
export type CodingTools = ToolTypesOf<
  | FsTool
  | CodeTool
  | DataTool
  | ShellTool
  | TaskTool
  | WebTool
  | TodoTool
  | MemoryTool
  | DocsTool
  | ResearchTool
  | FinanceTool
  | MessageTool
  | ProgramTool
  | ThinkTool
  | SearchTool
  | SkillTool
  | OrchestrationTool
  | InteractTool
  | EnvTool
  | ReturnType<typeof readLints>
>;
